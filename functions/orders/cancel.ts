/** Cancelling an order: by the shopper whose it is, while it has not been handed to the courier. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products } from '#db/schema.ts';
import { cancellable } from '#features/orders/order.ts';
import { personOf, userIdOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';

type Cancelled = { ok: true } | { ok: false; code: 'signed_out' | 'not_found' | 'too_late' };

/**
 * The order's state and its stock change in one batch. The stock comes back with the one cancelling
 * that found the order open: the others find another mark on it, or none of theirs.
 */
export async function cancelOrder(db: Db, owner: Owner, id: string): Promise<Cancelled> {
  const mark = crypto.randomUUID();
  const mine = and(eq(orders.id, id), eq(orders.userId, userIdOf(owner.tokenHash, owner.now)));
  const [[person], [before], changed] = await db.write.batch([
    personOf(db, owner.tokenHash, owner.now),
    db.write.select({ status: orders.status }).from(orders).where(mine),
    db.write
      .update(orders)
      .set({ status: 'Cancelled', cancelledBy: mark })
      .where(and(mine, inArray(orders.status, [...cancellable])))
      .returning({ id: orders.id }),
    db.write.run(sql`
      UPDATE ${products} SET stock = ${products}.stock + line.quantity
      FROM (SELECT l.product_id, l.quantity FROM ${orderLines} l JOIN ${orders} o ON o.id = l.order_id
            WHERE o.id = ${id} AND o.cancelled_by = ${mark}) AS line
      WHERE ${products}.id = line.product_id`),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!before) return { ok: false, code: 'not_found' };
  // Cancelling what is cancelled already has nothing left to do.
  return changed.length || before.status === 'Cancelled' ? { ok: true } : { ok: false, code: 'too_late' };
}
