/** Where lists of products are in local storage. */

/** The wish list of the device. */
export const wishesKey = 'wishes';
/** The copy of an account's. */
export const accountWishesKey = 'accountWishes';
/** What was looked at. */
export const viewedKey = 'viewedProducts';
