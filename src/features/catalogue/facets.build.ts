/** The filters that count their results, for pages and for `/facets.json`. */

import { slugOfCategory } from '#domain/catalogue/category.ts';
import type { FacetName } from '#domain/search/facet-names.ts';
import { distinguishing, type FacetsFile } from '#domain/search/facets.ts';
import { makeFacets } from '#domain/search/make-facets.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { productsInOrder } from './card.build.ts';
import { getCategories } from './categories.build.ts';

/** `/facets.json` */
export const getFacets = oncePerBuild(async (): Promise<FacetsFile> => {
  const products = await productsInOrder();
  const categories = await getCategories();
  return makeFacets(
    products.map(({ id, data }) => [id, data]),
    await getSearchContent(),
    (category) => categories.get(slugOfCategory(category))?.label ?? category,
    await getStore(),
  );
});

/** The filters by which these products differ. */
export const facetsOfProducts = async (ids: readonly string[]): Promise<FacetName[]> =>
  distinguishing(await getFacets(), ids);

/** Those by which all products differ, which each page of the collection needs. */
export const facetsOfCatalogue = oncePerBuild(
  async (): Promise<FacetName[]> => distinguishing(await getFacets()),
);
