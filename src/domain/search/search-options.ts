/** Order and filters of a search, as packages/search takes them. Not in search.ts, whose texts no search needs. */
import type { TextOptions } from 'search/text-index';
import type { CardProduct } from '#domain/catalogue/product.ts';
import type { IngredientFilter } from '#domain/ingredients/ingredient-filter.ts';
import { anySkin } from '#lib/product-constants.ts';
import type { Search } from './search-query.ts';

/** Whether a product is one of those to which the collection is narrowed. */
function isOneOf({ bestseller, onSale = false, category }: CardProduct, only: string): boolean {
  if (only === 'bestsellers') return bestseller;
  return only === 'sale' ? onSale : category === only;
}

/** Whether a product meets the filters for category and skin type. */
const isChosen = (product: CardProduct, { only, skin }: Pick<Search, 'only' | 'skin'>): boolean =>
  (!only || isOneOf(product, only)) &&
  (skin === anySkin || product.skinType === skin || product.skinTypes.includes(skin));

/** A search without the filters that are applied to its results. */
export type ProductSearch = Omit<Search, keyof IngredientFilter | 'facets'>;

export const optionsOf = (search: ProductSearch): TextOptions<CardProduct> => ({
  sort: search.sort,
  filter: (product) => isChosen(product, search),
});
