/** Numbers of the Today screen. */

/** A parcel that has been on its way for more days is shown. */
export const longTransitDays = 5;

/** Indian days of the sales chart, including today. */
export const salesDays = 30;

/** A share as whole per cent; `–` of nothing. */
export const percentOf = (part: number, whole: number): string =>
  whole ? `${Math.round((part / whole) * 100)}%` : '–';

/** The top of the chart's scale: the smallest 1, 2 or 5 times a power of ten that is not below the highest day. */
export function scaleMaximum(amounts: readonly number[]): number {
  const highest = Math.max(...amounts, 1);
  const zeros = 10 ** Math.floor(Math.log10(highest));
  return zeros * ([1, 2, 5].find((step) => step * zeros >= highest) ?? 10);
}
