import { useEffect, useRef, useState } from 'react';
import { isPincode, pincodeDigits } from '#domain/delivery/pincode.ts';
import type { PincodeArea } from '#domain/delivery/pincodes.ts';
import { $pincode } from '#features/delivery/pincode.store.ts';
import type { AddressDraft } from '#shared/address/draft.dom.ts';
import { loadDirectory, lookUp } from '#shared/address/pincodes.api.ts';
import type { Address } from '#shared/address/useAddress.ts';

/** City and state as they were filled in; empty where nothing was. */
type FilledArea = { city: string; state: string };

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

/** What the directory says of a pincode; `area` is undefined if the directory could not be loaded. */
export type KnownPincode = { pincode: string; area: Awaited<ReturnType<typeof lookUp>> };

/**
 * Looks up the typed pincode, fills in city and state, and remembers it for the other pages.
 * @returns undefined until the answer for this pincode is known
 */
export function usePincode({ values, setValues, setErrors }: Address): KnownPincode | undefined {
  const typed = pincodeDigits(values.zipcode);
  const [known, setKnown] = useState<KnownPincode>();
  const filled = useRef(nothingFilled);
  const begun = typed !== '';

  useEffect(() => {
    if (begun) void loadDirectory();
  }, [begun]);
  useEffect(() => {
    if (!isPincode(typed)) return;
    let current = true;
    void lookUp(typed).then((area) => {
      const before = filled.current;
      const next = area ? areaToFill(area) : nothingFilled;
      if (!current) {
        // After a reload, the form has what the pincode of the draft had filled in, also if it is typed over at once.
        if (before === nothingFilled) filled.current = next;
        return;
      }
      setKnown({ pincode: typed, area });
      if (!area) return;
      filled.current = next;
      setValues((now) => fillArea(now, next, before));
      if (area === 'unlisted') return;
      $pincode.set(typed);
      setErrors((now) => ({
        ...now,
        ...(next.city && { city: undefined }),
        ...(next.state && { state: undefined }),
      }));
    });
    return () => {
      current = false;
    };
  }, [typed, setValues, setErrors]);
  return known?.pincode === typed ? known : undefined;
}
