import { expect, test } from 'vitest';
import { packPositions, unpackPositions } from './positions.ts';

test.each([
  ['', []],
  ['0', [0]],
  ['0,2,1', [3, 0, 2]],
  ['a,rs', [10, 1_010]],
])('"%s"', (text, positions) => {
  expect(packPositions(positions)).toBe(text);
  expect(unpackPositions(text)).toEqual([...positions].sort((a, b) => a - b));
});
