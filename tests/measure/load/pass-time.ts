/** Moves the clock so that the scheduled job queries providers, ends holds and sends emails. */
import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox, payments } from '#db/schema/index.ts';
import { holdMinutes } from '#domain/orders/order.ts';
import type { MeasuredShop } from '../shop.ts';

const minute = 60 * 1000;
/** After this time, ms, the first query to a provider is due, and the claims of killed processes have expired. */
const soon = 6 * minute;
const holdOver = (holdMinutes + 10) * minute;
/** Each run processes twenty of a kind. */
const mostRuns = 100;

/** Whether the scheduled job has more work. @param now UTC ms, by the shop's clock */
async function isDue({ read }: Db, now: number): Promise<boolean> {
  const [asking, sending] = await read.batch([
    read.select({ id: payments.orderId }).from(payments).where(lte(payments.nextAskAt, now)).limit(1),
    read
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextTryAt, now)))
      .limit(1),
  ]);
  return asking.length + sending.length > 0;
}

async function passTime({ stack, simulators, db }: MeasuredShop, ms: number): Promise<void> {
  simulators.setClock(ms);
  await stack.restartWorker({ CLOCK_OFFSET_MS: String(ms) });
  for (let run = 0; run < mostRuns && (await isDue(db, Date.now() + ms)); run++) {
    await stack.scheduled();
    await simulators.settled();
  }
}

/** Moves the shop's clock past the end of all holds: then every order is paid or ended, and every email is sent. */
export async function letTimePass(shop: MeasuredShop): Promise<void> {
  await shop.simulators.settled();
  await passTime(shop, soon);
  await passTime(shop, holdOver);
  // Emails that a killed request had claimed can be claimed again.
  await passTime(shop, holdOver + soon);
}
