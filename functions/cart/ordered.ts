/** What was ordered leaves the cart, once the order is confirmed (docs/behaviour.md 4.4). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { cartLines, orderLines, orders } from '#db/schema/index.ts';

/**
 * Statements for the batch that confirms an order. Only what was ordered goes: another tab may have
 * added more in the meantime. @param when what must hold for the order to be confirmed
 */
export function takeFromCart(db: Db, orderId: string, when: SQL = sql`true`) {
  const whose = sql`user_id = (SELECT user_id FROM ${orders} WHERE id = ${orderId}) AND ${when}`;
  const bought = sql`SELECT product_id AS id, quantity FROM ${orderLines} WHERE order_id = ${orderId}`;
  return [
    // What stays is lowered after what goes is gone, or it would be taken for the latter.
    db.write.run(sql`
      DELETE FROM ${cartLines} WHERE ${whose} AND EXISTS
        (SELECT 1 FROM (${bought}) AS bought WHERE bought.id = product_id AND bought.quantity >= ${cartLines}.quantity)`),
    db.write.run(sql`
      UPDATE ${cartLines} SET quantity = ${cartLines}.quantity - bought.quantity FROM (${bought}) AS bought
      WHERE ${whose} AND product_id = bought.id`),
  ] as const;
}
