/** The filters of the list of orders. They are stored in the URL, so that Back, links and a reload keep them. */

import { statusFilters } from '#domain/orders/order-rules.ts';
import { paymentMethods } from '#domain/orders/payment-method.ts';
import { keysOf } from '#lib/keys.ts';

const oneOf =
  <T extends string>(all: readonly T[]) =>
  (value: string): T | undefined =>
    all.find((one) => one === value);
const anyText = (value: string): string => value;

/** What each filter makes of a value; nothing of one that it does not know. */
const parsers = {
  q: (value: string): string => value.slice(0, 254),
  status: oneOf(statusFilters),
  method: oneOf(paymentMethods),
  paid: oneOf(['yes', 'no']),
  account: anyText,
  from: anyText,
  to: anyText,
};

export type FilterName = keyof typeof parsers;
type Filters = { [Name in FilterName]?: ReturnType<(typeof parsers)[Name]> };

export const filters = keysOf(parsers);

/** The valid filters of a route's parameters. */
export function parseFilters(params: Record<string, string>): Filters {
  const valid = filters.map((name) => [name, parsers[name](params[name] ?? '')] as const);
  return Object.fromEntries(valid.filter(([, value]) => value)) as Filters;
}
