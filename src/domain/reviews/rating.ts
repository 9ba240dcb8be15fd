/** Ratings (docs/behaviour.md, "Showing reviews"). */

/**
 * The mean of the ratings, clamped to 1–5, with one decimal; undefined without ratings.
 * @param sum of all ratings
 */
export function averageRating(sum: number, count: number): number | undefined {
  if (count < 1) return undefined;
  return Math.round(Math.min(5, Math.max(1, sum / count)) * 10) / 10;
}
