/** What a move of an order does, as effects: one list for the move and, by their reverses, for undoing it. */
import { eq } from 'drizzle-orm';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { OrderEmail } from '#db/schema/outbox-email.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { askAfterDays } from '#domain/reviews/review-constants.ts';
import { oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';
import { store } from '../lib/store.ts';
import type { OrderRead } from './change-order.ts';
import { type Effect, insert, update, updateWhere } from './effects.ts';

/** How long after delivery the buyer is asked for reviews (functions/reviews/ask.ts), ms. */
const askAfter = askAfterDays * oneDay;

/**
 * @property set further columns of the order
 * @property undelivered a return of a parcel that the courier could not deliver
 * @property refund what goes back of a paid order that is cancelled, paise; all by default
 * @property payout where the part goes that its payment does not reach for, encrypted for the order
 * @property soldOut the order was paid when its pieces were gone: its code is given back too
 * @property emailAt when the email may be sent, UTC ms: later than now for a move that can be undone
 */
export type Move = {
  to: OrderStatus;
  reason?: string | null;
  set?: Partial<typeof orders.$inferSelect>;
  undelivered?: boolean;
  refund?: Paise | undefined;
  payout?: string | undefined;
  soldOut?: boolean;
  emailAt?: number | undefined;
};

/** The email about a move, if there is one. None where the shopper or the provider ends an order before it is paid. */
export function emailOf(
  {
    order: { id: orderId, status },
    by,
  }: Pick<OrderRead, 'by'> & { order: { id: string; status: OrderStatus } },
  { to, reason = null, undelivered }: Pick<Move, 'to' | 'reason' | 'undelivered'>,
): OrderEmail | undefined {
  switch (to) {
    case 'Order Placed':
      return { kind: 'order_paid', orderId };
    case 'Shipped':
      return { kind: 'order_shipped', orderId };
    case 'Delivered':
      return { kind: 'order_delivered', orderId };
    case 'Cancelled':
      if (status === 'Payment Pending' && (by === 'shopper' || by === 'provider')) return undefined;
      return { kind: 'order_cancelled', orderId, reason: by === 'shopper' ? null : reason };
    case 'Returned':
      return { kind: undelivered ? 'order_undelivered' : 'order_returned', orderId, reason };
    default:
      return undefined;
  }
}

/** Cause of the email about a move. */
export const moveCause = ({ kind, orderId }: OrderEmail): string => `${kind}:${orderId}`;

/** Why an order is cancelled whose pieces are gone when it is paid. */
export const soldOut = 'The last pieces were sold before the payment arrived.';

/** The pieces of an order are gone when it is paid: it is cancelled by the shop, and all goes back. @param now UTC ms */
export const effectsOfSoldOut = (read: OrderRead, now: number): Effect[] =>
  effectsOfMove(
    { ...read, by: 'shop' },
    { to: 'Cancelled', reason: soldOut, set: { paid: true }, soldOut: true },
    now,
  );

/** @param now UTC ms */
export function effectsOfMove(read: OrderRead, move: Move, now: number): Effect[] {
  const { order } = read;
  const { to, set, undelivered, emailAt: sendAt } = move;
  const email = emailOf(read, move);
  const columns = Object.keys(set ?? {}) as (keyof typeof order)[];
  return [
    update(
      orders,
      order.id,
      {
        status: to,
        askAt: to === 'Delivered' && store.features.reviews ? now + askAfter : null,
        ...(undelivered && { undelivered }),
        ...set,
      },
      { status: order.status, askAt: null, ...Object.fromEntries(columns.map((key) => [key, order[key]])) },
    ),
    ...(to === 'Cancelled' ? effectsOfCancelling(read, move, now) : []),
    ...(email ? [{ effect: 'email', email, cause: moveCause(email), sendAt } as const] : []),
    ...(email?.kind === 'order_paid' ? [{ effect: 'new order' } as const] : []),
  ];
}

function effectsOfCancelling(
  { order, payment, received, by }: OrderRead,
  { reason = null, set, refund, payout, soldOut, emailAt }: Move,
  now: number,
): Effect[] {
  const isPaid = set?.paid ?? order.paid;
  const id = crypto.randomUUID();
  return [
    ...(order.reserved ? [{ effect: 'stock', how: 'give', pieces: 'all' } as const] : []),
    // A paid order's use of its code stays (docs/behaviour.md, "Discount codes").
    ...(order.couponCode && (soldOut || !isPaid)
      ? [{ effect: 'code', code: order.couponCode, uses: -1 } as const]
      : []),
    // The provider is asked no more.
    ...(payment ? [updateWhere(payments, eq(payments.orderId, order.id), { nextAskAt: null })] : []),
    ...(isPaid
      ? [
          {
            effect: 'refund' as const,
            id,
            amount: refund,
            reason: 'cancelled' as const,
            payout,
            emailAt,
            note: by === 'operator' ? reason : null,
            detail: 'The order was cancelled after it had been paid.',
          },
        ]
      : []),
    // What has come by bank transfer for an order that ends before it is paid.
    ...(!isPaid && received
      ? insert(refunds, {
          id,
          orderId: order.id,
          amount: received,
          reason: 'late_payment' as const,
          status: 'due' as const,
          payout: payout ?? null,
          createdAt: now,
        })
      : []),
  ];
}
