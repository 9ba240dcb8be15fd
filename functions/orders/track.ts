/** Attaching a courier's tracking number to an order: an operator's job (decisions, "Orders and payment"). */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { personOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';

/** A placed or packing order becomes Shipped by it; a shipped one has its number corrected. */
const open: readonly OrderStatus[] = ['Order Placed', 'Packing', 'Shipped', 'Out for Delivery'];

export type Tracking = { orderId: string; trackingId: string; courierPartner: string };

type Tracked = { ok: true } | { ok: false; code: 'signed_out' | 'not_operator' | 'not_found' | 'not_open' };

export async function attachTracking(db: Db, owner: Owner, tracking: Tracking): Promise<Tracked> {
  const { orderId, trackingId, courierPartner } = tracking;
  const operator = sql`EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${owner.tokenHash} AND s.expires_at > ${owner.now} AND u.role = 'operator')`;
  const [[person], [order], changed] = await db.write.batch([
    personOf(db, owner.tokenHash, owner.now),
    db.write.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)),
    db.write
      .update(orders)
      .set({
        trackingId,
        courier: courierPartner,
        status: sql`CASE WHEN ${orders.status} = 'Out for Delivery' THEN ${orders.status} ELSE 'Shipped' END`,
      })
      .where(and(eq(orders.id, orderId), inArray(orders.status, [...open]), operator))
      .returning({ id: orders.id }),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.role !== 'operator') return { ok: false, code: 'not_operator' };
  if (!order) return { ok: false, code: 'not_found' };
  return changed.length ? { ok: true } : { ok: false, code: 'not_open' };
}
