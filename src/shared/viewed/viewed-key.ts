/** Where the products that were looked at are in local storage. */
export const viewedKey = 'viewedProducts';
