/**
 * Money. Every amount is a whole number of paise; rupees exist only on the screen, in `content/` and in the JSON of the
 * API (docs/behaviour.md, "Money").
 */

/** A whole number of paise (1 rupee = 100 paise). */
export type Paise = number & { readonly unit?: 'paise' };

/** An amount in rupees, with at most two decimals: in `content/` and in the JSON of shoppers' calls. */
export type Rupees = number & { readonly unit?: 'rupees' };

/**
 * Converts rupees of content or of a client to paise.
 * @returns undefined when the number is not finite or has fractions of a paisa
 */
export function toPaise(rupees: number): Paise | undefined {
  const paise = Math.round(rupees * 100);
  // A double holds 0.1 inexactly; a larger difference is a fraction of a paisa.
  return Number.isSafeInteger(paise) && Math.abs(rupees * 100 - paise) < 1e-4 ? paise : undefined;
}

/** Converts paise to rupees, for JSON only: never calculate with the result. */
export const toRupees = (paise: Paise): Rupees => paise / 100;

/** The same of an amount that may be missing. */
export const toRupeesOrNull = (paise: Paise | null): Rupees | null =>
  paise === null ? null : toRupees(paise);

const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** `149900` to `₹1,499.00`: Indian grouping, always two decimals (docs/behaviour.md, "Money"). */
export const formatPrice = (paise: Paise): string => inr.format(toRupees(paise));

/**
 * The discount on the MRP in whole per cent, floored, so that the shop never promises more than it gives. 0 without a
 * discount; callers then hide it (docs/behaviour.md, "Money").
 */
export function discountPercent(price: Paise, originalPrice: Paise): number {
  if (originalPrice <= price || originalPrice <= 0) return 0;
  return Math.floor(((originalPrice - price) * 100) / originalPrice);
}
