/** The ids of imported products: their addresses in the shop. */
import type { ImportedProduct } from 'shop-import/product';
import { aliasKey } from '#domain/catalogue/old-address.ts';
import { freeSlug } from './slug.ts';

/** Longest id of a product, characters. */
const maxId = 120;
/** Names that addresses of the shop's API use beside ids. */
const reserved = new Set(['counts', 'live', 'report', 'search', 'searched']);

/** A product with its place in the shop. @property aliases earlier addresses that are not its id */
export type IdentifiedProduct = { product: ImportedProduct; key: string; id: string; aliases: string[] };

/** Gives each product a key of its own: products with the same key are numbered in their order. */
function keyGiver(): (product: ImportedProduct) => string {
  const seen = new Map<string, number>();
  return ({ key }) => {
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number === 1 ? key : `${key}#${number}`;
  };
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
  const keyOf = keyGiver();
  const used = new Set(known.values());
  const identified = products.map((product): IdentifiedProduct => {
    const key = keyOf(product);
    const before = known.get(key);
    if (before) return { product, key, id: before, aliases: [] };
    const isFree = (id: string) =>
      !used.has(id) && !reserved.has(id) && [undefined, product.name].includes(others.get(id));
    const id = freeSlug(product.handle || product.name, maxId, 'product', isFree);
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
