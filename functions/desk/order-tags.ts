/** Tags of an order, by operators (docs/desk.md, "Orders at the desk"). */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { tagsText } from '#domain/orders/tags.ts';
import type { Operator } from '../http/operator.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderNotFound,
} from '../orders/history.ts';
import type { NoteResult } from './order-detail.ts';

/** @property tags all tags that the order has then, clean @property seen number of history rows that the operator has seen */
type Tagging = { orderId: string; tags: readonly string[]; seen: number };

/** Sets the tags of an order, with a row of its history that only operators see. The same tags again change nothing. */
export async function writeTags(
  db: Db,
  { id: actorId }: Operator,
  { orderId, tags, seen }: Tagging,
  now: number,
): Promise<NoteResult> {
  const json = JSON.stringify(tags);
  const eventId = crypto.randomUUID();
  const [rows, , , [order]] = await db.write.batch([
    eventsSince(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, id, ${now}, 'operator', ${actorId}, 'note', ${tagsText(tags)}, 0
      FROM ${orders} WHERE id = ${orderId} AND tags <> ${json} AND ${isUnchangedSince(orderId, seen)}`),
    db.write.run(sql`
      UPDATE ${orders} SET tags = ${json}
      WHERE id = ${orderId} AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`),
    db.write
      .select({ status: orders.status, seen: historyLength(orderId) })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ]);
  if (!order) return orderNotFound();
  return rows.length ? changedOrder(order.status, seen, rows) : { ok: true, ...order };
}
