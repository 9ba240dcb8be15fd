/**
 * The rules of a wish list (docs/behaviour.md, "Wish list"), used by the browser and the Worker. It holds products, not sizes and
 * shades: a product has one heart, on its card and on its page, and the buyer chooses the size later.
 */
import { isProductId } from '#domain/catalogue/is-product-id.ts';

/** A saved product. @property at when it was saved, UTC ms */
export type Wish = { readonly id: string; readonly at: number };

/** The newest first, each product once. */
export type WishList = readonly Wish[];

/** Most products of a list, and of a link to one. */
export const [maxWishes, maxShared] = [100, 50];

/**
 * What two lists have together: the later time of each product, and of these the newest {@link maxWishes}. The order of the two
 * does not matter, and joining the same list again changes nothing.
 */
export function joinLists(one: WishList, other: WishList): WishList {
  const times = new Map<string, number>();
  for (const { id, at } of [...one, ...other]) times.set(id, Math.max(at, times.get(id) ?? 0));
  return [...times]
    .map(([id, at]) => ({ id, at }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, maxWishes);
}

/** The list without a product. */
export const withoutWish = (list: WishList, id: string): WishList => list.filter((wish) => wish.id !== id);

export const hasWish = (list: WishList, id: string): boolean => list.some((wish) => wish.id === id);

/** Parses a stored list. What is not valid is dropped. */
export function parseWishes(value: unknown): WishList {
  if (!Array.isArray(value)) return [];
  const wishes = value.flatMap((one: Partial<Wish> | null): Wish[] => {
    const { id, at } = one ?? {};
    return isProductId(id) && Number.isSafeInteger(at) && Number(at) > 0 ? [{ id, at: Number(at) }] : [];
  });
  return joinLists(wishes, []);
}

/** The hash of a link to a list: ids alone, the newest first. No server gets it. */
export const sharedHash = (list: WishList): string =>
  `#${list
    .slice(0, maxShared)
    .map(({ id }) => id)
    .join()}`;

/** The products of a link, at most {@link maxShared}; undefined without a list. What is no id is dropped. @param hash of the address */
export function readSharedHash(hash: string): string[] | undefined {
  if (hash.length < 2) return undefined;
  return [...new Set(hash.slice(1).split(',').filter(isProductId))].slice(0, maxShared);
}
