/** The files of a build in which browser and Worker search and filter, for any catalogue. */
import type { SearchFile } from 'search/search-file';
import { compareProducts } from 'search/text-index';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { type IngredientProducts, makeIngredientProducts } from '#domain/ingredients/ingredient-filter.ts';
import type { SaleFile } from '#domain/pricing/sale-prices.ts';
import type { FacetsFile } from '#domain/search/facets.ts';
import { type IndexFile, toIndex } from '#domain/search/index-file.ts';
import { makeFacets } from '#domain/search/make-facets.ts';
import { makeSearchFile } from '#domain/search/make-index.ts';
import {
  collectionFile,
  facetsFile,
  ingredientProductsFile,
  productSalesFile,
  searchFile,
} from '#lib/more-paths.ts';
import { readIngredients, readSearch, readStore } from '#tools/lib/content.ts';
import { cardsOf } from './catalogue.ts';

export type SearchFiles = {
  words: SearchFile;
  products: IndexFile;
  ingredients: IngredientProducts;
  facets: FacetsFile;
  sales: SaleFile;
};

/** The files for these products and the shop's own search words; without articles and answers. */
export function searchFilesOf(catalogue: ReadonlyMap<string, ProductContent>): SearchFiles {
  const inOrder = [...catalogue].map(([id, product]) => ({ ...product, id })).sort(compareProducts);
  const lookup = inciLookup(readIngredients());
  return {
    ingredients: makeIngredientProducts(
      inOrder.map(({ id, ingredients }) => [id, ingredients]),
      lookup,
      readSearch().ingredients.filter(({ menu }) => menu),
    ),
    facets: makeFacets(
      inOrder.map(({ id, ...product }) => [id, product]),
      readSearch(),
      (category) => category,
      readStore(),
    ),
    words: makeSearchFile(readSearch(), catalogue, [], lookup),
    products: toIndex(cardsOf(catalogue).sort(compareProducts)),
    sales: { sales: [], products: {} },
  };
}

/** The texts of the files by their paths, as the Worker reads them. */
export const searchTexts = ({
  words,
  products,
  ingredients,
  facets,
  sales,
}: SearchFiles): Record<string, string> => ({
  [searchFile]: JSON.stringify(words),
  [collectionFile]: JSON.stringify(products),
  [ingredientProductsFile]: JSON.stringify(ingredients),
  [facetsFile]: JSON.stringify(facets),
  [productSalesFile]: JSON.stringify(sales),
});
