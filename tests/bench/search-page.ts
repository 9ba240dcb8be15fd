/** Runs in the browser: measures the shop's own search. */

import type { CardProduct } from '#features/catalogue/product.ts';
import { buildIndex, searchIndex } from '#features/search/search.ts';
import type { Search } from '#features/search/search-query.ts';
import { suggest } from '#features/search/suggestions.ts';

export type Timed = {
  /** Time of each search, ms. */
  searches: number[];
  /** Time to find suggestions for some searches without results, ms. */
  instead: number[];
  /** Time to build the index, once per visit, ms. */
  ready: number;
};

/** Few, since suggestions take long in a large catalogue. */
const fewInVain = 12;

const time = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

/** Does the same as the page for a search, except showing the result. */
function run(products: readonly CardProduct[], searches: readonly Search[]): Timed {
  let shelf = buildIndex<CardProduct>([]);
  const ready = time(() => {
    shelf = buildIndex(products);
  });
  const inVain = searches.filter((search) => !searchIndex(shelf, search).length).slice(0, fewInVain);
  return {
    ready,
    searches: searches.map((search) => time(() => searchIndex(shelf, search))),
    instead: inVain.map(({ q }) => time(() => suggest(shelf, q))),
  };
}

Object.assign(globalThis, { runSearches: run });
