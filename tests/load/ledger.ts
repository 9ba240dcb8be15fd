/** Reads the database's side of the story, for `invariants.ts`. */
import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema.ts';
import type { Ledger } from './invariants.ts';

/** All stock, orders and lines, as they are at one moment. */
export async function readLedger(db: Db): Promise<Ledger> {
  const { id, userId, idempotencyKey: key, status, paymentMethod } = orders;
  const { subtotal, discount, delivery, total } = orders;
  const { orderId, productId, price, quantity } = orderLines;
  const [stock, stored, lines] = await db.read.batch([
    db.read.select({ id: products.id, stock: products.stock }).from(products),
    db.read
      .select({ id, userId, key, status, paymentMethod, subtotal, discount, delivery, total })
      .from(orders),
    db.read.select({ orderId, productId, price, quantity }).from(orderLines),
  ]);
  return { stock: Object.fromEntries(stock.map((one) => [one.id, one.stock])), orders: stored, lines };
}
