/** Refunds of an order, as its shopper sees them. */
import type { ReductionKind } from './reductions.ts';

/** Cancelled, returned or lowered in price; or a payment that came too late, twice, or with another amount. */
export type RefundReason = 'cancelled' | 'returned' | 'adjustment' | 'late_payment' | 'mismatch';

/** How the money of a cash order is sent back. */
export const transferNames = { bank_transfer: 'bank transfer', upi: 'UPI' } as const;
export type TransferKind = keyof typeof transferNames;

/**
 * A refund in responses of the API. Times are ISO 8601 UTC.
 * @property amount rupees
 * @property note the shop's reason
 * @property doneAt when the money was sent
 * @property transfer how cash was sent back @property reference of the bank
 * @property items what was given back with it; none for an amount
 */
export type ApiRefund = {
  amount: number;
  status: 'due' | 'done';
  reason: RefundReason;
  note: string | null;
  at: string;
  doneAt: string | null;
  transfer: TransferKind | null;
  reference: string | null;
  items: RefundedItem[];
};
/** @property quantity 0 for a delivery */
export type RefundedItem = { name: string; quantity: number; kind: ReductionKind };

/** Why money goes back, where the shop has given no reason of its own. */
const reasons: Record<RefundReason, string> = {
  cancelled: 'Cancelled',
  returned: 'Returned',
  adjustment: 'Lowered in price',
  late_payment: 'Paid when the order had ended',
  mismatch: 'Paid with another amount',
};

const kinds: Record<ReductionKind, string> = {
  cancelled: 'cancelled',
  returned: 'returned',
  refunded: 'refunded',
};

/** Whether and how the money has been sent: `Refund on its way`, `Refunded`, `Refunded by UPI, reference 123456`. */
export function refundState({
  status,
  transfer,
  reference,
}: Pick<ApiRefund, 'status' | 'transfer' | 'reference'>): string {
  if (status === 'due') return 'Refund on its way';
  return transfer ? `Refunded by ${transferNames[transfer]}, reference ${reference}` : 'Refunded';
}

export const refundReason = ({ reason, note }: Pick<ApiRefund, 'reason' | 'note'>): string =>
  note ?? reasons[reason];

/** What was given back: `1 × Rose Toner returned`. */
export const refundedItems = ({ items }: Pick<ApiRefund, 'items'>): string[] =>
  items.map(({ name, quantity, kind }) => `${quantity ? `${quantity} × ` : ''}${name} ${kinds[kind]}`);
