/** Runs in the browser: the shop's own search, over and over. */

import type { CardProduct } from '#features/catalogue/product.ts';
import { buildIndex, searchIndex } from '#features/search/search.ts';
import type { Search } from '#features/search/search-query.ts';
import { suggest } from '#features/search/suggestions.ts';

export type Timed = {
  /** ms, of each search */
  searches: number[];
  /** ms, of looking for something like it, of some searches that found nothing */
  instead: number[];
  /** ms of making the shelf ready, once a visit */
  ready: number;
};

/** They take long in a large catalogue. */
const fewInVain = 12;

const time = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

/** What the page does for a search, short of showing it. */
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
