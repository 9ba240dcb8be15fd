/**
 * The outcome of a payment. One rule holds for all: a shopper who may have paid is never sent to a page that
 * charges again, and a shopper who has not paid sees a message (docs/behaviour.md 7.6).
 */
import type { Flash } from '#lib/flash.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';

export type PaymentOutcome =
  | { kind: 'placed'; orderId: string; message?: string }
  /** Not known yet; My Orders shows the order and updates it. */
  | { kind: 'confirming' }
  /** Nothing was charged, and the order is cancelled. */
  | { kind: 'unpaid'; message: string }
  /** The payment was not accepted; the order still waits for one. */
  | { kind: 'refused'; message: string }
  /** The account has no such order. */
  | { kind: 'unknown'; message: string };

const nothingCharged = 'Nothing was charged. Your cart is as you left it.';

const confirming = { kind: 'confirming' } as const;

/** Maps the response of `verifyStripe` and `verifyRazorpay`. Unless it is clearly a "no", it may be a "yes". */
export function afterVerify(response: Outcome<{ orderId: string }>): PaymentOutcome {
  if (response.ok) return { kind: 'placed', orderId: response.data.orderId };
  const { code, message } = response;
  switch (code) {
    case 'payment_failed':
      return { kind: 'unpaid', message };
    case 'payment_unconfirmed':
      return { kind: 'refused', message };
    case 'not_found':
    case 'invalid':
      return { kind: 'unknown', message };
    default:
      return confirming;
  }
}

/**
 * Maps the response of `cancel` with `unlessPaid`, which is called when a shopper returns without a result.
 * @param reason why the payment failed, if known: a sentence
 */
export function afterCancel(
  orderId: string,
  response: Outcome<{ outcome: 'cancelled' | 'paid'; message: string }>,
  reason?: string,
): PaymentOutcome {
  if (response.ok) {
    const { outcome, message } = response.data;
    return outcome === 'paid'
      ? { kind: 'placed', orderId, message }
      : { kind: 'unpaid', message: reason ? `${reason} ${nothingCharged}` : nothingCharged };
  }
  if (response.code === 'not_found') return { kind: 'unknown', message: response.message };
  return confirming;
}

/** The outcome when a new order was refused because an earlier one turned out to be paid: that one is shown. */
export function alreadyPaid({ code, message, body }: Failure): PaymentOutcome | undefined {
  if (code !== 'already_paid' || typeof body.orderId !== 'string') return undefined;
  return { kind: 'placed', orderId: body.orderId, message };
}

/** The page that follows, and its message. Only a shopper who has certainly not paid sees the cart. */
export function redirectFor(payment: PaymentOutcome): { path: string; flash?: Flash } {
  switch (payment.kind) {
    case 'placed': {
      const path = paths.orderPlaced(payment.orderId);
      return payment.message ? { path, flash: { message: payment.message, kind: 'success' } } : { path };
    }
    case 'confirming':
      return { path: paths.orders, flash: { message: 'We are confirming your payment', kind: 'success' } };
    case 'unpaid':
      return { path: paths.cart, flash: { message: payment.message, kind: 'error' } };
    case 'refused':
      return { path: paths.orders, flash: { message: payment.message, kind: 'error' } };
    case 'unknown':
      return { path: paths.orders };
  }
}
