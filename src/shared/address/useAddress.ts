import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { useDraft } from '#ui/useDraft.ts';
import type { AddressDraft } from './draft.dom.ts';

async function loadSchema(options?: typeof optional) {
  const { addressForm, named } = await loadPart(() => import('#domain/addresses/address.ts'), options);
  const form = named(addressForm);
  return { shape: addressForm.shape, safeParse: (typed: unknown) => form.safeParse(typed) };
}

/** The state of an address form. */
export const useAddress = (initial: () => AddressDraft) => useDraft(initial, loadSchema);

export type Address = ReturnType<typeof useAddress>;
