/**
 * What was typed into the delivery form survives a reload of the tab. It belongs to an account: on a
 * shared phone the next person does not see it.
 */

import type { Shopper } from '#features/checkout/shopper.ts';
import { asRecord, dropTab, readTab, writeTab } from '#lib/tab.ts';
import type { AddressForm } from './address.ts';

/** The form as typed: everything text, and nothing checked yet. */
export type Draft = Record<Exclude<keyof AddressForm, 'saveInfo'>, string> & { saveInfo: boolean };
export type DraftField = Exclude<keyof Draft, 'saveInfo'>;

const slot = 'deliveryDraft';

export const emptyDraft: Draft = {
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  state: '',
  zipcode: '',
  phone: '',
  email: '',
  saveInfo: false,
};

/** A form for somebody we know by name and e-mail: "Asha Devi Rao" is Asha Devi, of the Raos. */
export function draftFor({ name, email }: { name: string; email: string }): Draft {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { ...emptyDraft, firstName: words.join(' '), lastName, email };
}

/** An address that is known already, to be changed. */
export function draftOf(address: Omit<Draft, 'saveInfo'>): Draft {
  const texts = Object.keys(emptyDraft).map((name) => [name, address[name as DraftField]]);
  return { ...Object.fromEntries(texts), saveInfo: false } as Draft;
}

/** The stored draft if it is this account's, on top of what we know of them. */
export function restoreDraft(stored: unknown, person: { name: string; email: string }): Draft {
  const known = draftFor(person);
  const { of, values } = asRecord(stored);
  if (of !== person.email) return known;
  const typed = asRecord(values);
  const texts = Object.entries(known).map(([name, value]) => [
    name,
    typeof typed[name] === typeof value ? typed[name] : value,
  ]);
  return Object.fromEntries(texts) as Draft;
}

/**
 * What stands in the form, and which saved address is chosen (empty: the form). At first the one that was
 * used last; an address that is not in the book any more is not chosen either.
 */
export function restoreDelivery(stored: unknown, shopper: Shopper): { draft: Draft; chosen: string } {
  const ids = shopper.addresses.map(({ id }) => id);
  const { of, chosen } = asRecord(stored);
  const known = of === shopper.email && (chosen === '' || ids.some((id) => id === chosen));
  return { draft: restoreDraft(stored, shopper), chosen: known ? (chosen as string) : (ids[0] ?? '') };
}

export const readDraft = (shopper: Shopper) => restoreDelivery(readTab(slot), shopper);
export const keepDraft = (email: string, values: Draft, chosen: string): void =>
  writeTab(slot, { of: email, values, chosen });
export const dropDraft = (): void => dropTab(slot);
