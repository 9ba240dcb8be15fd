/** The texts of a card about payment and history (docs/behaviour.md, "My Orders"). */
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { formatTime } from '#lib/dates.ts';
import { type ApiOrder, type ApiOrderEvent, holdMinutes } from './order.ts';

/** Whether the order waits for its online payment. */
export const isPaymentPending = ({ status }: Pick<ApiOrder, 'status'>): boolean =>
  status === 'Payment Pending';

/**
 * Whether it is an attempt that was never paid: My Orders does not count it as an order (docs/behaviour.md,
 * "My Orders").
 */
export const isUnpaidAttempt = ({
  status,
  payment,
  paymentMethod,
  refunds,
}: Pick<ApiOrder, 'status' | 'payment' | 'paymentMethod' | 'refunds'>): boolean =>
  status === 'Cancelled' && !isPaidOnDelivery(paymentMethod) && !payment && !refunds.length;

/**
 * The note of a pending order. @param confirming the shopper has returned from a payment without a result
 * @param now UTC ms
 */
export function pendingPaymentNote(
  { date }: Pick<ApiOrder, 'date'>,
  confirming: boolean,
  now: number,
): string {
  if (confirming)
    return 'We are confirming your payment. This can take a few minutes; please wait before you pay again.';
  const until = Date.parse(date) + holdMinutes * 60_000;
  if (now >= until)
    return 'The time for paying is over. We are asking the bank whether your payment has arrived.';
  return `Waiting for your payment. We keep your products for ${holdMinutes} minutes, until ${formatTime(until)}.`;
}

const titles: Record<Exclude<ApiOrderEvent['kind'], 'status'>, string> = {
  tracking: 'Tracking number',
  payment: 'Payment',
  refund: 'Refund',
  note: 'Note',
  cancellation: 'Partly cancelled',
  correction: 'Corrected',
  return: 'Return',
  confirmation: 'Confirmed',
};

/** The title of an event of the history. @param asked whether the buyer had to confirm the order: it was not placed before */
export function historyTitle(
  { kind, status }: Pick<ApiOrderEvent, 'kind' | 'status'>,
  asked = false,
): string {
  if (kind !== 'status') return titles[kind];
  if (asked && status === 'Order Placed') return 'Ordered';
  return status === 'Payment Pending' ? 'Waiting for payment' : (status ?? 'Note');
}

/** The reason of a cancellation or return, if there is one. */
export function endReason(history: readonly ApiOrderEvent[]): string | undefined {
  const ending = history.findLast(({ status }) => status === 'Cancelled' || status === 'Returned');
  return ending?.reason ?? undefined;
}

/** When the parcel was delivered, ISO 8601 UTC, as far as the history says. */
export const deliveredAt = (history: readonly ApiOrderEvent[]): string | undefined =>
  history.findLast(({ status }) => status === 'Delivered')?.at;

/**
 * The payment in a word. Nobody gets a parcel on delivery without paying for it, so one that is delivered is not called
 * unpaid while the shop has not recorded the courier's cash.
 */
export function paymentState({
  payment,
  paymentMethod,
  status,
}: Pick<ApiOrder, 'payment' | 'paymentMethod' | 'status'>): string {
  if (payment) return 'Paid';
  return isPaidOnDelivery(paymentMethod) && status === 'Delivered' ? 'Cash on delivery' : 'Unpaid';
}
