/** The mean, clamped to 1–5, one decimal (docs/behaviour.md, "Showing reviews"). */
import { expect, test } from 'vitest';
import { randomFrom } from '../../../tests/support/random.ts';
import { averageRating, bestRated, shownRating } from './rating.ts';

test.each([
  [9, 2, 4.5],
  [13, 3, 4.3],
  [14, 3, 4.7],
  [5, 1, 5],
  [0, 1, 1],
  [60, 10, 5],
])('%d over %d reviews', (sum, count, average) => expect(averageRating(sum, count)).toBe(average));
test('without reviews there is no average', () => expect(averageRating(0, 0)).toBeUndefined());

test('the best rated: by the rating that pages show, then by the number of reviews, then as they were', () => {
  const random = randomFrom(2);
  for (let run = 0; run < 200; run++) {
    const products = Array.from({ length: random.between(0, 10) }, (_, n) => {
      const reviewCount = random.between(0, 3);
      const ratingSum = Array.from({ length: reviewCount }, () => random.between(3, 5)).reduce(
        (a, b) => a + b,
        0,
      );
      return { id: `p-${n}`, ratingSum, reviewCount, editorRating: random.chance(0.5) ? 4.5 : null };
    });
    const best = bestRated(products, 5);
    expect(best).toHaveLength(Math.min(5, products.length));
    const keyOf = (id: string | undefined) => {
      const place = products.findIndex((one) => one.id === id);
      const one = products[place];
      return one ? [-shownRating(one), -one.reviewCount, place] : [];
    };
    const keys = products.map(({ id }) => keyOf(id));
    const sorted = keys.toSorted(
      (a, b) => a.map((key, n) => key - (b[n] ?? 0)).find((difference) => difference) ?? 0,
    );
    expect(best.map(keyOf)).toEqual(sorted.slice(0, 5));
  }
});
