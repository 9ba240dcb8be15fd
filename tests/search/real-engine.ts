/** The search over the shop's own content, as the build makes it. */
import { toCardProduct } from '#domain/catalogue/product.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { makeSearchFile } from '#domain/search/make-index.ts';
import { makeServices } from '#domain/search/make-services.ts';
import { defaultSearch, type Search } from '#domain/search/search-query.ts';
import { findService, openServices } from '#domain/search/services.ts';
import { readIngredients, readProducts, readSearch } from '#tools/lib/content.ts';

export const products = readProducts();
export const lookup = inciLookup(readIngredients());
const makeFile = (all: typeof products) => makeSearchFile(readSearch(), all, [], lookup);
export const searchFile = makeFile(products);
const openWith = (all: typeof products, file: typeof searchFile) =>
  openEngine(
    file,
    [...all].map(([id, product]) => toCardProduct(id, product)),
  );
const engine = openWith(products, searchFile);

export const search = (q: string, rest: Partial<Search> = {}) =>
  searchEngine(engine, { ...defaultSearch, ...rest, q });

const services = openServices(makeServices(readSearch()));
/** The page that a text asks for instead of a product. */
export const serviceFor = (q: string) => findService(services, engine.vocabulary, q);

/** The ids of what a text finds, in order. */
export const find = (q: string, rest: Partial<Search> = {}): string[] =>
  search(q, rest).products.map(({ id }) => id);

/** A search among other products. */
export function resultAmong(all: typeof products) {
  const opened = openWith(all, makeFile(all));
  return (q: string, rest: Partial<Search> = {}) => searchEngine(opened, { ...defaultSearch, ...rest, q });
}

/** A search among other products. @returns the ids of what a text finds, in order */
export function searchAmong(all: typeof products): (q: string) => string[] {
  const among = resultAmong(all);
  return (q) => among(q).products.map(({ id }) => id);
}

/** The ids of what a text finds among other products, in order. */
export const findAmong = (all: typeof products, q: string): string[] => searchAmong(all)(q);
