/** The number of a parcel's e-way bill, by operators (docs/desk.md, "Papers and shipping"). */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { unshipped } from '#domain/orders/order.ts';
import type { Operator } from '../http/operator.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderNotFound,
} from '../orders/history.ts';
import { moveRefusals } from '../orders/move.ts';

/** @property ewayBill twelve digits; null: it has none @property seen number of history rows that the operator has seen */
type Numbering = { orderId: string; ewayBill: string | null; seen: number };

/** Sets or takes off the number before the parcel leaves, with a row of the history that only operators see. */
export async function writeEwayBill(
  db: Db,
  { id: actorId }: Operator,
  { orderId, ewayBill, seen }: Numbering,
  now: number,
) {
  const eventId = crypto.randomUUID();
  const text = ewayBill ? `E-way bill ${ewayBill}` : 'The e-way bill was taken off';
  const [rows, , , [order]] = await db.write.batch([
    eventsSince(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, id, ${now}, 'operator', ${actorId}, 'note', ${text}, 0
      FROM ${orders} WHERE id = ${orderId} AND eway_bill IS NOT ${ewayBill} AND ${inArray(orders.status, [...unshipped])}
      AND ${isUnchangedSince(orderId, seen)}`),
    db.write.run(sql`
      UPDATE ${orders} SET eway_bill = ${ewayBill}
      WHERE id = ${orderId} AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`),
    db.write
      .select({ status: orders.status, ewayBill: orders.ewayBill, seen: historyLength(orderId) })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ]);
  if (!order) return orderNotFound();
  if (rows.length) return changedOrder(order.status, seen, rows);
  return order.ewayBill === ewayBill
    ? ({ ok: true, status: order.status, seen: order.seen } as const)
    : moveRefusals.notOpen(order.status);
}
