/** What operators do with orders: move them on, ship them, take them back (decisions, "Accounts and roles"). */
import { eq, sql } from 'drizzle-orm';
import { orderEvents, orders } from '#db/schema.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { isOperator, personOf, userIdOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';
import type { Shop } from '../shop.ts';
import { changeOrder } from './change.ts';

type Moved =
  | { ok: true; status: OrderStatus }
  | { ok: false; code: 'signed_out' | 'not_operator' | 'not_found' }
  | { ok: false; code: 'not_open'; status: OrderStatus };

/**
 * @property collected the courier has the cash: a cash-on-delivery order counts as paid, at Out for
 *   Delivery or Delivered
 */
export type Move = {
  orderId: string;
  to: OrderStatus;
  reason?: string | null;
  restock?: boolean;
  collected?: boolean;
};

export type Tracking = { orderId: string; trackingId: string; courierPartner: string };

/** Moves an order along the state machine; cash may be collected with the move, or in the same state. */
export function moveOrder(shop: Shop, owner: Owner, move: Move): Promise<Moved> {
  const { orderId, to, reason = null, restock = false, collected = false } = move;
  const cash = sql`payment_method = 'cod' AND ${to} IN ('Out for Delivery', 'Delivered')`;
  return asOperator(shop, owner, { orderId, to, reason, restock }, [
    ...(collected
      ? [
          shop.db.write.run(sql`
            INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
            SELECT ${`collected:${orderId}`}, id, ${shop.now}, 'operator', ${me(owner)}, 'payment', 'Cash was collected.', 1
            FROM ${orders} WHERE id = ${orderId} AND status = ${to} AND paid = 0 AND ${cash} AND ${isOperator(owner)}
            ON CONFLICT (id) DO NOTHING`),
          shop.db.write.run(sql`
            UPDATE ${orders} SET paid = 1
            WHERE id = ${orderId} AND status = ${to} AND ${cash} AND ${isOperator(owner)}`),
        ]
      : []),
  ]);
}

/** Tracking ships a placed or packing order, and corrects the number of a shipped one. */
export function attachTracking(shop: Shop, owner: Owner, tracking: Tracking): Promise<Moved> {
  const { orderId, trackingId, courierPartner } = tracking;
  const number = sql`tracking_id = ${trackingId}, courier = ${courierPartner}`;
  const shipped = sql`status IN ('Shipped', 'Out for Delivery') AND ${isOperator(owner)}`;
  const change = sql`(tracking_id IS NOT ${trackingId} OR courier IS NOT ${courierPartner})`;
  return asOperator(shop, owner, { orderId, to: 'Shipped', also: number }, [
    shop.db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, id, ${shop.now}, 'operator', ${me(owner)}, 'tracking',
             ${`${courierPartner}: ${trackingId}`}, 1
      FROM ${orders} WHERE id = ${orderId} AND ${shipped} AND ${change}`),
    shop.db.write.run(sql`UPDATE ${orders} SET ${number} WHERE id = ${orderId} AND ${shipped}`),
  ]);
}

const me = ({ tokenHash, now }: Owner) => userIdOf(tokenHash, now);

type Statement = ReturnType<typeof changeOrder>['statements'][number];

/** The move in one batch, then what else belongs to it, then who asked and how the order stands now. */
async function asOperator(
  { db, now }: Shop,
  owner: Owner,
  change: Pick<Parameters<typeof changeOrder>[1], 'orderId' | 'to' | 'reason' | 'restock' | 'also'>,
  more: readonly Statement[],
): Promise<Moved> {
  const moving = changeOrder(db, {
    ...change,
    by: 'operator',
    actorId: me(owner),
    only: isOperator(owner),
    now,
  });
  const results = await db.write.batch([
    moving.statements[0],
    ...moving.statements.slice(1),
    ...more,
    personOf(db, owner.tokenHash, owner.now),
    db.write.select({ status: orders.status }).from(orders).where(eq(orders.id, change.orderId)),
  ]);
  const [[person], [order]] = results.slice(-2) as unknown as [{ role: string }[], { status: OrderStatus }[]];
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.role !== 'operator') return { ok: false, code: 'not_operator' };
  if (!order) return { ok: false, code: 'not_found' };
  const { status } = order;
  // A shipped order whose number was corrected may be out for delivery already.
  const arrived = status === change.to || (change.also !== undefined && status === 'Out for Delivery');
  return arrived ? { ok: true, status } : { ok: false, code: 'not_open', status };
}
