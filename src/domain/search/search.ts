/**
 * Search, filter and sort (docs/behaviour.md, "Search and filters"). Generic in the product: pages have cards, the API
 * has rows.
 */
import { type SearchIndex, searchText } from 'search/text-index';
import type { CardProduct } from '#domain/catalogue/product.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import { discountPercent } from '#lib/money.ts';
import { anySkin } from '#lib/product-constants.ts';
import { type FacetName, facetNames, hasFacets } from './facet-names.ts';
import { type FacetChoices, facetLabel } from './facets.ts';
import { optionsOf, type ProductSearch } from './search-options.ts';
import type { Search, SortChoice } from './search-query.ts';

/** The products that contain the text of a search, in the order in which they are shown. */
export const searchIndex = <T extends CardProduct>(index: SearchIndex<T>, search: ProductSearch): T[] =>
  searchText(index, search.q, optionsOf(search));

/** The same products, first those of a list in its order. @param ids of the list */
function inOrderOf<T extends { id: string }>(products: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, n) => [id, n]));
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length;
  return [...products].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The results of a search in the order of its sort, in page and API. Those that it does not tell apart keep their order;
 * that of prices comes from the search (packages/search).
 * @param first ids of the list of a listed sort; empty for the others
 */
export const inSortOrder = <T extends Pick<CardProduct, 'id' | 'price' | 'originalPrice'>>(
  products: readonly T[],
  sort: SortChoice,
  first: readonly string[],
): T[] =>
  sort === 'discount'
    ? [...products].sort((a, b) => discountOf(b) - discountOf(a))
    : inOrderOf(products, first);

/** The discount on the MRP that a card shows, whole per cent. */
const discountOf = ({ price, originalPrice }: Pick<CardProduct, 'price' | 'originalPrice'>): number =>
  discountPercent(price, originalPrice);

const listed = new Intl.ListFormat('en-IN');

/** What the chosen ingredient, part of the collection and values of filters are called, where it is known. */
export type FilterNames = {
  with?: string | undefined;
  only?: string | undefined;
  choices?: FacetChoices | undefined;
};

/** What stands before the values of a filter in a sentence; "in stock" says itself. */
const before: Record<FacetName, string> = {
  category: 'in ',
  brand: 'by ',
  price: 'at ',
  concern: 'for ',
  spf: 'with ',
  size: 'of ',
  origin: 'from ',
  in: '',
};

/** The filters that count their results, in words: `by Anua or Harita`, `at up to ₹499`. */
const facetParts = ({ facets }: Search, { choices }: FilterNames): string[] =>
  facetNames.flatMap((name) => {
    const labels = facets?.[name]?.map((value) => facetLabel(name, value, choices)) ?? [];
    const text = labels.join(' or ');
    return labels.length
      ? `${before[name]}${/^(Up to|In) /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text}`
      : [];
  });

/** The filters for ingredients in words. */
function ingredientParts(search: Search, { with: withName = search.with }: FilterNames): string[] {
  const free = search.free.map((group) => freeFromLabels[group]);
  return [
    ...(search.with ? [`with ${withName}`] : []),
    ...(free.length ? [`free from ${listed.format(free)}`] : []),
    ...(search.mine ? ['that suit your skin'] : []),
  ];
}

/** All filters, as they follow a text: ` in Serums, in Oily Skin, with Vitamin B3, free from fragrance`. */
function filterText(search: Search, names: FilterNames): string {
  const only = search.only ? [`in ${names.only ?? search.only}`] : [];
  const skin = search.skin === anySkin ? [] : [`in ${search.skin}`];
  return [...only, ...skin, ...facetParts(search, names), ...ingredientParts(search, names)]
    .map((part, n) => `${n ? ',' : ''} ${part}`)
    .join('');
}

/**
 * The line above the grid; empty without a search.
 * @param isOpen whether of some of the products it is not known that they are without what is excluded
 */
export function countLine(
  search: Search,
  shown: number,
  total: number,
  names: FilterNames = {},
  isOpen = false,
): string {
  const q = search.q.trim();
  const what = `${q && ` for "${q}"`}${filterText(search, names)}${isOpen ? ', as far as we know' : ''}`;
  return what && `Showing ${shown} of ${total} products${what}`;
}

/** The message of an empty grid: the search text wins over the skin type; ingredients are always named. */
export function emptyMessage(search: Search, names: FilterNames = {}): { title: string; text: string } {
  const q = search.q.trim();
  const title = 'No products found';
  const parts = ingredientParts(search, names);
  if (q) return { title, text: [`We couldn't find any products matching ${q}`, ...parts].join(', ') };
  if (search.only === 'sale' && !parts.length && !hasFacets(search.facets) && search.skin === anySkin)
    return { title, text: 'There is no sale at the moment' };
  if (parts.length || search.only || hasFacets(search.facets))
    return { title, text: `We found no products${filterText(search, names)}` };
  if (search.skin !== anySkin) return { title, text: `No products match ${search.skin}` };
  return { title, text: 'There are currently no products available' };
}
