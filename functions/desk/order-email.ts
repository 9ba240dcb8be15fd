/** Adds the email address to an order by phone that was made without one (docs/desk.md, "Orders by phone"). */
import { eq, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { orderEvents, orders, users } from '#db/schema/index.ts';
import { guestEmail } from '#domain/accounts/guest-email.ts';
import type { Operator } from '../http/operator.ts';
import { refusal } from '../lib/refusal.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderNotFound,
} from '../orders/history.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { NoteResult } from './order-detail.ts';

export const emailRefusals = {
  hasEmail: refusal(409, 'has_email', 'This order has an email address already, or its buyer was erased.'),
};

/** @property email clean @property seen number of rows of the order's history that the operator had read */
type Adding = { orderId: string; email: string; seen: number };

/**
 * The order, and its guest, get the address; the email about the order is written in the same batch, and brings the invoice if
 * there is one. An address of an account, or of another guest, is no hindrance: anybody may type any address.
 */
export async function addEmail(
  db: Db,
  { id: actorId }: Operator,
  { orderId, email, seen }: Adding,
  now: number,
): Promise<NoteResult | ReturnType<typeof emailRefusals.hasEmail>> {
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const before = sql`SELECT ${guestEmail({ email: '', phone: '' })} || phone FROM ${users} AS same WHERE same.id = ${users.id}`;
  const queries = [
    db.write
      .select({
        status: orders.status,
        seen: historyLength(orderId),
        email: sql<string>`address ->> 'email'`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
    db.write.select({ id: orderEvents.id }).from(orderEvents).where(eq(orderEvents.id, eventId)),
  ] as const;
  const emailIf = (kind: 'order_placed' | 'order_paid', paid: number) =>
    enqueueOrderEmail(
      db,
      { kind, orderId },
      `${kind}:${orderId}`,
      now,
      sql`${done} AND EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND paid = ${paid})`,
    );
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, id, ${now}, 'operator', ${actorId}, 'correction', 'Email'
      FROM ${orders} WHERE id = ${orderId} AND user_id IS NOT NULL AND coalesce(address ->> 'email', '') = ''
      AND ${isUnchangedSince(orderId, seen)}`),
    db.write.run(sql`
      UPDATE ${users} SET email = ${email} WHERE guest = 1 AND email = (${before})
      AND id = (SELECT user_id FROM ${orders} WHERE id = ${orderId}) AND ${done}`),
    db.write.run(sql`
      UPDATE ${orders} SET address = json_set(address, '$.email', ${email}) WHERE id = ${orderId} AND ${done}`),
    emailIf('order_placed', 0),
    emailIf('order_paid', 1),
    ...queries,
  ]);
  const [[order], [added]] = lastResults(results, queries);
  if (!order) return orderNotFound();
  if (results[0].length) return changedOrder(order.status, seen, results[0]);
  return added || order.email === email
    ? { ok: true, status: order.status, seen: order.seen }
    : emailRefusals.hasEmail();
}
