/** What names a product of the shop in a file of another system. */
import { aliasKey } from '#domain/catalogue/old-address.ts';

/** @property keys what named it in exports of an earlier shop */
export type NamedProduct = {
  id: string;
  name: string;
  aliases: readonly string[];
  keys: readonly string[];
  skus: readonly string[];
};

/** Ids by the words of {@link nameKey}. */
export type ProductNames = ReadonlyMap<string, string>;

export const nameKey = (word: string): string => aliasKey(word).replace(/\s+/g, ' ');

/** The last part of an address. */
const lastPart = (address: string): string => aliasKey(address).split('/').at(-1) ?? '';

/** The words of all products, the surest first: ids, earlier addresses, SKUs, names. A word of two products names none. */
export function productNames(products: readonly NamedProduct[]): [word: string, id: string][] {
  const levels: ((product: NamedProduct) => readonly string[])[] = [
    ({ id }) => [id],
    ({ aliases, keys }) => [...aliases, ...aliases.map(lastPart), ...keys],
    ({ skus }) => skus,
    ({ name }) => [name],
  ];
  const names = new Map<string, string>();
  for (const wordsOf of levels) {
    const found = new Map<string, Set<string>>();
    for (const product of products)
      for (const word of wordsOf(product).map(nameKey))
        if (word && !names.has(word)) found.set(word, (found.get(word) ?? new Set()).add(product.id));
    for (const [word, [id, ...others]] of found) if (id !== undefined && !others.length) names.set(word, id);
  }
  return [...names];
}
