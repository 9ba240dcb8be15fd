/**
 * Changes the status of an order; nothing else does. The batch first adds a row to the order's history, if the state
 * machine allows this actor the change. All other statements depend on that row. So a change happens once and whole or
 * not at all, however often it is requested, and stock, coupon, refund and email are neither forgotten nor repeated.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  bankTransfers,
  coupons,
  documents,
  orderEvents,
  orders,
  payments,
  refunds,
} from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import { type Mover, sourcesOf } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { askAfterDays } from '#domain/reviews/review-constants.ts';
import { oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';
import { addDueRefund } from './due-refund.ts';
import { linesOfOrder, moveStock } from './move-stock.ts';

/** How long after delivery the buyer is asked for reviews (functions/reviews/ask.ts), ms. */
const askAfter = askAfterDays * oneDay;

export type Change = {
  orderId: string;
  to: OrderStatus;
  by: Mover;
  /** The account that makes the change, as a value or a sub-select; null for the provider and the job. */
  actorId?: SQL | string | null | undefined;
  reason?: string | null;
  /** A condition on the order (`o`), such as its owner. */
  only?: SQL;
  /** A return of a parcel that the courier could not deliver. */
  undelivered?: boolean | undefined;
  /**
   * An order is cancelled that was read: it may have an invoice, or be an exchange. The caller's batch issues its credit note,
   * and takes back what its purchase no longer gets.
   */
  wasRead?: boolean;
  /** What goes back of a paid order that is cancelled, paise; all by default. */
  refund?: Paise | undefined;
  /** Where the part goes that its payment does not reach for, encrypted for the order. */
  payout?: string | undefined;
  /** Other columns to set with the status, such as `paid = 1`. */
  also?: SQL;
  /** When the email may be sent, UTC ms: later than `now` for a move that can be undone (undo.ts). */
  emailAt?: number;
  /** UTC ms */
  now: number;
};

/** The email about a status change, if there is one. */
export function emailFor({
  to,
  by,
  orderId,
  reason = null,
  undelivered,
}: Pick<Change, 'to' | 'by' | 'orderId' | 'reason' | 'undelivered'>): OrderEmail | undefined {
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
      return { kind: undelivered ? 'order_undelivered' : 'order_returned', orderId, reason };
    default:
      return undefined;
  }
}

/**
 * Returns the statements for a write batch, and `done`: the condition that they have changed the order, for the
 * caller's own statements. They change nothing if the order's status does not allow the change or `only` is false.
 */
export function changeOrder(db: Db, change: Change) {
  const { orderId, to, by, actorId = null, reason = null, only = sql`true`, also, now } = change;
  const leavesToRead = to === 'Cancelled' && !change.wasRead;
  const set = sql.join(
    [
      sql`status = ${to}, ask_at = ${to === 'Delivered' ? now + askAfter : null}`,
      ...(change.undelivered ? [sql`undelivered = 1`] : []),
      ...(also ? [also] : []),
    ],
    sql`, `,
  );
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const statements = [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, from_status, to_status, reason)
      SELECT ${eventId}, o.id, ${now}, ${by}, ${actorId}, 'status', o.status, ${to}, ${reason} FROM ${orders} o
      WHERE o.id = ${orderId} AND o.status IN ${sourcesOf(to, by)} AND ${only}${leavesToRead ? sql` AND o.purchase_id IS NULL AND NOT ${hasInvoice(sql`o.id`)}` : sql``}`),
    db.write.run(sql`
      UPDATE ${orders} SET ${set}
      WHERE id = ${orderId} AND ${done}`),
    ...(to === 'Cancelled'
      ? [
          ...restoreStock(db, orderId, change.now, done),
          restoreCoupon(db, orderId, done),
          stopPolling(db, orderId, done),
          ...refundAll(db, change, done),
          refundParts(db, change, done),
        ]
      : []),
    ...enqueueEmail(db, change, eventId, done),
  ] as const;
  return { statements, done };
}

/**
 * Condition: the order has an invoice, whose number is used. Before the parcel is handed over it has one if the shop issues
 * it at packing, or if its move to Shipped was undone (docs/decisions/26-undo.md).
 */
export const hasInvoice = (orderId: string | SQL): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM ${documents} WHERE order_id = ${orderId} AND kind = 'invoice')`;

const restoreStock = (db: Db, orderId: string, now: number, done: SQL) =>
  moveStock(
    db,
    'give',
    linesOfOrder(orderId),
    now,
    sql`${done} AND EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND reserved = 1)`,
  );

/** Releases the coupon use of an unpaid order (docs/behaviour.md, "Discount codes"). */
const restoreCoupon = (db: Db, orderId: string, done: SQL) =>
  db.write.run(sql`
    UPDATE ${coupons} SET uses = uses - 1
    WHERE code = (SELECT coupon_code FROM ${orders} WHERE id = ${orderId} AND paid = 0) AND uses > 0 AND ${done}`);

/** Stops the scheduled questions to the provider. */
const stopPolling = (db: Db, orderId: string, done: SQL) =>
  db.write.run(sql`UPDATE ${payments} SET next_ask_at = NULL WHERE order_id = ${orderId} AND ${done}`);

/** A due refund, by default of all that was paid and not refunded yet, if the order was paid. @param done it was cancelled */
const refundAll = (db: Db, { orderId, by, reason = null, refund, payout, now, emailAt }: Change, done: SQL) =>
  addDueRefund(
    db,
    {
      id: crypto.randomUUID(),
      orderId,
      reason: 'cancelled',
      ...(refund !== undefined && { amount: refund }),
      payout,
      now,
      emailAt,
      note: by === 'operator' ? reason : null,
      detail: 'The order was cancelled after it had been paid.',
    },
    done,
  );

/** A due refund of what has come by bank transfer for an order that ends before it is paid. @param done it was cancelled */
const refundParts = (db: Db, { orderId, payout, now }: Change, done: SQL) =>
  db.write.run(sql`
    INSERT INTO ${refunds} (id, order_id, amount, reason, status, payout, created_at)
    SELECT ${crypto.randomUUID()}, o.id, part.amount, 'late_payment', 'due', ${payout ?? null}, ${now}
    FROM ${orders} o JOIN (SELECT sum(amount) AS amount FROM ${bankTransfers} WHERE order_id = ${orderId}) part
    WHERE o.id = ${orderId} AND o.paid = 0 AND part.amount > 0 AND ${done}`);

/** Cause of the email about a move. */
export const moveCause = ({ kind, orderId }: OrderEmail): string => `${kind}:${orderId}`;

/** Sends no email if the shopper or the provider ended an order before it was paid. */
function enqueueEmail(db: Db, change: Change, eventId: string, done: SQL) {
  const email = emailFor(change);
  if (!email) return [];
  const { by, now, emailAt } = change;
  const when =
    by === 'shopper' || by === 'provider'
      ? sql`${done} AND NOT EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId}
            AND from_status = 'Payment Pending' AND to_status = 'Cancelled')`
      : done;
  return [
    enqueueOrderEmail(db, email, moveCause(email), now, when, emailAt),
    ...(email.kind === 'order_paid' ? [enqueueNewOrderEmail(db, change.orderId, now, done)] : []),
  ];
}
