/** An order that waits for its payment, for paying it again ('Pay now' in My Orders). */
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, payments } from '#db/schema.ts';
import { personOf, userIdOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';
import type { PlacedOrder } from './place.ts';

type Found = ({ ok: true } & PlacedOrder) | { ok: false; code: 'signed_out' | 'not_found' | 'not_pending' };

export async function pendingOrder(db: Db, { tokenHash, now }: Owner, id: string): Promise<Found> {
  const [[person], [found], lines] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select({ order: orders, payment: payments })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(and(eq(orders.id, id), eq(orders.userId, userIdOf(tokenHash, now)))),
    db.read.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position)),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!found) return { ok: false, code: 'not_found' };
  const { order, payment } = found;
  if (!payment || order.status !== 'Payment Pending') return { ok: false, code: 'not_pending' };
  return { ok: true, order, lines, payment };
}
