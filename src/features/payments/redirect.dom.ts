/** Leaves the page after a payment: updates the cart and the stored order, and sets the message of the next page. */

import { pieces } from '#domain/cart/cart.ts';
import { keepLink, keptLink } from '#features/accounts/useLinkToken.ts';
import { forgetPendingOrder, markPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { removeOrderFromCart } from '#features/cart/remove-order.dom.ts';
import { type Flash, setFlash } from '#lib/flash.dom.ts';
import { paths } from '#lib/paths.ts';
import { unpaidKey, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { dropDraft } from '#shared/address/draft.dom.ts';
import { $cart } from '#shared/cart/cart.store.ts';
import { forgetLinkPayment, linkPaymentOf } from './link-payment.dom.ts';
import { arrived, type PaymentOutcome, redirectFor } from './outcome.ts';

/** Updates what this tab stores about the order. */
function updatePendingOrder(outcome: PaymentOutcome, orderId: string): void {
  switch (outcome.kind) {
    case 'placed':
      removeOrderFromCart(outcome.orderId);
      dropDraft();
      break;
    case 'confirming':
      markPendingOrder(orderId, 'confirming');
      break;
    case 'unpaid':
      markPendingOrder(orderId, 'left');
      break;
    case 'unknown':
      forgetPendingOrder(orderId);
  }
}

/**
 * Goes back to the page of an order whose link has paid it: this device has no list with the order.
 * @param flash for the shopper @returns whether it does
 */
export function leaveLinkPayment(orderId: string, flash: Flash | undefined): boolean {
  const paid = linkPaymentOf(orderId);
  if (!paid) return false;
  forgetLinkPayment();
  keepLink(keptLink, paid.link);
  if (flash) setFlash(flash);
  location.replace(paths.order);
  return true;
}

/**
 * Goes to the page that fits the outcome. It replaces this page: Back must not return to one that would pay or ask
 * again. @param orderId the order that was being paid
 */
export function redirectAfterPayment(outcome: PaymentOutcome, orderId: string): void {
  const ofLink =
    outcome.kind === 'placed'
      ? { message: outcome.message ?? arrived, kind: 'success' as const }
      : redirectFor(outcome, false).flash;
  if (leaveLinkPayment(orderId, ofLink)) return;
  updatePendingOrder(outcome, orderId);
  const { path, flash } = redirectFor(outcome, pieces($cart.get()) > 0);
  if (flash) setFlash(flash);
  else if (outcome.kind === 'unpaid') writeSessionStorage(unpaidKey, outcome.message);
  location.replace(path);
}
