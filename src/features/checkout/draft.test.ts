import { describe, expect, it } from 'vitest';
import { draftFor, emptyDraft, restoreDraft } from './draft.ts';

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
  it('brings back what this account typed', () => {
    const values = { ...emptyDraft, city: 'Pune', saveInfo: true };
    expect(restoreDraft({ of: asha.email, values }, asha)).toEqual(values);
  });

  it("never shows another account's address", () => {
    const stored = { of: 'other@example.in', values: { ...emptyDraft, city: 'Pune' } };
    expect(restoreDraft(stored, asha)).toEqual(draftFor(asha));
  });

  it('drops unknown fields and wrong types', () => {
    const stored = { of: asha.email, values: { city: 3, saveInfo: 'yes', phone: '98', evil: 'x' } };
    expect(restoreDraft(stored, asha)).toEqual({ ...draftFor(asha), phone: '98' });
  });

  it.each([undefined, null, 'x', 4])('starts fresh from %j', (stored) =>
    expect(restoreDraft(stored, asha)).toEqual(draftFor(asha)),
  );
});
