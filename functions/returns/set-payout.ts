/** Where the money of due refunds goes that are sent by hand, told by the shopper afterwards, on the page of the order. */
import { sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orderEvents, orders, refunds } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import type { RequestContext } from '../payments/context.ts';

export const payoutRefusals = {
  notFound,
  notNeeded: refusal(409, 'not_needed', 'No refund of this order waits for an account.'),
};

/** @param payout encrypted for the order (functions/returns/payout.ts) */
export async function setPayout(
  { db, now }: RequestContext,
  owner: Owner,
  orderId: string,
  payout: string,
): Promise<{ ok: true } | Refusal> {
  const id = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${id})`;
  const waits = sql`order_id = ${orderId} AND status = 'due' AND payment_id IS NULL AND payout IS NULL AND proposed_by IS NULL`;
  const mine = sql`id = ${orderId} AND user_id = ${sessionUserId(owner.tokenHash, owner.now)}`;
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write.all<{ mine: number; done: number }>(
      sql`SELECT EXISTS (SELECT 1 FROM ${orders} WHERE ${mine}) AS mine, ${done} AS done`,
    ),
  ] as const;
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${id}, id, ${now}, 'shopper', user_id, 'refund', 'You have said where we send the money.'
      FROM ${orders} WHERE ${mine} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${waits})`),
    db.write.run(sql`UPDATE ${refunds} SET payout = ${payout} WHERE ${waits} AND ${done}`),
    ...queries,
  ]);
  const [[person], [order]] = lastResults(results, queries);
  if (!person) return signedOut();
  if (!order?.mine) return notFound('This order');
  return order.done ? { ok: true } : payoutRefusals.notNeeded();
}
