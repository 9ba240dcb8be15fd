import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { useDraft } from '#ui/useDraft.ts';
import type { AddressDraft } from './draft.dom.ts';

const loadFields = (options?: typeof optional) =>
  loadPart(() => import('#domain/addresses/address.ts'), options);

async function loadSchema(options?: typeof optional) {
  const { addressForm, named } = await loadFields(options);
  const form = named(addressForm);
  return { shape: addressForm.shape, safeParse: (typed: unknown) => form.safeParse(typed) };
}

/** Of an order by phone. */
async function loadPhoneSchema(options?: typeof optional) {
  const { addressForm, named, optionalEmail: email } = await loadFields(options);
  const fields = addressForm.extend({ email });
  const form = named(fields);
  return { shape: fields.shape, safeParse: (typed: unknown) => form.safeParse(typed) };
}

/** The state of an address form. @param optionalEmail the email may be left out */
export const useAddress = (initial: () => AddressDraft, optionalEmail = false) =>
  useDraft(initial, optionalEmail ? loadPhoneSchema : loadSchema);

export type Address = ReturnType<typeof useAddress>;
