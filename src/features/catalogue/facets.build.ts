/** The filters that count their results, for pages and for `/facets.json`. */

import type { FacetName } from '#domain/search/facet-names.ts';
import { distinguishing, type FacetsFile } from '#domain/search/facets.ts';
import { makeFacets } from '#domain/search/make-facets.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { productsInOrder } from './card.build.ts';

/** `/facets.json` */
export async function getFacets(): Promise<FacetsFile> {
  const products = await productsInOrder();
  return makeFacets(
    products.map(({ id, data }) => [id, data]),
    await getSearchContent(),
  );
}

let names: Promise<FacetName[]> | undefined;

/** The filters by which the products differ. Each page of the collection needs them: a build finds them once. */
export function facetsOfCatalogue(): Promise<FacetName[]> {
  if (!import.meta.env.PROD) names = undefined;
  names ??= getFacets().then(distinguishing);
  return names;
}
