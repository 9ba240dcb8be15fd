/** Makes `/popular-searches.json`, in the build. */

import { toCardProduct } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { InciLookup } from '#domain/ingredients/inci.ts';
import { openEngine, searchEngine } from './engine.ts';
import { makeSearchFile } from './make-index.ts';
import type { SearchContent } from './search-content.ts';
import { defaultSearch } from './search-query.ts';

/**
 * The searches that an empty search box suggests: those of the content that find a product.
 * @param catalogue products by id @param lookup finds the entries of `content/ingredients`
 */
export function makePopular(
  content: SearchContent,
  catalogue: ReadonlyMap<string, ProductContent>,
  lookup: InciLookup,
): string[] {
  const engine = openEngine(
    makeSearchFile(content, catalogue, [], lookup),
    [...catalogue].map(([id, product]) => toCardProduct(id, product)),
  );
  return content.popular.filter((q) => searchEngine(engine, { ...defaultSearch, q }).products.length);
}
