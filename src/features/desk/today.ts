/** Today at a glance, as numbers. */

/** Pieces at or below which a product is shown as running out. */
export const lowStock = 10;

/** Indian days that the chart of sales shows, today among them. */
export const salesDays = 30;

/** Roundest sum that is not below the highest day, so that the scale can be read: 1, 2 or 5 and zeros. */
export function topOf(amounts: readonly number[]): number {
  const highest = Math.max(...amounts, 1);
  const zeros = 10 ** Math.floor(Math.log10(highest));
  return zeros * ([1, 2, 5].find((step) => step * zeros >= highest) ?? 10);
}
