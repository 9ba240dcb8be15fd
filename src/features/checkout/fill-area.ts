/** City and state of a pincode, filled into the delivery form (docs/behaviour.md, "Delivery address"). */

import type { PincodeArea } from '#domain/delivery/pincodes.ts';
import type { AddressDraft } from '#shared/address/draft.dom.ts';

/** City and state as they were filled in; empty where nothing was. */
export type FilledArea = { city: string; state: string };

export const nothingFilled: FilledArea = { city: '', state: '' };

/** @param area `unlisted`: the directory does not know the pincode */
export const areaToFill = (area: PincodeArea | 'unlisted'): FilledArea =>
  area === 'unlisted' ? nothingFilled : { city: area.city ?? '', state: area.state ?? '' };

/**
 * Fills in city and state of the pincode. What the shopper has chosen stays.
 * @param filled what was filled in for the pincode before: it is replaced, or removed
 */
export function fillArea(draft: AddressDraft, area: FilledArea, filled: FilledArea): AddressDraft {
  const value = (name: keyof FilledArea) =>
    [filled[name], ''].includes(draft[name].trim()) ? area[name] : draft[name];
  return { ...draft, city: value('city'), state: value('state') };
}
