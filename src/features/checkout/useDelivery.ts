import { useEffect, useState } from 'react';
import type { State } from '#features/addresses/address.ts';
import { draftOf, readDraft, saveDraft } from '#features/addresses/draft.dom.ts';
import { type Errors, useAddress } from '#features/addresses/useAddress.ts';
import { isPincode } from '#features/delivery/pincode.ts';
import type { Shopper } from './shopper.api.ts';

/** The delivery address: a saved one, or the form. What is typed and chosen survives a reload. */
export function useDelivery(shopper: Shopper) {
  const { email, addresses: saved } = shopper;
  const [stored] = useState(() => readDraft(shopper));
  const form = useAddress(() => stored.draft);
  const [chosen, choose] = useState(stored.chosen);
  // Changes when the form's shopper becomes a guest, by ordering.
  const [owner, setOwner] = useState(email);
  const { draft } = form;
  useEffect(() => {
    // An empty form must not replace what an account has typed whose session has ended meanwhile.
    if (owner || draft !== stored.draft) saveDraft(owner, draft, chosen);
  }, [owner, draft, chosen, stored]);

  const address = saved.find(({ id }) => id === chosen);
  const { zipcode, state } = address ?? draft;
  /** Shows errors. Only the form can show them, so a saved address with errors is copied into the form. */
  const setErrors = (errors: Errors) => {
    if (address && Object.keys(errors).length) {
      form.setDraft(draftOf(address));
      choose('');
    }
    form.setErrors(errors);
  };
  return {
    form,
    saved,
    /** Id of a saved address; empty for the form. */
    chosen: address?.id ?? '',
    choose,
    /** What the delivery promise depends on; undefined until there is a pincode. */
    destination: isPincode(zipcode)
      ? { pincode: zipcode, ...(state && { state: state as State }) }
      : undefined,
    setErrors,
    setOwner,
    /** @returns the address as the server takes it, or the errors of its fields */
    check: () => form.check(address),
  };
}

export type Delivery = ReturnType<typeof useDelivery>;
