/** The ids of imported products: their addresses in the shop. */
import type { ImportedProduct } from 'shop-import/product';
import { aliasKey } from '#domain/catalogue/old-address.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import { ownCategory } from './own-fields.ts';
import { freeSlug } from './slug.ts';

/** Longest id of a product, characters. */
const maxId = 120;
/** Names that addresses of the shop's API use beside ids. */
const reserved = new Set(['counts', 'live', 'report', 'search', 'searched']);

/** A product that the shop has. @property variants its sizes and shades, of which one has no id */
export type ShopProduct = {
  name: string;
  sku?: string | undefined;
  variants: readonly {
    id?: string | undefined;
    label: string;
    sku?: string | undefined;
    choices?: readonly string[] | undefined;
  }[];
};

/**
 * A product with its place in the shop.
 * @property formerKey what named it in the last export, where its handle has changed since
 * @property aliases earlier addresses that are not its id
 */
export type IdentifiedProduct = {
  product: ImportedProduct;
  key: string;
  formerKey?: string;
  id: string;
  aliases: string[];
};

/** Gives each product a key of its own: products with the same key are numbered in their order. */
function keyGiver(): (product: ImportedProduct) => string {
  const seen = new Map<string, number>();
  return ({ key }) => {
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number === 1 ? key : `${key}#${number}`;
  };
}

/** The SKUs of all that is sold of a product. */
export const skusOf = ({ variants }: ImportedProduct): string[] => variants.flatMap(({ sku }) => sku ?? []);

/** Finds the one product that has one of these SKUs; undefined where several have. */
function finderBySku(products: Iterable<readonly [id: string, skus: readonly string[]]>) {
  const owners = new Map<string, string | undefined>();
  for (const [id, skus] of products)
    for (const sku of new Set(skus)) owners.set(sku, owners.has(sku) ? undefined : id);
  return (product: ImportedProduct): string | undefined => {
    const found = new Set(skusOf(product).map((sku) => owners.get(sku)));
    const [only] = found;
    return found.size === 1 ? only : undefined;
  };
}

/**
 * Gives each product an id: the one of the last import; else that of the product with its SKUs, whose handle has changed; else
 * its handle, or its name, in small Latin letters, with a number where another product has it. A handle that is no id becomes
 * an alias.
 * @param known products of the last import by key
 * @param others products of the shop that no import has written, by id: one of the same name or SKU is the same product
 */
export function assignIds(
  products: readonly ImportedProduct[],
  known: ReadonlyMap<string, { id: string; skus?: readonly string[] | undefined }>,
  others: ReadonlyMap<string, ShopProduct>,
): IdentifiedProduct[] {
  const keyOf = keyGiver();
  const keyed = products.map((product) => ({ product, key: keyOf(product) }));
  const present = new Set(keyed.map(({ key }) => key));
  // One whose key is still in the export is that product, and no other.
  const renamed = [...known].filter(([key]) => !present.has(key));
  const keyById = new Map(renamed.map(([key, { id }]) => [id, key]));
  const findRenamed = finderBySku(renamed.map(([, { id, skus = [] }]) => [id, skus]));
  const findOther = finderBySku(
    [...others].map(([id, { sku, variants }]) => [
      id,
      [sku, ...variants.map((one) => one.sku)].flatMap((one) => one ?? []),
    ]),
  );
  const keysOfIds = new Map([...known].map(([key, { id }]) => [id, key]));
  const used = new Set([...known.values()].map(({ id }) => id));
  const taken = new Set<string>();
  const identified = keyed.map(({ product, key }): IdentifiedProduct => {
    const before = known.get(key);
    if (before) return { product, key, id: before.id, aliases: [] };
    // An export of this shop has the id as its handle.
    const sameId = ownCategory(product) === undefined ? undefined : keysOfIds.get(product.handle);
    if (sameId !== undefined && !present.has(sameId))
      return { product, key: sameId, id: product.handle, aliases: [] };
    const former = findRenamed(product);
    if (former && !taken.has(former)) {
      taken.add(former);
      return { product, key, formerKey: keyById.get(former) ?? key, id: former, aliases: [] };
    }
    const own = findOther(product);
    if (own && !used.has(own)) {
      used.add(own);
      return { product, key, id: own, aliases: [] };
    }
    const isFree = (id: string) =>
      !used.has(id) && !reserved.has(id) && [undefined, product.name].includes(others.get(id)?.name);
    const id = freeSlug(product.handle || product.name, maxId, 'product', isFree);
    used.add(id);
    return { product, key, id, aliases: [] };
  });
  const ids = new Set([...identified.map(({ id }) => id), ...used, ...others.keys()]);
  for (const { product, id, aliases } of identified) {
    const { handle, row, findings } = product;
    if (!handle || handle === id) continue;
    const message = `The handle “${handle}” becomes “${id}”.`;
    findings.push({ severity: 'guessed', row, message });
    const alias = aliasKey(handle);
    if (ids.has(alias) || alias.length > 200 || /[\s?#{}\\]/.test(alias) || unsafeLink(alias)) continue;
    ids.add(alias);
    aliases.push(alias);
  }
  return identified;
}
