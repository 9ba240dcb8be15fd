/** What the bench calculates from what it measured. Pure. */

/** The value below which this share of all lies; 0 when there are none. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Of several, the one in the middle by a figure of theirs; undefined when there are none. */
export const middleBy = <T>(list: readonly T[], figureOf: (one: T) => number): T | undefined =>
  list.toSorted((a, b) => figureOf(a) - figureOf(b))[list.length >> 1];

/** @property p50 … in the unit of the values */
export type Spread = { p50: number; p95: number; p99: number };

export const spread = (values: readonly number[]): Spread => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
});

/** At most so many digits behind the point, fewer for large figures: `0.42`, `7.3`, `1,234`. */
export function figure(value: number): string {
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** How many times as much: `1.4×`. */
export const ratio = (value: number, floor: number): string =>
  floor > 0 ? `${figure(value / floor)}×` : '–';

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * How a cost grows with what it is of: the exponent of the power law through two measurements, of which the
 * larger is given last. 0: not at all; 1: as the data does; more: faster.
 */
export const growth = (
  [smaller, atSmaller]: readonly [number, number],
  [larger, atLarger]: readonly [number, number],
): number => Math.log(atLarger / atSmaller) / Math.log(larger / smaller);

/** Linear or better, with room for the unrest of measured times. */
export const growsWell = (exponent: number): boolean => exponent <= 1.1;

/** What a target says of a figure that may be at most so much. */
export const verdict = (met: boolean): string => (met ? 'met' : '**not met**');
