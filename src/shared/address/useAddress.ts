import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { type LoadSchema, useFields } from '#ui/useFields.ts';
import type { AddressDraft } from './draft.dom.ts';

/** @property optionalEmail the email may be left out; the others as those of `useFields` */
export type AddressOptions = { optionalEmail?: boolean; checksOnLeave?: boolean; onTouch?: () => void };

const loadFields = (options?: typeof optional) =>
  loadPart(() => import('#domain/addresses/address.ts'), options);

/** Of an order, or of one by phone. */
const schemaOf = (optionalEmail: boolean) => async (options?: typeof optional) => {
  const { addressForm, named, ...rules } = await loadFields(options);
  const fields = optionalEmail ? addressForm.extend({ email: rules.optionalEmail }) : addressForm;
  const form = named(fields);
  return { shape: fields.shape, safeParse: (typed: unknown) => form.safeParse(typed) };
};

type Loaded<Load> = Load extends LoadSchema<infer Data> ? Data : never;
type Data = Loaded<ReturnType<typeof schemaOf>>;

/** The fields of an address. */
export const useAddress = (
  initial: () => AddressDraft,
  { optionalEmail = false, ...options }: AddressOptions = {},
) => useFields<AddressDraft, Data>({ ...options, initial, schema: schemaOf(optionalEmail) });

export type Address = ReturnType<typeof useAddress>;
