/** Order and filters of a search, as packages/search takes them. Not in search.ts, whose texts no search needs. */
import type { TextOptions } from 'search/text-index';
import type { CardProduct } from '#domain/catalogue/product.ts';
import type { IngredientFilter } from '#domain/ingredients/ingredient-filter.ts';
import { anySkin } from '#lib/product-constants.ts';
import type { Search } from './search-query.ts';

/** Whether a product is one of those to which the collection is narrowed. @param at UTC ms */
function isOneOf(product: CardProduct, only: string, at: number): boolean {
  const { bestseller, onSale = false, newUntil, category } = product;
  if (only === 'bestsellers') return bestseller;
  if (only === 'new') return (newUntil ?? 0) > at;
  return only === 'sale' ? onSale : category === only;
}

/** Whether a product meets the filters for category and skin type. */
const isChosen = (product: CardProduct, { only, skin }: Pick<Search, 'only' | 'skin'>, at: number): boolean =>
  (!only || isOneOf(product, only, at)) &&
  (skin === anySkin || product.skinType === skin || product.skinTypes.includes(skin));

/** A search without the filters that are applied to its results. */
export type ProductSearch = Omit<Search, keyof IngredientFilter | 'facets'>;

/** @param at for what is new, UTC ms */
export const optionsOf = (search: ProductSearch, at = Date.now()): TextOptions<CardProduct> => ({
  sort: search.sort,
  filter: (product) => isChosen(product, search, at),
});
