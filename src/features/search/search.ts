/**
 * Search, filter and sort (docs/behaviour.md 2.3). Pure,
 * and generic in the product, since pages hold cards and the API holds rows.
 */
import type { CardProduct } from '#features/catalogue/product.ts';
import { anySkin, type SkinChoice } from '#lib/product-constants.ts';
import type { Search } from './search-query.ts';

const collator = new Intl.Collator('en');

/** The editor's order, then by name: the order of a shelf that nobody has searched or sorted. */
export const inEditorsOrder = (
  a: Pick<CardProduct, 'id' | 'name' | 'order'>,
  b: Pick<CardProduct, 'id' | 'name' | 'order'>,
): number => a.order - b.order || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Lower-cased, and what nobody can type between texts that are searched together. */
const readable = (...texts: string[]): string => texts.join('\0').toLowerCase();

/** A product and its texts as a search reads them: one after the other, the best answer first. */
function read<T extends CardProduct>(product: T) {
  const name = readable(product.name);
  const named = readable(product.name, product.category, product.brand, product.id);
  const text = readable(product.name, product.category, product.brand, product.id, product.description);
  return { product, text, nameEnd: name.length, kindEnd: named.length };
}

type Entry<T extends CardProduct> = ReturnType<typeof read<T>>;

/**
 * Products made ready for many searches, so that none of them has to sort or to lower-case.
 * @property all in the editor's order
 * @property byPrice the same, those of one price together, the lowest price first
 */
export type Shelf<T extends CardProduct> = {
  all: readonly Entry<T>[];
  byPrice: readonly (readonly Entry<T>[])[];
};

/** Costs about as much as ten searches: once a catalogue. */
export function shelve<T extends CardProduct>(products: readonly T[]): Shelf<T> {
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
 * How well a product answers: 0 name starts with it, 1 name contains it, 2 category, brand or id,
 * 3 description; `undefined` when nothing contains it.
 */
function rankOf({ text, nameEnd, kindEnd }: Entry<CardProduct>, wanted: string): number | undefined {
  const at = text.indexOf(wanted);
  if (at < 0) return undefined;
  if (at < nameEnd) return at && 1;
  return at < kindEnd ? 2 : 3;
}

/** Whether a skin choice keeps a product. */
export const suitsSkin = (product: Pick<CardProduct, 'skinType' | 'skinTypes'>, skin: SkinChoice): boolean =>
  skin === anySkin || product.skinType === skin || product.skinTypes.includes(skin);

/** Those that answer, the best answer first. */
function ranked<T extends CardProduct>(entries: readonly Entry<T>[], wanted: string, skin: SkinChoice): T[] {
  const ranks: T[][] = [[], [], [], []];
  for (const one of entries)
    if (suitsSkin(one.product, skin)) ranks[rankOf(one, wanted) ?? 4]?.push(one.product);
  return ranks.flat();
}

/** The products that a search finds, in the order in which they are shown. */
export function findOn<T extends CardProduct>(shelf: Shelf<T>, { q, skin, sort }: Search): T[] {
  const wanted = readable(q.trim());
  if (sort === 'relevant') return ranked(shelf.all, wanted, skin);
  const prices = sort === 'low-high' ? shelf.byPrice : shelf.byPrice.toReversed();
  return prices.flatMap((entries) => ranked(entries, wanted, skin));
}

/** The same among products that are searched once. */
export const findProducts = <T extends CardProduct>(products: readonly T[], search: Search): T[] =>
  findOn(shelve(products), search);

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
