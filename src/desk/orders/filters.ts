/** The filters of the list of orders. They are stored in the URL, so that Back, links and a reload keep them. */

import { statusFilters } from '#domain/orders/order-rules.ts';
import { paymentMethods } from '#domain/orders/payment-method.ts';

export const filters = ['q', 'status', 'method', 'paid', 'account', 'from', 'to'] as const;

const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
  all.find((one) => one === value);

/** The valid filters of a route's parameters. */
export function parseFilters({ q, status, method, paid, account, from, to }: Record<string, string>) {
  const valid = {
    q: q?.slice(0, 254),
    status: oneOf(statusFilters, status),
    method: oneOf(paymentMethods, method),
    paid: oneOf(['yes', 'no'], paid),
    account,
    from,
    to,
  };
  return Object.fromEntries(Object.entries(valid).filter(([, value]) => value)) as Partial<typeof valid>;
}
