/** Part of the scheduled job: the summary that operators can get at eight in the morning, once a day. */
import { and, count, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { jobs, users } from '#db/schema/index.ts';
import { dayOf, endOfDay, oneDay } from '#lib/dates.ts';
import { readToday } from '../desk/today.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';

/** The name of this part in the table `jobs`. */
export const morningJob = 'morning';

/** From midnight in India, ms. */
const eightHours = oneDay / 3;

/**
 * Due in the first run after eight, and again until a run has succeeded. The cause is that of the day, so that runs at
 * the same time write it once for each operator. @param now UTC ms
 */
export async function sendMorningSummary(db: Db, now: number): Promise<void> {
  const eight = endOfDay(now) - oneDay + eightHours;
  if (now < eight) return;
  const [[last], [wanting]] = await db.read.batch([
    db.read.select({ at: jobs.finishedAt }).from(jobs).where(eq(jobs.name, morningJob)),
    db.read
      .select({ count: count() })
      .from(users)
      .where(and(sql`role = 'operator'`, eq(users.orderEmails, 'morning'))),
  ]);
  const at = last?.at ?? 0;
  if ((at >= eight && at <= now) || !wanting?.count) return;
  const { sales, toPack, oldestToPack, cashToCollect, longInTransit, openTickets, late, lowStock } =
    await readToday({ db, now });
  const yesterday = sales.at(-2);
  await enqueueEmailToOperators(db, {
    cause: `morning_summary:${dayOf(now)}`,
    content: {
      kind: 'morning_summary',
      orders: yesterday?.orders ?? 0,
      amount: yesterday?.total ?? 0,
      toPack,
      oldest: oldestToPack?.reference ?? null,
      openTickets,
      cash: cashToCollect.total,
      late: longInTransit.count,
      overdue: late,
      lowStock: lowStock.map(({ name }) => name),
    },
    now,
    wanting: 'morning',
  });
}
