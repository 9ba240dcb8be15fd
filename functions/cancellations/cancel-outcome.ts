/** What cancelling an order asks for, and how it ends. */
import { notFound, refusal } from '../lib/refusal.ts';
import { invoiced } from '../orders/change-order.ts';
import { orderChanged } from '../orders/history.ts';
import { providerSilent } from '../providers/provider.ts';

/**
 * @property unlessPaid keeps an order that turns out to be paid: pages of the last release send it when a payment is
 *   left; otherwise a paid order is cancelled and refunded (docs/behaviour.md, "Cancelling")
 * @property seen number of rows of the order's history that the operator had read
 */
export type CancelRequest = {
  orderId: string;
  /** Where the part of the refund goes that the payment does not reach for, encrypted for the order. */
  payout?: string | undefined;
  reason?: string | null;
  unlessPaid?: boolean;
  seen?: number | undefined;
};

/** @property undoUntil until when an operator can undo this call's cancelling, UTC ms */
export type Cancelled = { ok: true; outcome: 'cancelled' | 'paid'; refund: boolean; undoUntil?: number };

/** Why an order, or a part of it, is not cancelled. */
export const cancelRefusals = {
  notFound,
  changed: orderChanged,
  tooLate: refusal(409, 'too_late', 'This order is on its way and cannot be cancelled any more.'),
  invoiced,
  /** The shopper is paying now. */
  underWay: refusal(
    409,
    'payment_pending',
    'A payment for this order is in progress. Please check again in a few minutes.',
  ),
  /** The provider did not say whether the order is paid. */
  providerSilent,
};

/** Why a part of an order is not cancelled, besides `cancelRefusals`. Amounts are paise. */
export const cancelPartRefusals = {
  /** The order waits for its payment, whose amount is fixed. */
  notPaidYet: refusal(
    409,
    'payment_pending',
    'A part of an order can be cancelled once it is paid. Until then you can cancel the whole order.',
  ),
  /** More of a product is to be kept than the order has. */
  notInOrder: refusal(409, 'not_in_order', (name: string, left: number) => ({
    message: left ? `The order has only ${left} of ${name}.` : `${name} is not in this order.`,
  })),
};
