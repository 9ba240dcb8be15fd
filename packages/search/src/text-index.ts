/** Finds the products whose texts contain what was typed, best first. */

/**
 * A product that can be searched; pages and servers may have more of it.
 * @property price the lowest of its variants, in paise @property order its position in the catalogue
 * @property variants its sizes or shades
 */
export type SearchProduct = {
  id: string;
  name: string;
  brand: string;
  category: string;
  description: string;
  price: number;
  order: number;
  variants?: readonly ProductVariant[] | null;
};
export type ProductVariant = { id: string; label: string };

const collator = new Intl.Collator('en');

type Ordered = Pick<SearchProduct, 'id' | 'name' | 'order'>;

/** Compares by the order of the catalogue, then by name: the default order. */
export const compareProducts = (a: Ordered, b: Ordered): number =>
  a.order - b.order || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Joins texts, lower-cased, with a separator that nobody can type. */
const normalize = (...texts: string[]): string => texts.join('\0').toLowerCase();

/** A product with its texts, joined in the order of their rank. */
function read<T extends SearchProduct>(product: T) {
  const name = normalize(product.name);
  const labels = product.variants?.map(({ label }) => label) ?? [];
  const named = normalize(product.name, product.category, product.brand, product.id, ...labels);
  const text = normalize(named, product.description);
  return { product, text, name, nameEnd: name.length, kindEnd: named.length };
}

type Entry<T extends SearchProduct> = ReturnType<typeof read<T>>;

/**
 * An index for many searches, which then need not sort or lower-case.
 * @property all in the order of the catalogue
 * @property byPrice the same, grouped by price, the lowest price first
 */
export type SearchIndex<T extends SearchProduct> = {
  all: readonly Entry<T>[];
  byPrice: readonly (readonly Entry<T>[])[];
};

/** Builds the index. It costs about as much as ten searches. */
export function buildIndex<T extends SearchProduct>(products: readonly T[]): SearchIndex<T> {
  const all = [...products].sort(compareProducts).map(read);
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
function rankOf({ text, name, nameEnd, kindEnd }: Entry<SearchProduct>, query: string): number | undefined {
  const at = text.indexOf(query);
  if (at < 0) return undefined;
  if (at < nameEnd) return name === query ? 0 : at ? 2 : 1;
  return at < kindEnd ? 3 : 4;
}

/**
 * @property sort `low-high` or `high-low` for the order of prices; all other values leave the order of the ranks
 * @property filter whether a product may be found
 */
export type TextOptions<T> = { sort?: string | undefined; filter?: ((product: T) => boolean) | undefined };

export const isByPrice = (sort: string | undefined): boolean => sort === 'low-high' || sort === 'high-low';

/** The matching products, best rank first. */
function ranked<T extends SearchProduct>(
  entries: readonly Entry<T>[],
  query: string,
  filter: (product: T) => boolean,
): T[] {
  const ranks: T[][] = [[], [], [], [], []];
  for (const one of entries) if (filter(one.product)) ranks[rankOf(one, query) ?? 5]?.push(one.product);
  return ranks.flat();
}

/** The products that contain a text, in the order in which they are shown. */
export function searchText<T extends SearchProduct>(
  index: SearchIndex<T>,
  q: string,
  { sort, filter = () => true }: TextOptions<T> = {},
): T[] {
  const query = normalize(q.trim());
  if (!isByPrice(sort)) return ranked(index.all, query, filter);
  const prices = sort === 'low-high' ? index.byPrice : index.byPrice.toReversed();
  return prices.flatMap((entries) => ranked(entries, query, filter));
}
