/** Orders at the desk: the search, the filters, the possible actions and the history. */
import { canBeRefunded, correctable, targetsOf } from '#features/orders/moves.ts';
import {
  type OrderEventKind,
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  unshipped,
} from '#features/orders/order.ts';
import { historyTitle } from '#features/orders/payment.ts';

/** A row of an order's history. @property at ISO 8601 UTC @property shown whether the shopper sees it too */
export type DeskEvent = {
  _id: string;
  at: string;
  kind: OrderEventKind;
  status: OrderStatus | null;
  reason: string | null;
  shown: boolean;
  by: string;
};

/** A search for the beginning of a reference, phone number, email address or name. */
export type Search = { by: 'reference' | 'phone' | 'email' | 'name'; text: string };

/**
 * Parses the search box. Up to eight digits are a reference, more are a phone number (without `+91`, `0` and
 * separators, as it is stored); text with an `@` is an email address, other text a name.
 * @returns `undefined` for an empty search
 */
export function readSearch(typed: string): Search | undefined {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (!text) return undefined;
  if (text.includes('@')) return { by: 'email', text };
  const reference = /^(?:ORD-?)?(\d{1,8})$/i.exec(text);
  if (reference) return { by: 'reference', text: `ORD-${reference[1]}` };
  const phone = /^[+\d][\d\s()-]*$/.test(text) ? nationalNumber(text) : undefined;
  return phone ? { by: 'phone', text: phone } : { by: 'name', text };
}

/** The digits as addresses store them: without country code and leading 0. */
function nationalNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return digits.replace(/^91/, '');
  return digits.length > 10 ? digits.replace(/^(91|0)/, '') : digits;
}

/** The status filters; `unshipped` are the orders that wait to be packed or sent. */
export const statusFilters = ['unshipped', ...orderStatuses] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const statusesOf = (filter: StatusFilter): readonly OrderStatus[] =>
  filter === 'unshipped' ? unshipped : [filter];

/** An operator's action on an order: a new status, or one that leaves the status as it is. */
export type OrderAction = OrderStatus | 'correct' | 'collect' | 'refund' | 'undelivered';

type OrderState = { status: OrderStatus; paymentMethod: PaymentMethod; payment: boolean };

/** The actions that are possible now, by the state machine (src/features/orders/moves.ts). */
export function actionsFor({ status, paymentMethod, payment }: OrderState): OrderAction[] {
  const cash = paymentMethod === 'cod' && !payment;
  const withCash = status === 'Out for Delivery' || status === 'Delivered';
  return [
    ...targetsOf(status, 'operator'),
    ...(correctable.includes(status) ? (['correct', 'undelivered'] as const) : []),
    ...(cash && withCash ? (['collect'] as const) : []),
    ...(payment && canBeRefunded(status) ? (['refund'] as const) : []),
  ];
}

/** Whether an order of this status has a packing slip. */
export const hasPackingSlip = (status: OrderStatus): boolean =>
  !['Payment Pending', 'Cancelled', 'Returned'].includes(status);

/** One line about an event: `Asha Rao: Packing`. */
export const eventLabel = ({ by, reason, ...event }: DeskEvent): string =>
  `${by}: ${historyTitle(event)}${reason ? ` (${reason})` : ''}`;
