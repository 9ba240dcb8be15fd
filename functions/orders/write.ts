/**
 * The order's one write batch: order, lines, stock and cart, or nothing. Each statement that relies
 * on something read earlier repeats it, so that a change in between breaks a constraint and aborts:
 *
 * - the order is inserted only while the account has a free place among its open orders;
 * - a line takes its name from a product that is still sold at that price, and its order's id from
 *   the order that was inserted: both columns are NOT NULL;
 * - stock is lowered without a condition, and CHECK (stock >= 0) refuses the last unit twice
 *   (an UPDATE that matches no row would not abort anything).
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { cartLines, orderLines, orders, products } from '#db/schema.ts';
import { unshipped } from '#features/orders/order.ts';
import type { LineRow, OrderRow } from './answer.ts';

const many = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/**
 * @param openLimit open orders of the same method that the account may have; undefined for no limit
 * @throws what libSQL says when a constraint breaks; nothing was written then
 */
export async function writeOrder(
  db: Db,
  order: OrderRow,
  lines: readonly LineRow[],
  openLimit?: number,
): Promise<void> {
  const write = db.write;
  const wanted = JSON.stringify(
    lines.map(({ productId, price, quantity, image }) => ({ productId, price, quantity, image })),
  );
  const free =
    openLimit === undefined
      ? sql`true`
      : sql`(SELECT count(*) FROM ${orders} WHERE user_id = ${order.userId}
             AND payment_method = ${order.paymentMethod} AND status IN (${many(unshipped)})) < ${openLimit}`;
  const bought = sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${wanted})`;

  await write.batch([
    write.run(sql`
      INSERT INTO ${orders} (id, reference, user_id, status, paid, payment_method, subtotal, discount, delivery, total,
                             address, idempotency_key, request_hash, created_at, sample)
      SELECT ${order.id}, ${order.reference}, ${order.userId}, ${order.status}, ${order.paid ? 1 : 0},
             ${order.paymentMethod}, ${order.subtotal}, ${order.discount}, ${order.delivery}, ${order.total},
             ${JSON.stringify(order.address)}, ${order.idempotencyKey}, ${order.requestHash}, ${order.createdAt}, 0
      WHERE ${free}`),
    write.run(sql`
      INSERT INTO ${orderLines} (order_id, position, product_id, name, image, price, quantity)
      SELECT (SELECT id FROM ${orders} WHERE id = ${order.id}), key, value ->> 'productId',
             (SELECT name FROM ${products}
              WHERE id = value ->> 'productId' AND price = value ->> 'price' AND retired = 0),
             value ->> 'image', value ->> 'price', value ->> 'quantity'
      FROM json_each(${wanted})`),
    write.run(sql`
      UPDATE ${products} SET stock = stock - bought.quantity FROM (${bought}) AS bought
      WHERE ${products}.id = bought.id`),
    // Only what was ordered leaves the cart: another tab may have added more in the meantime. What
    // stays is lowered after what goes is gone, or it would be taken for the latter.
    write.run(sql`
      DELETE FROM ${cartLines} WHERE user_id = ${order.userId} AND EXISTS
        (SELECT 1 FROM (${bought}) AS bought WHERE bought.id = product_id AND bought.quantity >= ${cartLines}.quantity)`),
    write.run(sql`
      UPDATE ${cartLines} SET quantity = ${cartLines}.quantity - bought.quantity FROM (${bought}) AS bought
      WHERE user_id = ${order.userId} AND product_id = bought.id`),
  ]);
}
