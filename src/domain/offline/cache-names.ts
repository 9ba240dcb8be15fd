/** Names of the caches. Others with the same prefix belong to an older worker and are deleted. */
export const cacheNames = {
  /** The files that every page needs, the cart and the offline page, all of this build. */
  shell: 'harita-shell',
  /** Scripts, styles and fonts of visited pages, and the shells of earlier builds. */
  assets: 'harita-assets',
  pictures: 'harita-pictures',
  /** Public pages that were visited. */
  pages: 'harita-pages',
  /** Stars and stock on those pages. */
  live: 'harita-live',
  /** The files of search and filters, once somebody has used them, and the rules of the planner. */
  search: 'harita-search',
  /** Names and prices of the products in the cart; deleted on sign-out. */
  lines: 'harita-lines',
} as const;
