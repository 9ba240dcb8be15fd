/** Pages of the collection: real addresses (`/collection/2`), so that each can be linked, found and left. */

/** From this many products on, the collection is paged. */
const pagedFrom = 48;

/** Products on a page, once there are pages. */
export const pageSize = 24;

/** Up to this many the browser searches all pages by itself, in a file of 230 kB at most; beyond, the API does. */
const indexedUpTo = 2_000;

export const isPaged = (count: number): boolean => count >= pagedFrom;

/** Whether a build has `/collection.json`. */
export const hasIndex = (count: number): boolean => isPaged(count) && count <= indexedUpTo;

/** How many pages so many products have; always at least one. */
export const pageCount = (count: number): number => (isPaged(count) ? Math.ceil(count / pageSize) : 1);

/** What stands on a page. @param page 1 is the first; a page that there is not is empty */
export function pageOf<T>(products: readonly T[], page: number): T[] {
  if (page < 1) return [];
  if (!isPaged(products.length)) return page === 1 ? [...products] : [];
  return products.slice((page - 1) * pageSize, page * pageSize);
}
