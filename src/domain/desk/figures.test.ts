import { expect, test } from 'vitest';
import { percentOf, scaleMaximum } from './figures.ts';

test.each([
  [[], 1],
  [[0, 0], 1],
  [[1], 1],
  [[599], 1000],
  [[100, 101], 200],
  [[200], 200],
  [[201], 500],
  [[92_742.3], 100_000],
  [[1_00_000.01], 2_00_000],
])('the scale over %j ends at %d', (amounts, top) => expect(scaleMaximum(amounts)).toBe(top));

test.each([
  [0, 0, '–'],
  [0, 9, '0%'],
  [1, 3, '33%'],
  [2, 2, '100%'],
])('%d of %d are %s', (part, whole, written) => expect(percentOf(part, whole)).toBe(written));
