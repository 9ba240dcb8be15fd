/** Measures the shop's own search, in the browser and in Node. */

import type { CardProduct } from '#domain/catalogue/product.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import type { SearchFile } from '#domain/search/search-file.ts';
import type { Search } from '#domain/search/search-query.ts';
import { suggest } from '#domain/search/suggestions.ts';

export type Timed = {
  /** Time of each search, ms. */
  searches: number[];
  /** Time to find suggestions for some searches without results, ms. */
  instead: number[];
  /** Time to open the files, once per visit, ms. */
  ready: number;
};

/** Few, since suggestions take long in a large catalogue. */
const fewInVain = 12;

function time<T>(work: () => T): [ms: number, result: T] {
  const began = performance.now();
  const result = work();
  return [performance.now() - began, result];
}

/** Does the same as page and Worker for a search, except showing or sending the result. */
export function runSearches(words: SearchFile, products: IndexFile, searches: readonly Search[]): Timed {
  const [ready, engine] = time(() => openEngine<CardProduct>(words, productsFromIndex(products)));
  const timed = searches.map((search) => time(() => searchEngine(engine, search)));
  const inVain = searches.filter((_, n) => !timed[n]?.[1].products.length).slice(0, fewInVain);
  return {
    ready,
    searches: timed.map(([ms]) => ms),
    instead: inVain.map(({ q }) => time(() => suggest(engine.index, q))[0]),
  };
}

Object.assign(globalThis, { runSearches });
