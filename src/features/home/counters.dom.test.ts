import { expect, test } from 'vitest';
import { valueAt } from './counters.dom.ts';

test.each([
  [500, -1, 0],
  [500, 0, 0],
  [500, 0.5, 438],
  [500, 1, 500],
  [500, 7, 500],
  [3, 0.1, 1],
])('of %d, after %d of the time, %d is shown', (to, passed, shown) =>
  expect(valueAt(to, passed)).toBe(shown),
);
