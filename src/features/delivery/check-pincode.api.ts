/** What a page says when somebody has entered a pincode. */

import {
  type DeliveryPromise,
  type DeliveryRules,
  deliveryPromise,
  destinationOf,
} from '#domain/delivery/promise.ts';
import { clockOffset } from '#lib/server-clock.api.ts';
import { lookUp } from '#shared/address/pincodes.api.ts';

export type PincodeCheck = {
  /** undefined if it cannot be told. */
  promise: DeliveryPromise | undefined;
  /** Why it cannot be told; a sentence or two. */
  problem: string | undefined;
  /** ms to add to `Date.now()`; undefined if the server's time is not known: then no countdown is shown. */
  clockOffset: number | undefined;
};

/** @param pincode six digits */
export async function checkPincode(rules: DeliveryRules, pincode: string): Promise<PincodeCheck> {
  const [area, offset] = await Promise.all([lookUp(pincode), clockOffset()]);
  const destination = destinationOf(pincode, area);
  const promise = deliveryPromise(rules, destination, Date.now() + (offset ?? 0));
  return { promise, problem: promise ? undefined : problemOf(pincode, area), clockOffset: offset };
}

function problemOf(pincode: string, area: Awaited<ReturnType<typeof lookUp>>): string {
  if (!area) return 'We cannot look up pincodes at the moment. Checkout shows the date.';
  if (area === 'unlisted') return `We do not know the pincode ${pincode}. Please check it.`;
  return 'The date depends on your state. Checkout shows it when you have chosen one.';
}
