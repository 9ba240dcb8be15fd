/** Ratings (docs/behaviour.md, "Showing reviews"). */

/**
 * The mean of the ratings, clamped to 1–5, with one decimal; undefined without ratings.
 * @param sum of all ratings
 */
export function averageRating(sum: number, count: number): number | undefined {
  if (count < 1) return undefined;
  return Math.round(Math.min(5, Math.max(1, sum / count)) * 10) / 10;
}

/** @property editorRating counts while there are no reviews */
export type Rated = { id: string; ratingSum: number; reviewCount: number; editorRating: number | null };

/** The rating that pages show; 0 where there is none. */
export const shownRating = ({ ratingSum, reviewCount, editorRating }: Omit<Rated, 'id'>): number =>
  averageRating(ratingSum, reviewCount) ?? editorRating ?? 0;

/**
 * The ids of products, the highest rating first, of one rating that with most reviews; all others keep their order.
 * @param most ids
 */
export const bestRated = (products: readonly Rated[], most: number): string[] =>
  [...products]
    .sort((a, b) => shownRating(b) - shownRating(a) || b.reviewCount - a.reviewCount)
    .slice(0, most)
    .map(({ id }) => id);
