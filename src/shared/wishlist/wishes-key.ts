/** Where the wish list of a device is in local storage. */
export const wishesKey = 'wishes';
