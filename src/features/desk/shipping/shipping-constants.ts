/** Limits of shipping many orders (docs/behaviour.md 17.4). */

/** Orders of one request. */
export const maxOrders = 500;
/** Characters of a tracking number. */
export const maxNumber = 60;
