/** Statistics and number formats of the bench and the load tests. Pure. */

/** The value at this share of the sorted values; 0 when there are none. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The median element by a number; undefined for an empty list. */
export const medianBy = <T>(list: readonly T[], figureOf: (one: T) => number): T | undefined =>
  list.toSorted((a, b) => figureOf(a) - figureOf(b))[list.length >> 1];

/** A number with fewer decimals the larger it is: `0.42`, `7.3`, `1,234`. */
export function formatNumber(value: number): string {
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/**
 * How a cost grows with the size of the data: the exponent of the power law through two measurements, the larger one
 * last. 0: constant; 1: linear; more: faster.
 */
export const growthExponent = (
  [smaller, atSmaller]: readonly [number, number],
  [larger, atLarger]: readonly [number, number],
): number => Math.log(atLarger / atSmaller) / Math.log(larger / smaller);

/** Linear or better, with tolerance for variation in measured times. */
export const isAtMostLinear = (exponent: number): boolean => exponent <= 1.1;

/** A target's result, in Markdown. */
export const verdict = (met: boolean): string => (met ? 'met' : '**not met**');
