/**
 * Whether the state of an address fits its pincode (docs/behaviour.md, "Delivery address"). The state decides the tax,
 * the pincode the delivery: they must not contradict each other. Pages and the Worker use this file.
 */
import type { State } from 'gst/states';
import type { PincodeArea } from './pincodes.ts';

/** @property message for the field of the state @property states one of which it must be */
export type StateProblem = { message: string; states: readonly State[] };

/**
 * @param area what the directory says of the pincode; anything else if it says nothing
 * @returns undefined if the state fits, if none is chosen, or if the directory does not know the state of the pincode
 */
export function stateProblem(
  pincode: string,
  area: PincodeArea | string | undefined,
  state: string,
): StateProblem | undefined {
  if (typeof area !== 'object' || !state || !area.states.length) return undefined;
  const { states } = area;
  if (states.some((one) => one === state)) return undefined;
  const names = states.join(' or ');
  return {
    message: `The pincode ${pincode} is in ${names}, not in ${state}. Please choose ${names}, or correct the pincode.`,
    states,
  };
}
