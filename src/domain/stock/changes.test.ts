import { expect, test } from 'vitest';
import { changeOf, signed } from './changes.ts';

test.each([
  ['received', 12, 100, 12],
  ['damaged', 3, 100, -3],
  ['lost', 1, 100, -1],
  ['given', 2, 0, -2],
  ['counted', 90, 100, -10],
  ['counted', 100, 90, 10],
  ['counted', 0, 0, 0],
] as const)('%s: %d, where %d were seen, changes the stock by %d', (reason, pieces, seen, change) =>
  expect(changeOf(reason, pieces, seen)).toBe(change),
);

test.each([
  [12, '+12'],
  [-3, '−3'],
  [0, '0'],
])('%d is written %s', (change, written) => expect(signed(change)).toBe(written));
