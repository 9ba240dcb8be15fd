import { expect, test } from 'vitest';
import { paiseOf } from './paise-of.ts';

test.each([
  ['499', 49_900],
  ['1,29,999.50', 12_999_950],
  ['₹ 1,299', 129_900],
  ['Rs. 499/-', 49_900],
  ['12,50', 1_250],
  ['४९९.५०', 49_950],
  ['\u200e499\u00a0', 49_900],
  ['0', 0],
])('%j is %i paise', (typed, paise) => expect(paiseOf(typed)).toBe(paise));

test.each(['', ' ', 'abc', '1e3', '0x10', '4.999', '1,2,3', '=499'])('%j is no amount', (typed) =>
  expect(paiseOf(typed)).toBeNaN(),
);
