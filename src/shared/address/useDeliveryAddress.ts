import { useEffect, useState } from 'react';
import { isPincode, pincodeDigits } from '#domain/delivery/pincode.ts';
import { stateProblem } from '#domain/delivery/state-problem.ts';
import { lookUp } from './pincodes.api.ts';
import { type AddressOptions, useAddress } from './useAddress.ts';

type Known = { pincode: string; area: Awaited<ReturnType<typeof lookUp>> };

/**
 * The fields of an address whose state must fit its pincode.
 * @returns `stateProblem`: why it does not. The Worker checks it too, so a late directory stops nobody.
 */
export function useDeliveryAddress(initial: Parameters<typeof useAddress>[0], options?: AddressOptions) {
  const fields = useAddress(initial, options);
  const { zipcode, state } = fields.values;
  const pincode = pincodeDigits(zipcode);
  const [known, setKnown] = useState<Known>();
  const complete = isPincode(pincode) && state !== '';
  useEffect(() => {
    if (!complete) return;
    let current = true;
    void lookUp(pincode).then((area) => {
      if (current) setKnown({ pincode, area });
    });
    return () => {
      current = false;
    };
  }, [complete, pincode]);
  // Digits of another script, marks of direction: the schema cleans them at once, so that the area is found.
  const isUnusual = pincode.length >= 6 && /\D/.test(pincode);
  const { leave } = fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text; `leave` is another one in each render
  useEffect(() => {
    if (isUnusual) void leave('zipcode');
  }, [isUnusual, pincode]);
  const problem = known?.pincode === pincode ? stateProblem(pincode, known.area, state) : undefined;
  /** @param given another address than that of the form: only the Worker compares its state */
  const check: typeof fields.check = async (given) => {
    const checked = await fields.check(given);
    return problem && checked.data && given === undefined ? { errors: { state: problem.message } } : checked;
  };
  return { ...fields, check, stateProblem: problem };
}
