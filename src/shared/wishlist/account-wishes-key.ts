/** Where the copy of an account's wish list is in local storage. */
export const accountWishesKey = 'accountWishes';
