/**
 * Part of the scheduled job: orders on delivery that nobody has confirmed (docs/behaviour.md, "Confirming a cash order").
 * An order that is confirmed or packed meanwhile stays.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnconfirmed, orders } from '#db/schema/index.ts';
import { releaseAfter, remindAfter, unconfirmedMessage } from '#domain/orders/confirmation.ts';
import { oneHour } from '#lib/dates.ts';
import { hasInvoice } from '../documents/read.ts';
import { changeOrder } from '../orders/change-order.ts';
import { isUnconfirmed as isWaiting } from '../orders/confirmation.ts';
import { effectsOfMove } from '../orders/move-effects.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';

/** Orders of a run, of each kind. */
const ordersPerRun = 20;

/** Between the reminder and the end, also when the job did not run for a time, ms. */
const shortestNotice = 12 * oneHour;

/** @param now UTC ms */
export async function handleUnconfirmed(db: Db, now: number): Promise<void> {
  await remind(db, now);
  await release(db, now);
}

const selectIds = (db: Db, index: string, where: SQL) =>
  db.read.all<{ id: string }>(sql`SELECT id FROM ${orders} INDEXED BY ${sql.identifier(index)}
    WHERE ${isUnconfirmed} AND ${where} ORDER BY created_at LIMIT ${ordersPerRun}`);

/** Reminds the buyers once. */
async function remind(db: Db, now: number): Promise<void> {
  const isDue = sql`reminded_at IS NULL AND created_at <= ${now - remindAfter}`;
  const due = await selectIds(db, 'orders_remind', isDue);
  const [first, ...rest] = due.flatMap(({ id }) => {
    const when = sql`id = ${id} AND ${isUnconfirmed} AND ${isDue}`;
    return [
      enqueueOrderEmail(
        db,
        { kind: 'confirm_reminder', orderId: id },
        `confirm_reminder:${id}`,
        now,
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${when})`,
      ),
      db.write.run(sql`UPDATE ${orders} SET reminded_at = ${now} WHERE ${when}`),
    ];
  });
  if (first) await db.write.batch([first, ...rest]);
}

/** Cancels the orders whose buyers were reminded and did not answer. */
async function release(db: Db, now: number): Promise<void> {
  // A reminder that was recorded while a clock was ahead counts too.
  const isDue = sql`created_at <= ${now - releaseAfter} AND abs(${now} - reminded_at) >= ${shortestNotice}`;
  const due = await selectIds(db, 'orders_unconfirmed', sql`${isDue} AND NOT ${hasInvoice(sql`orders.id`)}`);
  for (const { id: orderId } of due)
    await changeOrder<{ ok: boolean }>({ db, now }, { by: 'shop' }, { orderId }, [], (read) => {
      if (!isWaiting(read.order) || read.isInvoiced) return { ok: false };
      return {
        event: { kind: 'status', to: 'Cancelled', text: unconfirmedMessage },
        effects: effectsOfMove(read, { to: 'Cancelled', reason: unconfirmedMessage }, now),
        result: { ok: true },
      };
    });
}
