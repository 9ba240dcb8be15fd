/** Limits of shipping many orders (docs/behaviour.md, "Papers and shipping"). */

/** Orders of one request. */
export const maxOrders = 500;
/** Characters of a tracking number. */
export const maxNumber = 60;
/** Size of a courier's file, bytes, and its lines. */
export const maxFileBytes = 2 * 1024 * 1024;
export const maxFileRows = 2000;
