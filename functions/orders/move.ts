/** What operators do with orders: move them on, ship them, take them back (docs/behaviour.md 8.2). */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { correctable } from '#features/orders/moves.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import type { Owner } from '../session/owner.ts';
import { isOperator, personOf, userIdOf } from '../session/session.ts';
import { changeOrder } from './change.ts';
import { asSeen, type Changed, changed, unseen } from './history.ts';

/** @property now UTC ms */
type Context = { db: Db; now: number };

type Moved =
  /** @property seen rows of the order's history by now */
  | { ok: true; status: OrderStatus; seen: number }
  | { ok: false; code: 'signed_out' | 'not_operator' | 'second_factor_missing' | 'not_found' }
  | { ok: false; code: 'not_open'; status: OrderStatus }
  /** Something has happened since the operator looked. */
  | Changed;

/**
 * @property collected the courier has the cash: a cash-on-delivery order counts as paid, at Out for
 *   Delivery or Delivered
 * @property seen rows of the order's history that the operator had seen; undefined asks for no comparison
 */
export type Move = {
  orderId: string;
  to: OrderStatus;
  reason?: string | null;
  restock?: boolean;
  collected?: boolean;
  seen?: number | undefined;
};

export type Tracking = {
  orderId: string;
  trackingId: string;
  courierPartner: string;
  seen?: number | undefined;
};

/** Moves an order along the state machine; cash may be collected with the move, or in the same state. */
export function moveOrder(shop: Context, owner: Owner, move: Move): Promise<Moved> {
  const { collected = false, ...change } = move;
  return asOperator(shop, owner, change, (still) => (collected ? collect(shop, owner, move, still) : []));
}

/** The courier has the cash; once. */
function collect({ db, now }: Context, owner: Owner, { orderId, to }: Move, still: SQL) {
  const mark = `collected:${orderId}`;
  const cash = sql`status = ${to} AND payment_method = 'cod' AND ${to} IN ('Out for Delivery', 'Delivered')`;
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${mark}, id, ${now}, 'operator', ${me(owner)}, 'payment', 'Cash was collected.', 1
      FROM ${orders} WHERE id = ${orderId} AND paid = 0 AND ${cash} AND ${isOperator(owner)} AND ${still}
      ON CONFLICT (id) DO NOTHING`),
    db.write.run(sql`
      UPDATE ${orders} SET paid = 1
      WHERE id = ${orderId} AND ${cash} AND ${isOperator(owner)}
      AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`),
  ];
}

/** Tracking ships a placed or packing order, and corrects the number of a shipped one. */
export function attachTracking(shop: Context, owner: Owner, tracking: Tracking): Promise<Moved> {
  const { orderId, trackingId, courierPartner, seen } = tracking;
  const number = sql`tracking_id = ${trackingId}, courier = ${courierPartner}`;
  return asOperator(shop, owner, { orderId, to: 'Shipped', also: number, seen }, (still) =>
    correct(shop, owner, tracking, still),
  );
}

/** Another number, or courier, for a parcel that is on its way. */
function correct({ db, now }: Context, owner: Owner, tracking: Tracking, still: SQL) {
  const { orderId, trackingId, courierPartner } = tracking;
  const mark = crypto.randomUUID();
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${mark}, id, ${now}, 'operator', ${me(owner)}, 'tracking', ${`${courierPartner}: ${trackingId}`}, 1
      FROM ${orders} WHERE id = ${orderId} AND ${inArray(orders.status, [...correctable])}
      AND (tracking_id IS NOT ${trackingId} OR courier IS NOT ${courierPartner})
      AND ${isOperator(owner)} AND ${still}`),
    db.write.run(sql`
      UPDATE ${orders} SET tracking_id = ${trackingId}, courier = ${courierPartner}
      WHERE id = ${orderId} AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`),
  ];
}

const me = ({ tokenHash, now }: Owner) => userIdOf(tokenHash, now);

type Statement = ReturnType<typeof changeOrder>['statements'][number];
type Asked = Pick<Parameters<typeof changeOrder>[1], 'orderId' | 'to' | 'reason' | 'restock' | 'also'> & {
  seen?: number | undefined;
};

/**
 * The move in one batch, then what else belongs to it, then who asked and how the order stands now.
 * @param more what else, on the condition that it gets: nothing has happened but this move
 */
async function asOperator(
  { db, now }: Context,
  owner: Owner,
  { seen, ...change }: Asked,
  more: (still: SQL) => readonly Statement[],
): Promise<Moved> {
  const { orderId } = change;
  const fresh = asSeen(orderId, seen);
  const moving = changeOrder(db, {
    ...change,
    by: 'operator',
    actorId: me(owner),
    only: sql`${isOperator(owner)} AND ${fresh}`,
    now,
  });
  const results = await db.write.batch([
    unseen(db, orderId, seen),
    ...moving.statements,
    ...more(sql`(${moving.done} OR ${fresh})`),
    personOf(db, owner.tokenHash, owner.now),
    db.write
      .select({
        status: orders.status,
        seen: sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId})`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ]);
  const [[person], [order]] = results.slice(-2) as unknown as [
    { role: string; elevated: boolean }[],
    { status: OrderStatus; seen: number }[],
  ];
  if (!person) return { ok: false, code: 'signed_out' };
  if (person.role !== 'operator') return { ok: false, code: 'not_operator' };
  if (!person.elevated) return { ok: false, code: 'second_factor_missing' };
  if (!order) return { ok: false, code: 'not_found' };
  const { status } = order;
  if (results[0].length) return changed(status, seen, results[0]);
  // A shipped order whose number was corrected may be out for delivery already.
  const arrived = status === change.to || (change.also !== undefined && correctable.includes(status));
  return arrived ? { ok: true, ...order } : { ok: false, code: 'not_open', status };
}
