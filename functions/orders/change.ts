/**
 * The one way in which an order's status changes. First its history gets a row, on the condition that
 * the move exists in the state machine for whoever makes it; everything else in the batch hangs on that
 * row. So a move happens whole or not at all, once, however often and by however many it is asked for,
 * and stock, coupon, refund and letter can neither be forgotten nor be given twice.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  coupons,
  orderEvents,
  orderLines,
  orders,
  payments,
  products,
  refunds,
  stockChanges,
} from '#db/schema/index.ts';
import type { OrderLetter } from '#db/schema/outbox-email.ts';
import { type Mover, sourcesOf } from '#features/orders/moves.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { raiseFlag } from '../flags/flag.ts';
import { postAboutOrder } from '../outbox/enqueue.ts';
import { countHold } from './unpaid-holds.ts';

export type Change = {
  orderId: string;
  to: OrderStatus;
  by: Mover;
  /** The account that asks, as a value or a sub-select; null for the provider and the job. */
  actorId?: SQL | string | null | undefined;
  reason?: string | null;
  /** What else must hold of the order (`o`): whose it is, what it costs. */
  only?: SQL;
  /** Columns that change with the status, such as `paid = 1`. */
  also?: SQL;
  /** For a return: whether the pieces can be sold again. A cancelled order's always can. */
  restock?: boolean;
  /** A pending order ends through no fault of its shopper: it is not counted (unpaid-holds.ts). */
  notCounted?: boolean | undefined;
  /** UTC ms */
  now: number;
};

/** Which letter tells of a move, if the shopper is not looking at it anyway. */
function letterFor({ to, by, orderId, reason = null }: Change): OrderLetter | undefined {
  switch (to) {
    case 'Order Placed':
      return { kind: 'order_paid', orderId };
    case 'Shipped':
      return { kind: 'order_shipped', orderId };
    case 'Delivered':
      return { kind: 'order_delivered', orderId };
    case 'Cancelled':
      return { kind: 'order_cancelled', orderId, reason: by === 'shopper' ? null : reason };
    case 'Returned':
      return { kind: 'order_returned', orderId, reason };
    default:
      return undefined;
  }
}

/**
 * Statements for a write batch, and the condition under which they have done something, for whatever
 * else the caller hangs on the move. Nothing is done when the order is in no state that the move starts
 * from, or `only` does not hold.
 */
export function changeOrder(db: Db, change: Change) {
  const { orderId, to, by, actorId = null, reason = null, only = sql`true`, also, now } = change;
  const mark = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`;
  const statements = [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, from_status, to_status, reason)
      SELECT ${mark}, o.id, ${now}, ${by}, ${actorId}, 'status', o.status, ${to}, ${reason} FROM ${orders} o
      WHERE o.id = ${orderId} AND o.status IN ${sourcesOf(to, by)} AND ${only}`),
    db.write.run(sql`
      UPDATE ${orders} SET status = ${to}${also ? sql`, ${also}` : sql``} WHERE id = ${orderId} AND ${done}`),
    ...(to === 'Cancelled' || (to === 'Returned' && change.restock) ? [stockBack(db, orderId, done)] : []),
    ...(to === 'Returned' && change.restock ? [noteReturned(db, orderId, now, done)] : []),
    ...(to === 'Cancelled' ? [couponBack(db, orderId, done), stopAsking(db, orderId, done)] : []),
    ...(to === 'Cancelled' && by !== 'operator' && !change.notCounted
      ? [countHold(db, orderId, mark, now)]
      : []),
    ...(to === 'Cancelled' || to === 'Returned' ? oweRefund(db, change, done) : []),
    ...letter(db, change, mark, done),
  ] as const;
  return { statements, done, mark };
}

const stockBack = (db: Db, orderId: string, done: SQL) =>
  db.write.run(sql`
    UPDATE ${products} SET stock = ${products}.stock + line.quantity
    FROM (SELECT product_id, quantity FROM ${orderLines} WHERE order_id = ${orderId}) AS line
    WHERE ${products}.id = line.product_id AND ${done}`);

/** A returned order counts as having taken its pieces; that they came back is written beside the stock. */
const noteReturned = (db: Db, orderId: string, now: number, done: SQL) =>
  db.write.run(sql`
    INSERT INTO ${stockChanges} (id, product_id, at, change, reason, order_id)
    SELECT lower(hex(randomblob(16))), product_id, ${now}, quantity, 'returned', order_id
    FROM ${orderLines} WHERE order_id = ${orderId} AND ${done}`);

/** A code that an unpaid order had used can be used again (docs/behaviour.md 5.5). */
const couponBack = (db: Db, orderId: string, done: SQL) =>
  db.write.run(sql`
    UPDATE ${coupons} SET uses = uses - 1
    WHERE code = (SELECT coupon_code FROM ${orders} WHERE id = ${orderId} AND paid = 0) AND uses > 0 AND ${done}`);

/** An order that has ended waits for no provider any more. */
const stopAsking = (db: Db, orderId: string, done: SQL) =>
  db.write.run(sql`UPDATE ${payments} SET next_ask_at = NULL WHERE order_id = ${orderId} AND ${done}`);

/**
 * What was paid is owed: an operator confirms that it goes back (docs/behaviour.md 7.8).
 * @param done the condition under which the order was cancelled or returned
 */
export function oweRefund(db: Db, { orderId, to, now }: Pick<Change, 'orderId' | 'to' | 'now'>, done: SQL) {
  const owed = sql`${done} AND EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND paid = 1)`;
  const why = to === 'Returned' ? 'returned' : 'cancelled';
  return [
    db.write.run(sql`
      INSERT INTO ${refunds} (id, order_id, payment_id, amount, reason, status, created_at)
      SELECT ${crypto.randomUUID()}, o.id, p.payment_id, o.total, ${why}, 'due', ${now}
      FROM ${orders} o LEFT JOIN ${payments} p ON p.order_id = o.id WHERE o.id = ${orderId} AND ${owed}
      ON CONFLICT (payment_id) DO NOTHING`),
    ...raiseFlag(db, {
      kind: 'refund_due',
      about: orderId,
      detail: `The order was ${why} after it had been paid.`,
      now,
      when: owed,
    }),
  ];
}

/** An online order that its own shopper gave up before paying needs no letter. */
function letter(db: Db, change: Change, mark: string, done: SQL) {
  const wanted = letterFor(change);
  if (!wanted) return [];
  const { by, orderId, now } = change;
  const when =
    by === 'shopper' || by === 'provider'
      ? sql`${done} AND NOT EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark}
            AND from_status = 'Payment Pending' AND to_status = 'Cancelled')`
      : done;
  return [postAboutOrder(db, wanted, `${wanted.kind}:${orderId}`, now, when)];
}
