/** New prices in the files of `content/products`, which keep everything else as it is. */
import { isMap, isSeq, Pair, parseDocument, Scalar, type YAMLMap } from 'yaml';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { allSellables, sellablesOf } from '#domain/catalogue/sellable.ts';
import type { RowProblem } from '#domain/import/problem.ts';
import { type PriceChange, type PricedItem, readPriceList } from '#domain/pricing/price-list.ts';
import { finderOf } from '#domain/stock/items.ts';
import { type Paise, toRupees } from '#lib/money.ts';
import { type ContentFiles, checkFiles, readProducts } from '#tools/lib/check-content.ts';

/** @property originalPrice the MRP; null for none */
type Prices = { price: Paise; originalPrice: Paise | null };

const pricesOf = ({
  price,
  originalPrice = null,
}: {
  price: Paise;
  originalPrice?: Paise | null | undefined;
}) => ({ price, originalPrice });

/** All that is sold, with its price. */
export const pricedItems = (products: ReadonlyMap<string, ProductContent>): PricedItem[] =>
  [...allSellables(products)].map(([_id, { name, sku = null, barcode = null, parts, ...prices }]) => ({
    _id,
    name,
    sku,
    barcode,
    isKit: parts !== undefined,
    ...pricesOf(prices),
  }));

/** Sets an amount in rupees, or removes it. A new field stands behind the first of these that there is. */
function put(map: YAMLMap, name: string, amount: Paise | null | undefined, behind: readonly string[]): void {
  if (amount === null || amount === undefined) {
    map.delete(name);
    return;
  }
  if (map.has(name)) {
    map.set(name, toRupees(amount));
    return;
  }
  const places = map.items.map(({ key }) => String(key));
  const place = Math.max(...behind.map((one) => places.indexOf(one)));
  map.items.splice(place + 1, 0, new Pair(new Scalar(name), new Scalar(toRupees(amount))));
}

const fieldsBefore = ['id', 'label', 'kind', 'name'];
const putPrice = (map: YAMLMap, price: Paise | null) => put(map, 'price', price, fieldsBefore);
const putMrp = (map: YAMLMap, mrp: Paise | null) =>
  put(map, 'originalPrice', mrp, [...fieldsBefore, 'price']);

/**
 * The file of a product with new prices.
 * @param wanted by the id of what is sold: a product, or its sizes and shades
 */
export function withPrices(
  text: string,
  id: string,
  product: ProductContent,
  wanted: ReadonlyMap<string, Prices>,
): string {
  const [, matter = '', rest = ''] = /^---\r?\n(.*?\r?\n)(---(?:\r?\n.*)?)$/s.exec(text) ?? [];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const document = parseDocument(matter.replaceAll('\r\n', '\n'));
  const root = document.contents;
  if (!isMap(root)) throw new Error(`content/products/${id}/index.md has no front matter`);
  const sold = sellablesOf(id, product);
  const next = new Map(sold.map(([one, sellable]) => [one, wanted.get(one) ?? pricesOf(sellable)]));
  const { variants } = product;
  const entries = root.get('variants', true);
  const main = next.get(id) ?? pricesOf(product);
  const mainVariant = variants.find((variant) => variant.id === undefined);
  putPrice(root, main.price);
  if (mainVariant?.originalPrice === undefined) putMrp(root, main.originalPrice);
  for (const [n, variant] of variants.entries()) {
    const entry = isSeq(entries) ? entries.items[n] : undefined;
    const own = next.get(sold[n]?.[0] ?? '');
    if (!isMap(entry) || !own) continue;
    if (variant === mainVariant) {
      if (variant.price !== undefined) putPrice(entry, own.price);
      if (variant.originalPrice !== undefined) putMrp(entry, own.originalPrice);
      continue;
    }
    // Without a price of its own, it has the price and the MRP of the product.
    const inherited = mainVariant?.originalPrice === undefined ? main.originalPrice : product.originalPrice;
    const hasOwnPrice =
      variant.price !== undefined ||
      own.price !== main.price ||
      (own.originalPrice === null && inherited !== undefined && inherited !== null);
    if (hasOwnPrice) putPrice(entry, own.price);
    if (hasOwnPrice || variant.originalPrice !== undefined || own.originalPrice !== (inherited ?? null))
      putMrp(entry, own.originalPrice);
  }
  const written = `---\n${document.toString({ lineWidth: 0, singleQuote: true })}`;
  return `${written.replaceAll('\n', lineEnd)}${rest}`;
}

type PricePlan = {
  changes: PriceChange<PricedItem>[];
  same: number;
  problems: RowProblem[];
  /** New texts of files by their names in `content/`; empty while there are problems. */
  texts: ReadonlyMap<string, string>;
};

/**
 * What a list of prices changes in the files. Nothing is written.
 * @throws ImportRefused for a list that cannot be read, ContentError where the content would have mistakes
 */
export function planPrices(files: ContentFiles, list: string): PricePlan {
  const products = readProducts(files);
  const { problems, ...read } = readPriceList(list, finderOf(pricedItems(products)));
  const wanted = new Map(
    read.changes.map(({ item, price, originalPrice }) => [item._id, { price, originalPrice }]),
  );
  const texts = new Map<string, string>();
  for (const [id, product] of problems.length ? [] : products) {
    if (!sellablesOf(id, product).some(([one]) => wanted.has(one))) continue;
    const name = `products/${id}/index.md`;
    texts.set(name, withPrices(files.read(name) ?? '', id, product, wanted));
  }
  if (texts.size) checkFiles({ ...files, read: (name) => texts.get(name) ?? files.read(name) });
  return { ...read, problems, texts };
}
