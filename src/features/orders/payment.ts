/** What a card says of an order's money and of its past (docs/behaviour.md 8.6). */
import { formatTime } from '#lib/dates.ts';
import { type ApiOrder, type ApiOrderEvent, holdMinutes } from './order.ts';

/** It waits for money that is paid online. */
export const isWaiting = ({ status }: Pick<ApiOrder, 'status'>): boolean => status === 'Payment Pending';

/** The row about money that goes back; none when none does. */
export const refundWord = ({ refund }: Pick<ApiOrder, 'refund'>): string | undefined =>
  refund === 'done' ? 'Refunded' : refund === 'due' ? 'Refund on its way' : undefined;

/**
 * What a waiting order says. @param confirming the shopper came back from paying, without a result yet
 * @param now UTC ms
 */
export function waitingNote({ date }: Pick<ApiOrder, 'date'>, confirming: boolean, now: number): string {
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
};

/** An event of the order's history in words. */
export function historyTitle({ kind, status }: Pick<ApiOrderEvent, 'kind' | 'status'>): string {
  if (kind !== 'status') return titles[kind];
  return status === 'Payment Pending' ? 'Waiting for payment' : (status ?? 'Note');
}

/** Why an order has ended, if somebody has said why. */
export function endingReason(history: readonly ApiOrderEvent[]): string | undefined {
  const ending = history.findLast(({ status }) => status === 'Cancelled' || status === 'Returned');
  return ending?.reason ?? undefined;
}
