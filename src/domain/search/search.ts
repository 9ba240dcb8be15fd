/**
 * Search, filter and sort (docs/behaviour.md, "Search and filters"). Generic in the product: pages have cards, the API
 * has rows.
 */
import type { CardProduct } from '#domain/catalogue/product.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import type { IngredientFilter } from '#domain/ingredients/ingredient-filter.ts';
import { anySkin } from '#lib/product-constants.ts';
import { type FacetName, facetNames, hasFacets } from './facet-names.ts';
import { type FacetChoices, facetLabel } from './facets.ts';
import type { Search, SortChoice } from './search-query.ts';

const collator = new Intl.Collator('en');

/** Compares by the editor's order, then by name: the default order. */
export const inEditorsOrder = (
  a: Pick<CardProduct, 'id' | 'name' | 'order'>,
  b: Pick<CardProduct, 'id' | 'name' | 'order'>,
): number => a.order - b.order || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Joins texts, lower-cased, with a separator that nobody can type. */
const normalize = (...texts: string[]): string => texts.join('\0').toLowerCase();

/** A product with its texts, joined in the order of their rank. */
function read<T extends CardProduct>(product: T) {
  const name = normalize(product.name);
  const labels = product.variants?.map(({ label }) => label) ?? [];
  const named = normalize(product.name, product.category, product.brand, product.id, ...labels);
  const text = normalize(named, product.description);
  return { product, text, name, nameEnd: name.length, kindEnd: named.length };
}

type Entry<T extends CardProduct> = ReturnType<typeof read<T>>;

/**
 * An index for many searches, which then need not sort or lower-case.
 * @property all in the editor's order
 * @property byPrice the same, grouped by price, the lowest price first
 */
export type SearchIndex<T extends CardProduct> = {
  all: readonly Entry<T>[];
  byPrice: readonly (readonly Entry<T>[])[];
};

/** Builds the index. It costs about as much as ten searches. */
export function buildIndex<T extends CardProduct>(products: readonly T[]): SearchIndex<T> {
  const all = [...products].sort(inEditorsOrder).map(read);
  const prices = new Map<number, Entry<T>[]>();
  for (const entry of all) {
    const { price } = entry.product;
    const same = prices.get(price);
    if (same) same.push(entry);
    else prices.set(price, [entry]);
  }
  return { all, byPrice: [...prices].sort(([a], [b]) => a - b).map(([, entries]) => entries) };
}

/**
 * The rank of a match: 0 the text is the name, 1 the name starts with it, 2 the name contains it, 3 category, brand or id,
 * 4 description; undefined without a match.
 */
function rankOf({ text, name, nameEnd, kindEnd }: Entry<CardProduct>, query: string): number | undefined {
  const at = text.indexOf(query);
  if (at < 0) return undefined;
  if (at < nameEnd) return name === query ? 0 : at ? 2 : 1;
  return at < kindEnd ? 3 : 4;
}

/** Whether a product is one of those to which the collection is narrowed. */
function isOneOf({ bestseller, onSale = false, category }: CardProduct, only: string): boolean {
  if (only === 'bestsellers') return bestseller;
  return only === 'sale' ? onSale : category === only;
}

/** Whether a product meets the filters for category and skin type. */
export const isChosen = (product: CardProduct, { only, skin }: Pick<Search, 'only' | 'skin'>): boolean =>
  (!only || isOneOf(product, only)) &&
  (skin === anySkin || product.skinType === skin || product.skinTypes.includes(skin));

/** The matching products, best rank first. */
function ranked<T extends CardProduct>(
  entries: readonly Entry<T>[],
  query: string,
  search: ProductSearch,
): T[] {
  const ranks: T[][] = [[], [], [], [], []];
  for (const one of entries)
    if (isChosen(one.product, search)) ranks[rankOf(one, query) ?? 5]?.push(one.product);
  return ranks.flat();
}

/** A search without the filters that are applied to its results. */
export type ProductSearch = Omit<Search, keyof IngredientFilter | 'facets'>;

/** Whether products are sorted by price. All other orders begin with that of the results, which the search makes. */
export const isByPrice = (sort: SortChoice): boolean => sort === 'low-high' || sort === 'high-low';

/** The same products, first those of a list in its order. @param ids of the list */
export function inOrderOf<T extends { id: string }>(products: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, n) => [id, n]));
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length;
  return [...products].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The products of a search, in the order in which they are shown. */
export function searchIndex<T extends CardProduct>(index: SearchIndex<T>, search: ProductSearch): T[] {
  const query = normalize(search.q.trim());
  if (!isByPrice(search.sort)) return ranked(index.all, query, search);
  const prices = search.sort === 'low-high' ? index.byPrice : index.byPrice.toReversed();
  return prices.flatMap((entries) => ranked(entries, query, search));
}

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
