/**
 * The draft of the delivery form, which survives a reload of the tab. It belongs to one account or guest: on a shared
 * phone the next person does not see it. What was typed before there was one belongs to the next, so that signing in
 * loses nothing.
 */

import type { AddressForm } from '#domain/addresses/address.ts';
import { asRecord } from '#lib/record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import type { Shopper } from '../account/shopper.api.ts';

/** The form as typed, not validated. */
type Choice = 'saveInfo' | 'mononym';
export type AddressDraft = Record<Exclude<keyof AddressForm, Choice>, string> & Record<Choice, boolean>;
export type DraftField = Exclude<keyof AddressDraft, Choice>;

const storageKey = 'deliveryDraft';

export const emptyDraft: AddressDraft = {
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  phone: '',
  email: '',
  mononym: false,
  saveInfo: false,
};

/** The business of an order as typed, not validated. */
export type BusinessDraft = Record<
  'gstin' | 'businessName' | 'registeredAddress' | 'registeredCity' | 'registeredZipcode',
  string
> &
  /** `sameAddress`: the registered address is that of the delivery. */
  Record<'sez' | 'sameAddress', boolean>;

export const emptyBusiness: BusinessDraft = {
  gstin: '',
  businessName: '',
  registeredAddress: '',
  registeredCity: '',
  registeredZipcode: '',
  sez: false,
  sameAddress: false,
};

/** A form with name and email filled in: the last name of "Asha Devi Rao" is Rao. */
export function draftFor({ name, email }: { name: string; email: string }): AddressDraft {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { ...emptyDraft, firstName: words.join(' '), lastName, email };
}

/** A form with a saved address filled in. Without a last name the person has one name. */
export function draftOf(address: Record<DraftField, string>): AddressDraft {
  const texts = Object.keys(emptyDraft).map((name) => [name, address[name as DraftField]]);
  return { ...Object.fromEntries(texts), mononym: address.lastName === '', saveInfo: false } as AddressDraft;
}

/** Whether a stored draft is shown to a person. @property of the email of its owner; empty before there was one */
const isShownTo = ({ of }: Record<string, unknown>, { email }: { email: string }): boolean =>
  of === email || of === '';

/** The stored draft if it belongs to this person, else a form with name and email. */
export function restoreDraft(stored: unknown, person: { name: string; email: string }): AddressDraft {
  const known = draftFor(person);
  const draft = asRecord(stored);
  if (!isShownTo(draft, person)) return known;
  const typed = asRecord(draft.values);
  const isTyped = (name: string, value: unknown) =>
    typeof typed[name] === typeof value && (draft.of === person.email || typed[name] !== '');
  const texts = Object.entries(known).map(([name, value]) => [
    name,
    isTyped(name, value) ? typed[name] : value,
  ]);
  return Object.fromEntries(texts) as AddressDraft;
}

/** The business of a stored draft, if it belongs to this person. */
function restoreBusiness(kept: Record<string, unknown>, person: { email: string }): BusinessDraft {
  const typed = asRecord(isShownTo(kept, person) ? kept.business : undefined);
  const fields = Object.entries(emptyBusiness).map(([name, empty]) => [
    name,
    typeof typed[name] === typeof empty ? typed[name] : empty,
  ]);
  return Object.fromEntries(fields) as BusinessDraft;
}

/**
 * The draft, the business, and the id of the chosen saved address (empty for the form). Without a stored choice, or if
 * the chosen address was deleted, it is the last used address.
 */
export function restoreDelivery(
  stored: unknown,
  shopper: Shopper,
): { draft: AddressDraft; business: BusinessDraft; chosen: string } {
  const ids = shopper.addresses.map(({ id }) => id);
  const kept = asRecord(stored);
  const known = isShownTo(kept, shopper) && (kept.chosen === '' || ids.some((id) => id === kept.chosen));
  return {
    draft: restoreDraft(stored, shopper),
    business: restoreBusiness(kept, shopper),
    chosen: known ? (kept.chosen as string) : (ids[0] ?? ''),
  };
}

export const readDraft = (shopper: Shopper) => restoreDelivery(readSessionStorage(storageKey), shopper);
/** @param email of the account or guest; empty before there is one */
export const saveDraft = (
  email: string,
  values: AddressDraft,
  business: BusinessDraft,
  chosen: string,
): void => writeSessionStorage(storageKey, { of: email, values, business, chosen });
export const dropDraft = (): void => removeSessionStorage(storageKey);
