/** Changes of many products in the files of `content/products`, which keep everything else as it is. */
import { isMap, isSeq, Pair, parseDocument, Scalar, type YAMLMap } from 'yaml';
import { categoryOfSlug } from '#domain/catalogue/category.ts';
import { type ProductContent, productContent } from '#domain/catalogue/product-content.ts';
import {
  type Listed,
  type ListedItem,
  type ProductChanges,
  type ProductsOfBuild,
  readProductList,
} from '#domain/catalogue/product-list.ts';
import { allSellables, sellablesOf } from '#domain/catalogue/sellable.ts';
import { variantContent } from '#domain/catalogue/variant.ts';
import { finderOf } from '#domain/stock/items.ts';
import { type Paise, toRupees } from '#lib/money.ts';
import { type ContentFiles, checkFiles, readCategories, readProducts } from '#tools/lib/check-content.ts';

const pricesOf = ({
  price,
  originalPrice = null,
}: {
  price: Paise;
  originalPrice?: Paise | null | undefined;
}) => ({ price, originalPrice });

/** All that is sold, was sold or will be, with what a list can change. */
export const listedItems = (products: ReadonlyMap<string, ProductContent>): ListedItem[] =>
  [...allSellables(products)].map(([id, { name, sku = null, barcode = null, parts, ...rest }]) => ({
    id,
    name,
    sku,
    barcode,
    isKit: parts !== undefined,
    ...pricesOf(rest),
    status: rest.status,
    category: rest.category,
  }));

/** What a list is compared with. @throws ContentError */
export const productsIn = (files: ContentFiles, products = readProducts(files)): ProductsOfBuild => ({
  items: listedItems(products),
  categories: [...readCategories(files).keys()].map(categoryOfSlug),
});

/** Sets a field, or removes it. A new one takes its place in the order of the schema. */
function put(
  map: YAMLMap,
  order: readonly string[],
  name: string,
  value: string | number | null | undefined,
): void {
  if (value === null || value === undefined) {
    map.delete(name);
    return;
  }
  if (map.has(name)) {
    map.set(name, value);
    return;
  }
  const before = order.slice(0, order.indexOf(name));
  const place = map.items.findLastIndex(({ key }) => before.includes(String(key)));
  map.items.splice(place + 1, 0, new Pair(new Scalar(name), new Scalar(value)));
}

const productFields = Object.keys(productContent.shape);
const variantFields = Object.keys(variantContent.shape);
const rupees = (amount: Paise | null): number | null => (amount === null ? null : toRupees(amount));

/**
 * The file of a product with new values.
 * @param wanted by the id of what is sold: a product, or its sizes and shades
 */
export function withChanges(
  text: string,
  id: string,
  product: ProductContent,
  wanted: ReadonlyMap<string, Listed>,
): string {
  const [, matter = '', rest = ''] = /^---\r?\n(.*?\r?\n)(---(?:\r?\n.*)?)$/s.exec(text) ?? [];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const document = parseDocument(matter.replaceAll('\r\n', '\n'));
  const root = document.contents;
  if (!isMap(root)) throw new Error(`content/products/${id}/index.md has no front matter`);
  const sold = sellablesOf(id, product);
  for (const field of ['status', 'category'] as const) {
    const changed = sold
      .flatMap(([one]) => wanted.get(one) ?? [])
      .find((one) => one[field] !== product[field]);
    if (changed) put(root, productFields, field, changed[field]);
  }
  const next = new Map(sold.map(([one, sellable]) => [one, pricesOf(wanted.get(one) ?? sellable)]));
  const { variants } = product;
  const entries = root.get('variants', true);
  const main = next.get(id) ?? pricesOf(product);
  const mainVariant = variants.find((variant) => variant.id === undefined);
  put(root, productFields, 'price', rupees(main.price));
  if (mainVariant?.originalPrice === undefined)
    put(root, productFields, 'originalPrice', rupees(main.originalPrice));
  for (const [n, variant] of variants.entries()) {
    const entry = isSeq(entries) ? entries.items[n] : undefined;
    const own = next.get(sold[n]?.[0] ?? '');
    if (!isMap(entry) || !own) continue;
    const putOwn = (name: 'price' | 'originalPrice') => put(entry, variantFields, name, rupees(own[name]));
    if (variant === mainVariant) {
      if (variant.price !== undefined) putOwn('price');
      if (variant.originalPrice !== undefined) putOwn('originalPrice');
      continue;
    }
    // Without a price of its own, it has the price and the MRP of the product.
    const inherited = mainVariant?.originalPrice === undefined ? main.originalPrice : product.originalPrice;
    const hasOwnPrice =
      variant.price !== undefined ||
      own.price !== main.price ||
      (own.originalPrice === null && inherited !== undefined && inherited !== null);
    if (hasOwnPrice) putOwn('price');
    if (hasOwnPrice || variant.originalPrice !== undefined || own.originalPrice !== (inherited ?? null))
      putOwn('originalPrice');
  }
  const written = `---\n${document.toString({ lineWidth: 0, singleQuote: true })}`;
  return `${written.replaceAll('\n', lineEnd)}${rest}`;
}

/** @property texts new ones of files by their names in `content/`; empty while there are problems */
type ProductPlan = ProductChanges & { texts: ReadonlyMap<string, string> };

/**
 * What a list changes in the files. Nothing is written.
 * @throws ImportRefused for a list that cannot be read, ContentError where the content would have mistakes
 */
export function planProducts(files: ContentFiles, list: string): ProductPlan {
  const products = readProducts(files);
  const { items, categories } = productsIn(files, products);
  const read = readProductList(list, finderOf(items), categories);
  const wanted = new Map(read.changes.map((change) => [change.item.id, change]));
  const texts = new Map<string, string>();
  for (const [id, product] of read.problems.length ? [] : products) {
    if (!sellablesOf(id, product).some(([one]) => wanted.has(one))) continue;
    const name = `products/${id}/index.md`;
    texts.set(name, withChanges(files.read(name) ?? '', id, product, wanted));
  }
  if (texts.size) checkFiles({ ...files, read: (name) => texts.get(name) ?? files.read(name) });
  return { ...read, texts };
}
