import { expect, test } from 'vitest';
import { states } from '#domain/addresses/states.ts';
import { cleanCode } from '#lib/clean.ts';
import { gstinProblem } from './gstin.ts';
import { stateCodes, stateTaxName } from './states.ts';

// Numbers that were really given, from public tools for the return.
test.each([
  '27AAPFU0939F1ZV',
  '29AAGCB7383J1Z4',
  '33AAAGM0289C1DZ',
  // Tax deducted at source, with a TAN and with a PAN; collected at source.
  '06DELI09652G1DA',
  '09ALDN00287A1DD',
  '27AAFT56212B1DO',
  '19AAACI1681G1DV',
  '29AABCF8078M1C8',
  '27AAECG3736E1C2',
  '27AAICA3918J1CT',
  // Bodies of the United Nations, embassies.
  '0717UNO00157UNO',
  '0717UNO00211UN2',
  '2117UNO00002UNF',
  '3317USA00002UNE',
  '0717UNO00154UNU',
  // Online services from abroad.
  '9917USA29016OS6',
])('%s is a GSTIN', (gstin) => {
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

test('a number of a non-resident has its form and the check character', () => {
  const all = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((last) => `0718GBR00012NR${last}`);
  expect(all.filter((gstin) => !gstinProblem(gstin))).toHaveLength(1);
});

test.each([
  ['spaces and small letters', ' 27 aapfu0939f 1zv '],
  ['hyphens and dashes', '27-AAPFU0939F–1Z‑V'],
  ['dots, and a full stop at the end', '27.AAPFU.0939.F1ZV.'],
  ['invisible characters', '\u200b27AAPFU\u200d0939F\u20601\ufe0fZV\ufeff\u200e'],
  ['line breaks of a copied table', '27AAPFU0939F1ZV\r\n'],
  ['digits of Devanagari', '२७AAPFU०९३९F१ZV'],
  ['digits of Arabic and Bengali', '٢٧AAPFU০৯৩৯F১ZV'],
  ['wide letters and digits', '２７ＡＡＰＦＵ０９３９Ｆ１ＺＶ'],
])('%s are cleaned', (_, typed) => expect(cleanCode(typed)).toBe('27AAPFU0939F1ZV'));

test.each(['Δ7AAPFU0939F1ZV', '2७७AAPFU0939F1ZV', '27AAPFU0939F1Z²', '27ААPFU0939F1ZV'])(
  '%j stays wrong',
  (typed) => expect(gstinProblem(cleanCode(typed))).toBeDefined(),
);

test('every state has a code of its own, and its own tax a name', () => {
  expect(new Set(Object.values(stateCodes)).size).toBe(states.length);
  expect([stateTaxName('Ladakh'), stateTaxName('Delhi'), stateTaxName('Karnataka')]).toEqual([
    'UTGST',
    'SGST',
    'SGST',
  ]);
});
