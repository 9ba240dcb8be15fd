/** Changes the files of `content/products`, which keep everything else as it is. */
import { isMap, isSeq, Pair, parse, parseDocument, Scalar, type YAMLMap } from 'yaml';
import { type Paise, toRupees } from '#lib/money.ts';
import { contentTags } from '#lib/yaml-dates.ts';
import { type ProductContent, productContent } from './product-content.ts';
import type { Listed } from './product-list.ts';
import { sellablesOf } from './sellable.ts';
import { variantContent } from './variant.ts';

/** Price and MRP, `null` without one. */
export const pricesOf = ({
  price,
  originalPrice = null,
}: {
  price: Paise;
  originalPrice?: Paise | null | undefined;
}) => ({ price, originalPrice });

/**
 * A product with new values.
 * @param wanted by the id of what is sold: a product, or its sizes and shades
 */
export function changedProduct(
  id: string,
  product: ProductContent,
  wanted: ReadonlyMap<string, Listed>,
): ProductContent {
  const sold = sellablesOf(id, product);
  const changed = { ...product };
  const all = sold.flatMap(([one]) => wanted.get(one) ?? []);
  changed.status = all.find(({ status }) => status !== product.status)?.status ?? product.status;
  changed.category = all.find(({ category }) => category !== product.category)?.category ?? product.category;
  const next = new Map(sold.map(([one, sellable]) => [one, pricesOf(wanted.get(one) ?? sellable)]));
  const main = next.get(id) ?? pricesOf(product);
  const mainVariant = product.variants.find((variant) => variant.id === undefined);
  changed.price = main.price;
  if (mainVariant?.originalPrice === undefined) changed.originalPrice = main.originalPrice ?? undefined;
  changed.variants = product.variants.map((variant, n) => {
    const { price, originalPrice } = next.get(sold[n]?.[0] ?? '') ?? main;
    const own = { price, originalPrice: originalPrice ?? undefined };
    if (variant === mainVariant)
      return {
        ...variant,
        ...(variant.price !== undefined && { price }),
        ...(variant.originalPrice !== undefined && { originalPrice: own.originalPrice }),
      };
    // Without a price of its own, it has the price and the MRP of the product.
    const inherited = mainVariant?.originalPrice === undefined ? main.originalPrice : product.originalPrice;
    const hasOwnPrice =
      variant.price !== undefined ||
      price !== main.price ||
      (originalPrice === null && inherited !== undefined && inherited !== null);
    const hasOwnMrp =
      hasOwnPrice || variant.originalPrice !== undefined || originalPrice !== (inherited ?? null);
    return {
      ...variant,
      ...(hasOwnPrice && { price }),
      ...(hasOwnMrp && { originalPrice: own.originalPrice }),
    };
  });
  return changed;
}

/** Sets a field, or removes it. A new one takes its place in the order of the schema. */
export function put(
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
const rupees = (amount: Paise | undefined): number | undefined =>
  amount === undefined ? undefined : toRupees(amount);

/** The front matter of a Markdown file, with the line behind it, and the rest. */
const partsOf = (text: string): string[] => /^---\r?\n(.*?\r?\n)(---(?:\r?\n.*)?)$/s.exec(text) ?? [];

/** The product of a file, with its texts as they are written. @throws Error for a file that is none, ZodError */
export const readProductFile = (text: string): ProductContent =>
  productContent.parse(parse(partsOf(text)[1] ?? '', { customTags: contentTags }));

/** The text of YAML that has been changed. */
export const yamlText = (yaml: ReturnType<typeof parseDocument>): string =>
  yaml.toString({ lineWidth: 0, singleQuote: true });

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
  const [, matter = '', rest = ''] = partsOf(text);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const yaml = parseDocument(matter.replaceAll('\r\n', '\n'));
  const root = yaml.contents;
  if (!isMap(root)) throw new Error(`content/products/${id}/index.md has no front matter`);
  const changed = changedProduct(id, product, wanted);
  for (const field of ['status', 'category'] as const)
    if (changed[field] !== product[field]) put(root, productFields, field, changed[field]);
  for (const field of ['price', 'originalPrice'] as const)
    if (changed[field] !== product[field]) put(root, productFields, field, rupees(changed[field]));
  const entries = root.get('variants', true);
  for (const [n, variant] of product.variants.entries()) {
    const entry = isSeq(entries) ? entries.items[n] : undefined;
    const next = changed.variants[n];
    if (!isMap(entry) || !next) continue;
    for (const field of ['price', 'originalPrice'] as const)
      if (next[field] !== variant[field]) put(entry, variantFields, field, rupees(next[field]));
  }
  return `---\n${yamlText(yaml)}`.replaceAll('\n', lineEnd) + rest;
}
