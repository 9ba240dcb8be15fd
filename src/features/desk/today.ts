/** Today at a glance, as numbers. */

/** Pieces at or below which a product is shown as running out. */
export const lowStock = 10;

/** Indian days that the chart of sales shows, today among them. */
export const salesDays = 30;
