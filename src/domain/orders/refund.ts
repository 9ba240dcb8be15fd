/** Refunds of an order, as its shopper sees them. */

import { paymentRules } from '#domain/payments/payment-methods.ts';
import { keysOf } from '#lib/keys.ts';
import type { Paise, Rupees } from '#lib/money.ts';
import { moneyBack, type PaidWith } from './money-back.ts';
import type { ReductionKind } from './reductions.ts';

/**
 * Why money goes back.
 * @property label at the desk @property toShopper where no operator has written a note
 * @property gives `value`: of the order; what was paid for it bounds the sum of these. `postage`: what the shopper has paid to send a
 *   return. `foreign`: money that is not the order's, since it came too late, twice, or with another amount
 */
export const refundReasons = {
  cancelled: { label: 'Cancelled after it was paid', toShopper: 'Cancelled', gives: 'value' },
  returned: { label: 'Returned', toShopper: 'Returned', gives: 'value' },
  adjustment: { label: 'Price reduced', toShopper: 'Price reduced', gives: 'value' },
  postage: { label: 'Postage of a return', toShopper: 'Postage of the return', gives: 'postage' },
  late_payment: {
    label: 'Paid too late, or twice',
    toShopper: 'Paid after the order had ended',
    gives: 'foreign',
  },
  mismatch: {
    label: 'Amount does not match the order',
    toShopper: 'Paid with another amount',
    gives: 'foreign',
  },
} as const satisfies Record<
  string,
  { label: string; toShopper: string; gives: 'value' | 'postage' | 'foreign' }
>;
export type RefundReason = keyof typeof refundReasons;
export const refundReasonNames = keysOf(refundReasons);

/** Whether a refund gives back the value of its order: what was paid for the order bounds the sum of these. */
export const isOwnValue = (reason: RefundReason): boolean => refundReasons[reason].gives === 'value';

/** Of money that is not the order's. */
export const foreignReasons = refundReasonNames.filter((reason) => refundReasons[reason].gives === 'foreign');

/** How money is sent back by hand. */
export const transferNames = { bank_transfer: 'bank transfer', upi: 'UPI' } as const;
export type TransferKind = keyof typeof transferNames;
/** `exchange`: nothing was sent, since it has paid for the order that the reference names. */
export type RefundTransfer = TransferKind | 'exchange';

/** `by UPI, reference 123456`, or the order that the money has paid for. */
export const transferText = (transfer: RefundTransfer, reference: string | null): string =>
  transfer === 'exchange'
    ? `as payment of order ${reference}`
    : `by ${transferNames[transfer]}, reference ${reference}`;

/** Whether a refund has to wait for the next one of its order. @param waiting what waits already, paise */
export function isTooSmallAlone(paid: PaidWith, amount: Paise, waiting: Paise): boolean {
  const { payment } = moneyBack(paid, amount);
  return paid.method !== null && payment > 0 && payment + waiting < paymentRules[paid.method].smallestRefund;
}

/**
 * A refund in responses of the API. Times are ISO 8601 UTC.
 * @property amount rupees
 * @property note the shop's reason
 * @property doneAt when the money was sent
 * @property transfer how it was sent, where the provider did not @property reference of the bank, or of the order that it has paid
 * @property byHand no online payment takes it back @property needsAccount it is sent by hand, and the shopper has not said where to
 * @property items what was given back with it; none for an amount
 */
export type ApiRefund = {
  amount: Rupees;
  /** `too_small`: it is added to the next refund of the order. */
  status: 'due' | 'done' | 'too_small';
  reason: RefundReason;
  note: string | null;
  at: string;
  doneAt: string | null;
  transfer: RefundTransfer | null;
  reference: string | null;
  byHand?: true;
  needsAccount?: true;
  items: RefundedItem[];
};
/** @property quantity 0 for a delivery */
export type RefundedItem = { name: string; quantity: number; kind: ReductionKind };

const kinds: Record<ReductionKind, string> = {
  cancelled: 'cancelled',
  returned: 'returned',
  refunded: 'refunded',
};

/** What happens with a refund that the payment provider is not able to send alone. */
export const tooSmallText =
  'Below the smallest refund that the payment provider can send. It is sent together with the next refund of this order.';

/**
 * Whether and how the money has been sent: `Refund on its way`, `Refunded`, `Refunded by UPI, reference 123456`, `Exchanged, as
 * payment of order ORD-123456`, or why it was not.
 */
export function refundState({
  status,
  transfer,
  reference,
}: Pick<ApiRefund, 'status' | 'transfer' | 'reference'>): string {
  if (status === 'due') return 'Refund on its way';
  if (status === 'too_small') return tooSmallText;
  if (!transfer) return 'Refunded';
  return `${transfer === 'exchange' ? 'Exchanged,' : 'Refunded'} ${transferText(transfer, reference)}`;
}

export const refundReason = ({ reason, note }: Pick<ApiRefund, 'reason' | 'note'>): string =>
  note ?? refundReasons[reason].toShopper;

/** What was given back: `1 × Rose Toner returned`. */
export const refundedItems = ({ items }: Pick<ApiRefund, 'items'>): string[] =>
  items.map(({ name, quantity, kind }) => `${quantity ? `${quantity} × ` : ''}${name} ${kinds[kind]}`);
