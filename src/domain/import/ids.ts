/** The ids of imported products: their addresses in the shop. */
import { aliasKey } from '#domain/catalogue/old-address.ts';
import type { ImportedProduct } from './product.ts';
import { slugOf } from './slug.ts';

/** Longest id of a product, characters. */
const maxId = 120;
/** Names that addresses of the shop's API use beside ids. */
const reserved = new Set(['counts', 'live', 'report', 'search', 'searched']);

/** A product with its place in the shop. @property aliases earlier addresses that are not its id */
export type IdentifiedProduct = { product: ImportedProduct; key: string; id: string; aliases: string[] };

/** Keys that differ: products of one handle are told apart by their order. */
function uniqueKeys(products: readonly ImportedProduct[]): string[] {
  const seen = new Map<string, number>();
  return products.map(({ key }) => {
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number === 1 ? key : `${key}#${number}`;
  });
}

/**
 * Gives each product an id: the one of the last import; else its handle, or its name, in small Latin letters, with a number
 * where another product has it. A handle that is no id becomes an alias.
 * @param known ids of the last import by key
 * @param others names of products of the shop that no import has written, by id: one of the same name is the same product
 */
export function assignIds(
  products: readonly ImportedProduct[],
  known: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): IdentifiedProduct[] {
  const keys = uniqueKeys(products);
  const used = new Set(known.values());
  const identified = products.map((product, place): IdentifiedProduct => {
    const key = keys[place] ?? product.key;
    const before = known.get(key);
    if (before) return { product, key, id: before, aliases: [] };
    const base =
      slugOf(product.handle || product.name)
        .slice(0, maxId - 4)
        .replace(/-$/, '') || 'product';
    const isFree = (id: string) =>
      !used.has(id) && !reserved.has(id) && [undefined, product.name].includes(others.get(id));
    let id = base;
    for (let number = 2; !isFree(id); number += 1) id = `${base}-${number}`;
    used.add(id);
    return { product, key, id, aliases: [] };
  });
  const ids = new Set([...identified.map(({ id }) => id), ...known.values(), ...others.keys()]);
  for (const { product, id, aliases } of identified) {
    const { handle, row, findings } = product;
    if (!handle || handle === id) continue;
    const message = `The handle “${handle}” becomes “${id}”.`;
    findings.push({ severity: 'guessed', row, message });
    const alias = aliasKey(handle);
    if (ids.has(alias) || alias.length > 200 || /[\s?#]/.test(alias)) continue;
    ids.add(alias);
    aliases.push(alias);
  }
  return identified;
}
