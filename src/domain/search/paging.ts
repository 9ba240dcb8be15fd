/** Pages of the collection. Each has a URL (`/collection/2`), so that it can be linked and indexed. */

/** Smallest number of products of a paged collection. */
const pagedFrom = 48;

/** Products per page of a paged collection. */
export const pageSize = 24;

/** Whether a collection is so large that screens show more of it at once: three or four columns, all filters. */
export const isMany = (count: number): boolean => count > pageSize;

/** Largest number of products that the browser searches itself, in a file of up to 230 kB; beyond, the API searches. */
const indexedUpTo = 2_000;

export const isPaged = (count: number): boolean => count >= pagedFrom;

/** Whether the browser searches a collection of this size. */
export const isSearchedInBrowser = (count: number): boolean => count <= indexedUpTo;

/** Whether the browser shows what it finds from `/collection.json`: a page of the collection has only some of the cards. */
export const hasIndex = (count: number): boolean => isPaged(count) && isSearchedInBrowser(count);

/** Number of pages for so many products, at least one. */
export const pageCount = (count: number): number => (isPaged(count) ? Math.ceil(count / pageSize) : 1);

/** The products of a page. @param page 1 is the first; a page that does not exist is empty */
export function pageOf<T>(products: readonly T[], page: number): T[] {
  if (page < 1) return [];
  if (!isPaged(products.length)) return page === 1 ? [...products] : [];
  return products.slice((page - 1) * pageSize, page * pageSize);
}
