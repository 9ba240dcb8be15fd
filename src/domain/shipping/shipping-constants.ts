/** Limits of shipping many orders (docs/desk.md, "Papers and shipping"). */

/** Orders of one request. */
export const maxOrders = 500;
/** Characters of a tracking number. */
export const maxNumber = 60;
/** Lines of a courier's file. */
export const maxFileRows = 2000;
/** Characters of the number with which a bank names a transfer (UTR). */
export const maxUtr = 40;
/**
 * The largest charge of a courier for a parcel (fee for the cash, freight, GST) that is believed where its file names none,
 * paise. More is shown as too little, and needs an operator's tick.
 */
export const largestCharge = 30_000;
