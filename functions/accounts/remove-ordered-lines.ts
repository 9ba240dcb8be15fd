/** Removes ordered lines from the cart once the order is confirmed (docs/behaviour.md, "Cart after an order"). */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { cartLines, orderLines, orders } from '#db/schema/index.ts';

/**
 * Statements for the batch that confirms an order. Only the ordered quantities are removed, since another tab may have
 * added more in the meantime.
 */
export function removeOrderedLines(db: Db, orderId: string) {
  const ofBuyer = sql`user_id = (SELECT user_id FROM ${orders} WHERE id = ${orderId})`;
  const ordered = sql`SELECT product_id AS id, quantity FROM ${orderLines} WHERE order_id = ${orderId}`;
  return [
    // Deletes before it reduces: a reduced line could have the ordered quantity, and would be deleted too.
    db.write.run(sql`
      DELETE FROM ${cartLines} WHERE ${ofBuyer} AND EXISTS
        (SELECT 1 FROM (${ordered}) AS line WHERE line.id = product_id AND line.quantity >= ${cartLines}.quantity)`),
    db.write.run(sql`
      UPDATE ${cartLines} SET quantity = ${cartLines}.quantity - line.quantity FROM (${ordered}) AS line
      WHERE ${ofBuyer} AND product_id = line.id`),
  ] as const;
}
