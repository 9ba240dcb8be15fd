import { expect, test } from 'vitest';
import { packProducts, unpackProducts } from './search-file.ts';

test.each([
  [new Map()],
  [new Map([[0, 9]])],
  [
    new Map([
      [40, 3],
      [2, 9],
      [1_999, 3],
      [3, 9],
    ]),
  ],
])('matches are the same after packing: %j', (matches) =>
  expect(new Map([...unpackProducts(packProducts(matches))].sort())).toEqual(new Map([...matches].sort())),
);
test('positions are written as distances', () =>
  expect(
    packProducts(
      new Map([
        [10, 9],
        [12, 9],
        [5, 4],
      ]),
    ),
  ).toBe('9:a,2;4:5'));
