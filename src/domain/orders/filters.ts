/** The filters of the desk's list of orders: its URL, its form and the query of the API are made from this list. */

import { paymentNames } from '#domain/payments/payment-methods.ts';
import { type StatusFilter, statusFilters } from './order-rules.ts';

/**
 * A filter by choices, by a day, or else by text.
 * @property label of its field; of `account` and `owed`, which have none, what the list says
 * @property choices the values with their labels @property error of another value
 * @property day whether a period begins or ends with it @property maxLength of the text
 */
export type Filter = {
  label: string;
  choices?: Readonly<Record<string, string>>;
  error?: string;
  day?: 'first' | 'last';
  maxLength?: number;
};

const ownLabels = { unshipped: 'To pack and send', unconfirmed: 'To confirm' };
const statusLabels = {
  ...Object.fromEntries(statusFilters.map((status) => [status, status])),
  ...ownLabels,
} as Record<StatusFilter, string>;

export const orderFilters = {
  q: { label: 'Search' },
  status: { label: 'Status', choices: statusLabels, error: 'is not a status' },
  method: { label: 'Payment', choices: paymentNames, error: 'is not a payment method' },
  paid: {
    label: 'Paid',
    choices: { yes: 'Paid', no: 'Not paid', collect: 'Cash to collect' },
    error: 'is yes, no or collect',
  },
  account: { label: 'Only the orders of one account.', maxLength: 64 },
  /** Its value is made by `owedText` (src/domain/shipping/outstanding.ts). */
  owed: { label: 'Only delivered orders whose cash is outstanding.', maxLength: 100 },
  from: { label: 'From', day: 'first' },
  to: { label: 'To', day: 'last' },
} satisfies Record<string, Filter>;

type Filters = typeof orderFilters;
type ValueOf<One> = One extends { choices: infer Choices } ? keyof Choices & string : string;

/** The values of filters in the URL and in the API's query. */
export type FilterQuery = { [Name in keyof Filters]?: ValueOf<Filters[Name]> };

/** The values of filters that orders are read by. @property from UTC ms, inclusive @property to UTC ms, exclusive */
export type OrderFilter = {
  [Name in keyof Filters]?: Filters[Name] extends { day: unknown } ? number : FilterQuery[Name];
};

/** The filters of a route's parameters that have a known choice, a day or a text. */
export function parseFilters(params: Record<string, string>): FilterQuery {
  const entries = Object.entries<Filter>(orderFilters).flatMap(([name, { choices }]) => {
    const value = params[name]?.slice(0, 254);
    return value && (!choices || Object.hasOwn(choices, value)) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
