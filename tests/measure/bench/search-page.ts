/** Searches as page and Worker do, except showing or sending the result. Runs in the browser and in Node. */
import type { CardProduct } from '#domain/catalogue/product.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { productsFromIndex } from '#domain/search/index-file.ts';
import { defaultSearch } from '#domain/search/search-query.ts';

/** ms: to open the files, once per visit, and for each search. */
export type Timed = { ready: number; searches: number[] };

/** @param words the text of the index @param products the text of the cards' file */
export function runSearches(words: string, products: string, queries: readonly string[]): Timed {
  let began = performance.now();
  const lap = () => {
    const ms = performance.now() - began;
    began += ms;
    return ms;
  };
  const [wordFile, productFile] = [JSON.parse(words), JSON.parse(products)];
  lap();
  const engine = openEngine<CardProduct>(wordFile, productsFromIndex(productFile));
  const ready = lap();
  const searches = queries.map((q) => {
    searchEngine(engine, { ...defaultSearch, q });
    return lap();
  });
  return { ready, searches };
}
