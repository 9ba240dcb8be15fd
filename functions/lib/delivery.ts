/** `content/delivery.yaml` and the directory of pincodes in the Worker. */
import { deliveryRules } from '#domain/delivery/delivery.ts';
import { openDirectory } from '#domain/delivery/pincodes.ts';
import { type DeliveryPromise, deliveryPromise, destinationOf } from '#domain/delivery/promise.ts';
import { stateProblem } from '#domain/delivery/state-problem.ts';
import { delivery, store } from '#settings';
// Wrangler finds a text only by its relative path
import directoryText from '../../src/domain/delivery/pincodes.txt';

export const rules = deliveryRules(delivery, store);
const directory = openDirectory(directoryText);

/**
 * What the shop promises for an address.
 * @param state as typed; it counts where the directory names none or several for the pincode
 * @param now UTC ms
 * @returns undefined if it depends on a state that is not known
 */
export function promiseFor(pincode: string, state: string, now: number): DeliveryPromise;
export function promiseFor(
  pincode: string,
  state: string | undefined,
  now: number,
): DeliveryPromise | undefined;
export function promiseFor(pincode: string, state: string | undefined, now: number) {
  const area = directory && (directory.find(pincode) ?? 'unlisted');
  return deliveryPromise(rules, destinationOf(pincode, area, state), now);
}

/**
 * The days that the shop promises for an order that goes ahead now. @param now UTC ms
 * @returns undefined if its address is no longer served: then the days stay
 */
export function newDays({ zipcode, state }: { zipcode: string; state: string }, now: number) {
  const promise = promiseFor(zipcode, state, now);
  return promise.served ? { promisedFrom: promise.from, promisedTo: promise.to } : undefined;
}

/** The state of a pincode, if the directory knows exactly one. */
export const stateOf = (pincode: string): string | undefined => directory?.find(pincode)?.state;

/** What the directory says of a pincode. */
export const areaOf = (pincode: string) => directory?.find(pincode);

/** Why the state of an address contradicts its pincode, as a message for a form; undefined if it does not. */
export const stateMessage = (pincode: string, state: string): string | undefined =>
  stateProblem(pincode, directory?.find(pincode), state)?.message;
