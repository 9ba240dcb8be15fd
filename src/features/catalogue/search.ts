/**
 * Search, filter and sort (spec sections 2 and 5; decisions, "Screens where the spec is open"). Pure,
 * and generic in the product, since pages hold cards and the API holds rows.
 */
import type { CardProduct } from './product.ts';
import { anySkin, type SkinChoice, skinChoices } from './shelf.ts';

export const sortChoices = ['relevant', 'low-high', 'high-low'] as const;
export type SortChoice = (typeof sortChoices)[number];

export const sortNames: Record<SortChoice, string> = {
  relevant: 'Relevant',
  'low-high': 'Price Low to High',
  'high-low': 'Price High to Low',
};

/** What the address of the collection holds: `/collection?q=…&skin=…&sort=…`. */
export type Search = { q: string; skin: SkinChoice; sort: SortChoice };

export const everything: Search = { q: '', skin: anySkin, sort: 'relevant' };

const oneOf = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Reads a search from an address; whatever it does not know counts as not given. */
export function parseSearch(params: URLSearchParams): Search {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    skin: oneOf(skinChoices, params.get('skin')) ?? anySkin,
    sort: oneOf(sortChoices, params.get('sort')) ?? 'relevant',
  };
}

/** The values that belong in the address: what is not the default. */
export const searchParams = (search: Search): { q?: string; skin?: string; sort?: string } => ({
  ...(search.q.trim() && { q: search.q.trim() }),
  ...(search.skin !== anySkin && { skin: search.skin }),
  ...(search.sort !== 'relevant' && { sort: search.sort }),
});

type Searchable = Pick<CardProduct, 'id' | 'name' | 'category' | 'brand' | 'description' | 'order'>;

const normal = (text: string): string => text.trim().toLowerCase();

/**
 * How well a product answers: 0 name starts with it, 1 name contains it, 2 category, brand or id,
 * 3 description; `undefined` when nothing contains it.
 */
export function matchRank(product: Searchable, query: string): number | undefined {
  const wanted = normal(query);
  const name = product.name.toLowerCase();
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  if ([product.category, product.brand, product.id].some((text) => text.toLowerCase().includes(wanted)))
    return 2;
  return product.description.toLowerCase().includes(wanted) ? 3 : undefined;
}

/** Whether a skin choice keeps a product. */
const suitsSkin = (product: Pick<CardProduct, 'skinType' | 'skinTypes'>, skin: SkinChoice): boolean =>
  skin === anySkin || product.skinType === skin || product.skinTypes.includes(skin);

/** The products that a search finds, in the order in which they are shown. */
export function findProducts<T extends CardProduct>(products: readonly T[], search: Search): T[] {
  const ranked = products
    .filter((product) => suitsSkin(product, search.skin))
    .map((product) => ({ product, rank: search.q.trim() ? matchRank(product, search.q) : 0 }))
    .filter((found): found is { product: T; rank: number } => found.rank !== undefined);
  const byPrice = search.sort === 'low-high' ? 1 : search.sort === 'high-low' ? -1 : 0;
  return ranked
    .sort(
      (a, b) =>
        byPrice * (a.product.price - b.product.price) ||
        a.rank - b.rank ||
        a.product.order - b.product.order ||
        a.product.name.localeCompare(b.product.name, 'en'),
    )
    .map(({ product }) => product);
}

/** The line above the grid; empty while nothing is searched or filtered. */
export function countLine(search: Search, shown: number, total: number): string {
  const q = search.q.trim();
  if (!q && search.skin === anySkin) return '';
  const what = q ? ` for "${q}"` : '';
  const where = search.skin === anySkin ? '' : ` in ${search.skin}`;
  return `Showing ${shown} of ${total} products${what}${where}`;
}

/** What an empty grid says: the search text wins over the skin type. */
export function emptyMessage(search: Search): { title: string; text: string } {
  const q = search.q.trim();
  if (q) return { title: 'No products found', text: `We couldn't find any products matching ${q}` };
  if (search.skin !== anySkin)
    return { title: 'No products found', text: `No products match ${search.skin}` };
  return { title: 'No products found', text: 'There are currently no products available' };
}
