/** The mean, clamped to 1–5, one decimal (docs/behaviour.md, "Showing reviews"). */
import { expect, test } from 'vitest';
import { averageRating } from './rating.ts';

test.each([
  [9, 2, 4.5],
  [13, 3, 4.3],
  [14, 3, 4.7],
  [5, 1, 5],
  [0, 1, 1],
  [60, 10, 5],
])('%d over %d reviews', (sum, count, average) => expect(averageRating(sum, count)).toBe(average));
test('without reviews there is no average', () => expect(averageRating(0, 0)).toBeUndefined());
