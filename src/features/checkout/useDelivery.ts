import { useEffect, useState } from 'react';
import { draftOf, keepDraft, readDraft } from '#features/addresses/draft.ts';
import { type Errors, useAddress } from '#features/addresses/useAddress.ts';
import type { Shopper } from './shopper.ts';

/**
 * Where the parcel goes: an address out of the shopper's book, or the form. What is typed and chosen is
 * kept over a reload.
 */
export function useDelivery(shopper: Shopper) {
  const { email, addresses: saved } = shopper;
  const [kept] = useState(() => readDraft(shopper));
  const form = useAddress(() => kept.draft);
  const [chosen, choose] = useState(kept.chosen);
  const { draft } = form;
  useEffect(() => keepDraft(email, draft, chosen), [email, draft, chosen]);

  const address = saved.find(({ id }) => id === chosen);
  /** Shows what is wrong; with a saved address only the form has the place for it. */
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
    setErrors,
    /** @returns the address as the server takes it, and what is wrong with the fields when there is none */
    check: () => form.check(address),
  };
}

export type Delivery = ReturnType<typeof useDelivery>;
