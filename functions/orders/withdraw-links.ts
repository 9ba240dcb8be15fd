/**
 * Withdraws the links of an order, for its owner or an operator: those that were sent until now no longer open it, and a
 * person who has opened one sees nothing more. Emails that are sent later, and the desk's WhatsApp message, have another link.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { orderEvents, orders, sessions } from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { changedOrder, eventsSince, historyLength, isUnchangedSince, orderNotFound } from './history.ts';

/** Statements, with a row of the history that only operators see. @param may condition on `orders` */
function withdraw(
  db: Db,
  orderId: string,
  { by, id, may }: { by: 'shopper' | 'operator'; id: SQL; may: SQL },
  now: number,
) {
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, id, ${now}, ${by}, ${id}, 'note', 'The links of this order were withdrawn.', 0
      FROM ${orders} WHERE id = ${orderId} AND ${may}`),
    db.write.run(sql`UPDATE ${orders} SET link_version = link_version + 1 WHERE id = ${orderId} AND ${done}`),
    db.write.delete(sessions).where(sql`${sessions.orderId} = ${orderId} AND ${done}`),
  ] as const;
}

/** For the account or the guest of the order, on a device of theirs. */
export async function withdrawOwnLinks(
  db: Db,
  { tokenHash, now }: Owner,
  orderId: string,
): Promise<{ ok: true } | Refusal> {
  const id = sessionUserId(tokenHash, now);
  const mine = sql`user_id = ${id}`;
  const queries = [
    findSessionUser(db, tokenHash, now),
    db.write
      .select({ id: orders.id })
      .from(orders)
      .where(sql`${eq(orders.id, orderId)} AND ${mine}`),
  ] as const;
  const results = await db.write.batch([
    ...withdraw(db, orderId, { by: 'shopper', id, may: mine }, now),
    ...queries,
  ]);
  const [[person], [order]] = lastResults(results, queries);
  if (!person) return signedOut();
  return order ? { ok: true } : orderNotFound();
}

/** For an operator. @param seen number of rows of the order's history that the operator had read */
export async function withdrawAsOperator(
  db: Db,
  operator: { id: string },
  { orderId, seen }: { orderId: string; seen: number },
  now: number,
): Promise<{ ok: true; status: OrderStatus; seen: number } | Refusal> {
  const queries = [
    db.write
      .select({ status: orders.status, seen: historyLength(orderId) })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const who = { by: 'operator', id: sql`${operator.id}`, may: isUnchangedSince(orderId, seen) } as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    ...withdraw(db, orderId, who, now),
    ...queries,
  ]);
  const [[order]] = lastResults(results, queries);
  if (!order) return orderNotFound();
  return results[0].length ? changedOrder(order.status, seen, results[0]) : { ok: true, ...order };
}
