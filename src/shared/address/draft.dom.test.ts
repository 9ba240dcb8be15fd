import { describe, expect, it } from 'vitest';
import { draftFor, draftOf, emptyBusiness, emptyDraft, restoreDelivery, restoreDraft } from './draft.dom.ts';

const asha = { name: 'Asha Rao', email: 'asha@example.in' };

describe('draftFor', () => {
  it.each([
    ['Asha Rao', 'Asha', 'Rao'],
    ['Asha Devi Rao', 'Asha Devi', 'Rao'],
    ['Asha', 'Asha', ''],
    ['  Asha   Rao ', 'Asha', 'Rao'],
  ])('splits "%s"', (name, firstName, lastName) =>
    expect(draftFor({ name, email: 'a@b.in' })).toEqual({
      ...emptyDraft,
      firstName,
      lastName,
      email: 'a@b.in',
    }),
  );
});

describe('restoreDraft', () => {
  it('restores the input of this account', () => {
    const values = { ...emptyDraft, city: 'Pune', saveInfo: true };
    expect(restoreDraft({ of: asha.email, values }, asha)).toEqual(values);
  });

  it("never shows another account's address", () => {
    const stored = { of: 'other@example.in', values: { ...emptyDraft, city: 'Pune' } };
    expect(restoreDraft(stored, asha)).toEqual(draftFor(asha));
  });

  it('restores what was typed before signing in or ordering, beside what is known of the person', () => {
    const stored = { of: '', values: { ...emptyDraft, city: 'Pune', firstName: 'A.' } };
    expect(restoreDraft(stored, asha)).toEqual({ ...draftFor(asha), city: 'Pune', firstName: 'A.' });
    const nobody = { name: '', email: '' };
    expect(restoreDraft({ of: asha.email, values: stored.values }, nobody)).toEqual(emptyDraft);
  });

  it('drops unknown fields and wrong types', () => {
    const stored = { of: asha.email, values: { city: 3, saveInfo: 'yes', phone: '98', evil: 'x' } };
    expect(restoreDraft(stored, asha)).toEqual({ ...draftFor(asha), phone: '98' });
  });

  it.each([undefined, null, 'x', 4])('is empty for %j', (stored) =>
    expect(restoreDraft(stored, asha)).toEqual(draftFor(asha)),
  );
});

describe('restoreDelivery', () => {
  const book = ['newest', 'older'].map((id) => ({ ...emptyDraft, id, country: 'India' as const }));
  const shopper = { ...asha, addresses: book };
  const kept = (of: string, chosen: unknown) => ({ of, values: { ...emptyDraft, city: 'Pune' }, chosen });

  it.each([
    ['at first the address used last', undefined, 'newest'],
    ['the one that was chosen before a reload', kept(asha.email, 'older'), 'older'],
    ['the form, if that was chosen', kept(asha.email, ''), ''],
    ['the first again when the chosen one is gone', kept(asha.email, 'removed'), 'newest'],
    ['the form, if it was filled in before signing in', kept('', ''), ''],
    ['nothing that another account chose', kept('other@example.in', 'older'), 'newest'],
    ['nothing that is not ours', kept(asha.email, 7), 'newest'],
  ])('chooses %s', (_, stored, chosen) => expect(restoreDelivery(stored, shopper).chosen).toBe(chosen));

  it('shows the form with the stored input if there are no addresses', () => {
    const nobody = { ...asha, addresses: [] };
    expect(restoreDelivery(kept(asha.email, 'older'), nobody)).toEqual({
      draft: { ...emptyDraft, city: 'Pune' },
      business: emptyBusiness,
      chosen: '',
    });
  });

  it("restores the business, never another account's", () => {
    const business = { gstin: '27AAPFU0939F1ZV', businessName: 'Sita Stores' };
    const restored = (of: string, stored: unknown) =>
      restoreDelivery({ ...kept(of, ''), business: stored }, shopper).business;
    expect(restored(asha.email, business)).toEqual({ ...emptyBusiness, ...business });
    expect(restored('', { ...business, sez: true, evil: 1 })).toEqual({
      ...emptyBusiness,
      ...business,
      sez: true,
    });
    expect(restored('other@example.in', business)).toEqual(emptyBusiness);
    expect(restored(asha.email, { gstin: 5 })).toEqual(emptyBusiness);
  });
});

it('draftOf returns only fields of the form; without a last name there is one name', () => {
  const { saveInfo: _, mononym: _one, ...texts } = { ...emptyDraft, city: 'Pune', lastName: 'Rao' };
  expect(draftOf({ ...texts, id: 'an-id', country: 'India' } as typeof texts)).toEqual({
    ...emptyDraft,
    city: 'Pune',
    lastName: 'Rao',
  });
  expect(draftOf({ ...texts, lastName: '' })).toMatchObject({ lastName: '', mononym: true });
});
