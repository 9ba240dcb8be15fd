import { expect, test } from 'vitest';
import { states } from '#features/addresses/states.ts';
import { gstinProblem, normalizeGstin } from './gstin.ts';
import { stateCodes, stateTaxName } from './states.ts';

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('%s is a GSTIN', (gstin) => {
  expect(gstinProblem(gstin)).toBeUndefined();
});

test('any other last character is refused', () => {
  const others = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((one) => one !== 'V');
  expect(others.filter((one) => !gstinProblem(`27AAPFU0939F1Z${one}`))).toEqual([]);
});

test.each([
  ['', /15 characters/],
  ['27AAPFU0939F1Z', /15 characters/],
  ['27aapfu0939f1zv', /15 characters/],
  ['28AAPFU0939F1ZV', /code of a state/],
  ['27AAPFU0993F1ZV', /last character/],
])('%j is refused', (typed, message) => expect(gstinProblem(typed)).toMatch(message));

test('spaces and small letters are accepted', () => {
  expect(normalizeGstin(' 27 aapfu0939f 1zv ')).toBe('27AAPFU0939F1ZV');
});

test('every state has a code of its own, and its own tax a name', () => {
  expect(new Set(Object.values(stateCodes)).size).toBe(states.length);
  expect([stateTaxName('Ladakh'), stateTaxName('Delhi'), stateTaxName('Karnataka')]).toEqual([
    'UTGST',
    'SGST',
    'SGST',
  ]);
});
