/** Ratings (docs/behaviour.md 10.1). */

/**
 * The mean of the given ratings, clamped to 1–5, with one decimal; undefined when there are none.
 * @param sum of all ratings
 */
export function averageRating(sum: number, count: number): number | undefined {
  if (count < 1) return undefined;
  return Math.round(Math.min(5, Math.max(1, sum / count)) * 10) / 10;
}

/** Full stars of five (docs/behaviour.md 10.1). */
export const fullStars = (rating: number): number => Math.min(5, Math.max(0, Math.floor(rating)));
