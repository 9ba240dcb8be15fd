/** Calls about shipping many orders. */

import { maxNumber, maxOrders } from '#domain/shipping/shipping-constants.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

/** An order that is to be shipped, or that has a tracking number. */
export type ShippingOrder = ResponseOf<typeof api.desk.shipping.orders.$post>['orders'][number];

/** The orders with these ids; without ids those that are Packing. */
export const loadOrders = (orderIds: readonly string[] | undefined) =>
  send(api.desk.shipping.orders.$post({ json: orderIds ? { orderIds: [...orderIds] } : {} }));

/** The phrases by which the statuses of a courier's file are understood. */
export const loadStatusPhrases = () => send(api.desk.shipping.statuses.$get());

/** The orders that have one of these as their tracking number or reference, of any number of them. */
export async function ordersByNumber(numbers: readonly string[]): Promise<Outcome<ShippingOrder[]>> {
  const found: ShippingOrder[] = [];
  for (let from = 0; from < numbers.length; from += maxOrders) {
    const some = numbers.slice(from, from + maxOrders);
    const answer = await send(api.desk.shipping.numbers.$post({ json: { numbers: some } }));
    if (!answer.ok) return answer;
    found.push(...answer.data.orders);
  }
  return { ok: true, data: found };
}

/** The orders that the lines of a courier's file name. */
export function ordersOfLines(lines: readonly { raw: string; number: string }[]) {
  // Orders may have their number as it was typed.
  const numbers = [...new Set(lines.flatMap(({ raw, number }) => [raw, number]))];
  return ordersByNumber(
    numbers.filter((number) => number.trim() && number.length <= maxNumber && /^[ -~]+$/.test(number)),
  );
}
