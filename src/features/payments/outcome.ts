/**
 * Where paying has led. One rule stands behind all of it: whoever may have paid is never led to where
 * they would pay again, and whoever has paid nothing is told so (docs/behaviour.md 7.6).
 */
import type { Flash } from '#lib/flash.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';

export type Ending =
  | { kind: 'placed'; orderId: string; message?: string }
  /** Nobody knows yet; the order is shown, and turns by itself. */
  | { kind: 'confirming' }
  /** Nothing was charged, and the order is over. */
  | { kind: 'unpaid'; message: string }
  /** Not accepted as a payment, and the order still waits for one. */
  | { kind: 'refused'; message: string }
  /** No such order of this account. */
  | { kind: 'unknown'; message: string };

const nothingCharged = 'Nothing was charged. Your cart is as you left it.';

const confirming = { kind: 'confirming' } as const;

/** What `verifyStripe` and `verifyRazorpay` say. Everything that is not clearly a "no" may be a "yes". */
export function afterVerify(answer: Outcome<{ orderId: string }>): Ending {
  if (answer.ok) return { kind: 'placed', orderId: answer.data.orderId };
  const { code, message } = answer;
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
 * What `cancel` with `unlessPaid` says, asked when a shopper comes back without a result.
 * @param reason why the payment was not made, if that is known: a sentence
 */
export function afterGivingUp(
  orderId: string,
  answer: Outcome<{ outcome: 'cancelled' | 'paid'; message: string }>,
  reason?: string,
): Ending {
  if (answer.ok) {
    const { outcome, message } = answer.data;
    return outcome === 'paid'
      ? { kind: 'placed', orderId, message }
      : { kind: 'unpaid', message: reason ? `${reason} ${nothingCharged}` : nothingCharged };
  }
  if (answer.code === 'not_found') return { kind: 'unknown', message: answer.message };
  return confirming;
}

/** An earlier order turned out to be paid while a new one was begun: that one is shown. */
export function alreadyPaid({ code, message, body }: Failure): Ending | undefined {
  if (code !== 'already_paid' || typeof body.orderId !== 'string') return undefined;
  return { kind: 'placed', orderId: body.orderId, message };
}

/** Where a shopper goes then, and what the next page says. Only who has certainly paid nothing sees the cart. */
export function destinationOf(ending: Ending): { path: string; flash?: Flash } {
  switch (ending.kind) {
    case 'placed': {
      const path = paths.orderPlaced(ending.orderId);
      return ending.message ? { path, flash: { message: ending.message, kind: 'success' } } : { path };
    }
    case 'confirming':
      return { path: paths.orders, flash: { message: 'We are confirming your payment', kind: 'success' } };
    case 'unpaid':
      return { path: paths.cart, flash: { message: ending.message, kind: 'error' } };
    case 'refused':
      return { path: paths.orders, flash: { message: ending.message, kind: 'error' } };
    case 'unknown':
      return { path: paths.orders };
  }
}
