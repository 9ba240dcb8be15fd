/** Orders at the desk: how they are looked for, what can be done with them, and how their past reads. */
import { correctable, targetsOf } from '#features/orders/moves.ts';
import {
  type OrderEventKind,
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  unshipped,
} from '#features/orders/order.ts';
import { historyTitle } from '#features/orders/payment.ts';

/** A row of an order's history as operators see it. @property at ISO 8601 UTC @property shown to the shopper too */
export type DeskEvent = {
  _id: string;
  at: string;
  kind: OrderEventKind;
  status: OrderStatus | null;
  reason: string | null;
  shown: boolean;
  by: string;
};

/** What to look for: the beginning of one of the things that people know an order by. */
export type Search = { by: 'reference' | 'phone' | 'email' | 'name'; text: string };

/**
 * What somebody typed into the search box. Up to eight digits are an order's, more are a phone's (`+91`, `0`
 * and separators are left out, as they are stored); with an `@` it is an address, anything else a name.
 * @returns undefined when there is nothing to look for
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

/** The digits as addresses keep them: without the country's code and the trunk's 0. */
function nationalNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return digits.replace(/^91/, '');
  return digits.length > 10 ? digits.replace(/^(91|0)/, '') : digits;
}

/** What the list can be narrowed to by status; `unshipped` is what waits for being packed or sent. */
export const statusFilters = ['unshipped', ...orderStatuses] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const statusesOf = (filter: StatusFilter): readonly OrderStatus[] =>
  filter === 'unshipped' ? unshipped : [filter];

/** What an operator can do with an order: its moves, and what leaves the status as it is. */
export type Deed = OrderStatus | 'correct' | 'collect';

type Standing = { status: OrderStatus; paymentMethod: PaymentMethod; payment: boolean };

/** Everything that is possible now, by the state machine (features/orders/moves.ts). */
export function deedsFor({ status, paymentMethod, payment }: Standing): Deed[] {
  const cash = paymentMethod === 'cod' && !payment;
  const withCash = status === 'Out for Delivery' || status === 'Delivered';
  return [
    ...targetsOf(status, 'operator'),
    ...(correctable.includes(status) ? (['correct'] as const) : []),
    ...(cash && withCash ? (['collect'] as const) : []),
  ];
}

/** A parcel that can still be packed from a slip, or has been: not one that nobody waits for. */
export const hasSlip = (status: OrderStatus): boolean =>
  !['Payment Pending', 'Cancelled', 'Returned'].includes(status);

/** `Asha Rao: Packing`, for a line that says what somebody did meanwhile. */
export const inWords = ({ by, reason, ...event }: DeskEvent): string =>
  `${by}: ${historyTitle(event)}${reason ? ` (${reason})` : ''}`;
