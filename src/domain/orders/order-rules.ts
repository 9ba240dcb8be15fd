/** Orders at the desk: the filters, the possible actions and the history. */

import {
  isPaidOnDelivery,
  isTransferred,
  type OrderPaymentMethod,
} from '#domain/payments/payment-methods.ts';
import { canBeRefunded, collectable, correctable, targetsOf } from './moves.ts';
import { ended, type OrderEventKind, type OrderStatus, orderStatuses, unshipped } from './order.ts';

/** A row of an order's history. @property at UTC ms @property shown whether the shopper sees it too */
export type DeskEvent = {
  id: string;
  at: number;
  kind: OrderEventKind;
  status: OrderStatus | null;
  reason: string | null;
  shown: boolean;
  by: string;
};

/**
 * The status filters; `unshipped` are the orders that wait to be packed or sent, but not those that are `unconfirmed`: cash
 * orders that wait for their buyers' confirmation.
 */
export const statusFilters = ['unshipped', 'unconfirmed', ...orderStatuses] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const statusesOf = (filter: StatusFilter): readonly OrderStatus[] => {
  if (filter === 'unshipped') return unshipped;
  return filter === 'unconfirmed' ? ['Order Placed'] : [filter];
};

/** Statuses of an unpaid COD order whose cash is to be collected. View `order_totals` counts the same ones. */
export const cashStatuses: readonly OrderStatus[] = ['Shipped', 'Out for Delivery', 'Delivered'];

/** Statuses in which an order waits for something; the desk counts them. */
export const waitingStatuses = orderStatuses.filter(
  (status): status is WaitingStatus => !ended.includes(status),
);
type WaitingStatus = Exclude<OrderStatus, 'Delivered' | 'Cancelled' | 'Returned'>;
export type WaitingCounts = Record<WaitingStatus | 'unconfirmed', number>;

/** Orders of a status that are counted; a count of this many may be more. */
export const maxCount = 1000;

/** The counts of the status filters; an unknown or uncounted one is undefined. */
export function countOf(
  filter: StatusFilter,
  counts: Partial<Record<OrderStatus | 'unconfirmed', number>> | undefined,
): string | undefined {
  const each =
    filter === 'unconfirmed' ? [counts?.unconfirmed] : statusesOf(filter).map((one) => counts?.[one]);
  if (each.includes(undefined)) return undefined;
  const left = filter === 'unshipped' ? (counts?.unconfirmed ?? 0) : 0;
  const sum = each.reduce<number>((all, count) => all + (count ?? 0), -left);
  // rule: money - a count of orders
  return each.includes(maxCount) ? `${maxCount.toLocaleString('en-IN')}+` : sum.toLocaleString('en-IN');
}

/** Whether the orders of a filter wait for their parcels: the one that waits longest is first. */
export const isOldestFirst = (filter: StatusFilter | undefined): boolean =>
  filter !== undefined && statusesOf(filter).every((status) => unshipped.includes(status));

/** An operator's action on an order: a new status, or one that leaves the status as it is. */
export type OrderAction = OrderStatus | 'correct' | 'collect' | 'transfer' | 'refund' | 'undelivered';

type OrderState = { status: OrderStatus; paymentMethod: OrderPaymentMethod; paid: boolean };

/** The actions that are possible now, by the state machine (src/domain/orders/moves.ts). */
export function actionsFor({ status, paymentMethod, paid }: OrderState): OrderAction[] {
  const cash = isPaidOnDelivery(paymentMethod) && !paid;
  return [
    ...targetsOf(status, 'operator'),
    ...(correctable.includes(status) ? (['correct', 'undelivered'] as const) : []),
    ...(isTransferred(paymentMethod) && (status === 'Payment Pending' || status === 'Cancelled')
      ? (['transfer'] as const)
      : []),
    ...(cash && collectable.includes(status) ? (['collect'] as const) : []),
    ...(paid && canBeRefunded(status) ? (['refund'] as const) : []),
  ];
}

/** Whether an order of this status has a packing slip. */
export const hasPackingSlip = (status: OrderStatus): boolean =>
  !['Payment Pending', 'Cancelled', 'Returned'].includes(status);
