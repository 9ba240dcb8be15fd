import { markPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { leavePayment } from '#features/payments/leave-payment.api.ts';
import type { LeaveOutcome, PaymentOutcome } from '#features/payments/outcome.ts';
import { redirectAfterPayment } from '#features/payments/redirect.dom.ts';
import type { StartedPayment } from '#features/payments/started.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { OrderProblem } from './problem.ts';
import type { OrderProgress } from './useOrderProgress.ts';

/** After this time the button works again, if the payment page has not opened, ms. */
const redirectTimeout = 10_000;

const notOpened =
  'The payment page could not be opened, and nothing was charged. Please choose another way to pay.';

/** @property shop the name that the payment window shows */
type Options = Pick<OrderProgress, 'fail' | 'idle' | 'setBusy'> & { shop: string; onPlaced: () => void };

/** The payment of an order that was placed. */
export function paymentSteps({ shop, onPlaced, fail, idle, setBusy }: Options) {
  const redirect = (outcome: PaymentOutcome, orderId: string): undefined => {
    if (outcome.kind === 'placed') onPlaced();
    redirectAfterPayment(outcome, orderId);
  };

  /**
   * Stays with everything that was typed when nothing was paid, or when nobody could be asked: another payment method is
   * one tap away.
   */
  const stayUnlessPaid = (outcome: LeaveOutcome, orderId: string) => {
    if (outcome.kind === 'offline') return fail({ kind: 'unpaid', message: outcome.message });
    if (outcome.kind !== 'unpaid' && outcome.kind !== 'refused') return redirect(outcome, orderId);
    if (outcome.kind === 'unpaid') markPendingOrder(orderId, 'left');
    return fail({ kind: 'unpaid', message: outcome.message });
  };

  /** The payment page could not be opened, so nothing can have been paid. */
  const stayUnopened = (orderId: string) => stayUnlessPaid({ kind: 'unpaid', message: notOpened }, orderId);

  /** Continues with the payment. @returns the problem, or undefined when the page is being left */
  const continuePayment = async (started: StartedPayment): Promise<OrderProblem | undefined> => {
    const { orderId } = started;
    switch (started.kind) {
      case 'placed':
        return redirect(started, orderId);
      case 'card':
        setBusy('Taking you to the payment page…');
        location.assign(started.page.href);
        setTimeout(idle, redirectTimeout);
        return undefined;
      case 'url_refused':
        return stayUnopened(orderId);
      case 'widget': {
        const paying = await loadPart(() => import('#features/payments/pay.api.ts')).catch(() => undefined);
        const result = await paying?.payInWidget(started, shop, setBusy);
        if (!result || (result.kind === 'dismissed' && !result.opened)) return stayUnopened(orderId);
        if (result.kind !== 'dismissed') return stayUnlessPaid(result, orderId);
        setBusy('One moment…');
        return stayUnlessPaid(await leavePayment(orderId, result.reason), orderId);
      }
    }
  };

  return { redirect, continuePayment };
}
