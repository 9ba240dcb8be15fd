import { forgetPendingOrder, markPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { leavePayment } from './leave-payment.api.ts';
import { redirectAfterPayment } from './redirect.dom.ts';

/**
 * Settles a payment that the shopper returns from. Loaded only where there is one.
 * @returns why it was not made, if there is a reason to show; undefined when the page is being left
 */
export async function settlePayment(orderId: string): Promise<{ message?: string } | undefined> {
  const outcome = await leavePayment(orderId);
  switch (outcome.kind) {
    case 'offline':
      return { message: outcome.message };
    case 'unpaid':
      markPendingOrder(orderId, 'left');
      return { message: outcome.message };
    case 'unknown':
      forgetPendingOrder(orderId);
      return {};
    default:
      redirectAfterPayment(outcome, orderId);
      return undefined;
  }
}
