/**
 * The outcome of a payment. One rule holds for all: a shopper who may have paid is never sent to a page that
 * charges again, and a shopper who has not paid sees a message (docs/behaviour.md, "After paying").
 */
import type { Flash } from '#lib/flash.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { orderPlacedPath, paths } from '#lib/paths.ts';

export type PaymentOutcome =
  | { kind: 'placed'; orderId: string; message?: string }
  /** Not known yet; My Orders shows the order and updates it. */
  | { kind: 'confirming' }
  /** Nothing was charged. The order has ended, or waits for another try. */
  | { kind: 'unpaid'; message: string }
  /** The payment was not accepted, and the order still waits for one; or it was, and goes back. */
  | { kind: 'refused'; message: string }
  /** The account has no such order. */
  | { kind: 'unknown'; message: string };

/** The outcome of leaving a payment: like that of a payment, or nobody could be asked. */
export type LeaveOutcome = PaymentOutcome | { kind: 'offline'; message: string };

const nothingCharged = 'Nothing was charged. Your cart is as you left it.';

export const arrived = 'Your payment has arrived: your order is placed.';

const confirming = { kind: 'confirming' } as const;

/** A next order is safe: the server asks about the earlier one first, and shows it if it is paid. */
const notAsked = 'If you have paid already, we show your order as soon as we reach the shop.';

/** Maps the response of `verifyStripe` and `verifyRazorpay`. Unless it is clearly a "no", it may be a "yes". */
export function afterVerify(response: Outcome<{ orderId: string }>): PaymentOutcome {
  if (response.ok) return { kind: 'placed', orderId: response.data.orderId };
  const { code, message } = response;
  switch (code) {
    case 'payment_failed':
      return { kind: 'unpaid', message };
    case 'payment_unconfirmed':
    case 'sold_out':
      return { kind: 'refused', message };
    case 'not_found':
    case 'invalid':
      return { kind: 'unknown', message };
    default:
      return confirming;
  }
}

/**
 * Maps the response about a payment that the shopper has left without a result.
 * @param reason why the payment failed, if known: a sentence
 */
export function afterLeaving(response: Outcome<{ orderId: string }>, reason?: string): LeaveOutcome {
  if (!response.ok && response.status === 0)
    return { kind: 'offline', message: `${response.message} ${notAsked}` };
  const outcome = afterVerify(response);
  if (outcome.kind === 'placed') return { ...outcome, message: arrived };
  if (outcome.kind !== 'unpaid') return outcome;
  return { kind: 'unpaid', message: reason ? `${reason} ${nothingCharged}` : nothingCharged };
}

/** The outcome when a new order was refused because an earlier one turned out to be paid: that one is shown. */
export function alreadyPaid({ code, message, body }: Failure): PaymentOutcome | undefined {
  if (code !== 'already_paid' || typeof body.orderId !== 'string') return undefined;
  return { kind: 'placed', orderId: body.orderId, message };
}

/**
 * The page that follows, and its message. Only a shopper who has certainly not paid returns to the cart, which shows the
 * message with a button that pays again.
 * @param hasCart whether there is something to order; without it the order was paid again from My Orders
 */
export function redirectFor(payment: PaymentOutcome, hasCart: boolean): { path: string; flash?: Flash } {
  switch (payment.kind) {
    case 'placed': {
      const path = orderPlacedPath(payment.orderId);
      return payment.message ? { path, flash: { message: payment.message, kind: 'success' } } : { path };
    }
    case 'confirming':
      return { path: paths.orders, flash: { message: 'We are confirming your payment', kind: 'success' } };
    case 'unpaid':
      if (hasCart) return { path: paths.cart };
      return { path: paths.orders, flash: { message: payment.message, kind: 'error' } };
    case 'refused':
      return { path: paths.orders, flash: { message: payment.message, kind: 'error' } };
    case 'unknown':
      return { path: paths.orders };
  }
}
