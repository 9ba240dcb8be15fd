/** Writes changes of the desk into the files of content: only these values change. */
import { z } from 'zod';
import type { Sale, Scope } from '#domain/pricing/sale.ts';
import { writtenTime } from '#domain/pricing/sale-content.ts';
import { type NextSale, noSales, readSalesFile, salesFile, withSales } from '#domain/pricing/sales-file.ts';
import { formatDayTime } from '#lib/dates.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import {
  type ChangeableProduct,
  type FieldChange,
  type Item,
  isSameValue,
  ownSale,
  saleEdit,
  withFields,
} from './catalogue-change.ts';
import type { ProductContent } from './product-content.ts';
import { readProductFile, withChanges } from './product-file.ts';
import type { Listed } from './product-list.ts';
import { sellablesOf } from './sellable.ts';

/** A change to be written. @property at when it was made, UTC ms */
export type WaitingChange = { id: string; at: number; productId: string; fields: readonly FieldChange[] };

const productFile = (id: string): string => `products/${id}/index.md`;

/** The files that changes are about, in `content/`. */
export const filesOfChanges = (changes: readonly WaitingChange[]): string[] => [
  ...new Set(
    changes.flatMap(({ productId, fields }) => [
      productFile(productId),
      ...(fields.some(({ field }) => field === 'sale') ? [salesFile] : []),
    ]),
  ),
];

/** A product as content has it. */
export const changeableProduct = (
  id: string,
  product: ProductContent,
  sales: readonly (Sale & Scope)[],
): ChangeableProduct => ({
  id,
  category: product.category,
  status: product.status,
  items: sellablesOf(id, product).map(
    ([one, { name, label, sku = null, barcode = null, price, originalPrice = null, parts }]): Item => ({
      id: one,
      name,
      label,
      sku,
      barcode,
      isKit: parts !== undefined,
      price,
      originalPrice,
      sale: ownSale(one, sales),
    }),
  ),
});

/** The values of a product, by the id of what is sold. */
export const listedOf = ({ items, status, category }: ChangeableProduct): Map<string, Listed> =>
  new Map(items.map(({ id, price, originalPrice }) => [id, { price, originalPrice, status, category }]));

/** @returns a value for people: `₹599.00`, `none`, `published`, `Diwali until 8 Nov 2026, 12:00 am` */
export function valueText({ field }: FieldChange, value: FieldChange['before']): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return formatPrice(value);
  if (typeof value === 'string' || field === 'status') return String(value);
  return `${value.name}, ${'percent' in value ? `${value.percent}% off` : formatPrice(value.price)}, until ${formatDayTime(value.until)}`;
}

/** What is changed, in words. */
export const fieldLabels = { price: 'price', originalPrice: 'MRP', sale: 'sale', status: 'status' } as const;

/** `price ₹599.00 → ₹549.00`, with the id of what is sold where that is not the product. */
export const changeText = (productId: string, fields: readonly FieldChange[]): string =>
  fields
    .map((one) => {
      const name = one.item === productId ? '' : `${one.item}: `;
      return `${name}${fieldLabels[one.field]} ${valueText(one, one.before)} → ${valueText(one, one.after)}`;
    })
    .join(', ');

/** A change that cannot be written. */
class CannotWrite extends Error {}

type SaleChange = Extract<FieldChange, { field: 'sale' }>;
const isSaleChange = (one: FieldChange): one is SaleChange => one.field === 'sale';

/** The file of sales with the change of one. @param at of the change, UTC ms @throws ZodError */
const withSaleChange = (text: string, change: SaleChange, at: number): string =>
  withSales(text, (sales) => {
    const { remove, add } = saleEdit(sales, change, at);
    const entries: NextSale[] = sales.map((_, kept) => ({ kept }));
    const added = add && {
      name: add.name,
      from: writtenTime(add.from, false),
      until: writtenTime(add.until, true),
      ...('percent' in add ? { percent: add.percent } : { price: toRupees(add.price) }),
      products: [change.item],
    };
    entries.splice(remove < 0 ? entries.length : remove, remove < 0 ? 0 : 1, ...(added ? [added] : []));
    return entries;
  });

/** The file of sales with those of changes. @param changes the oldest first @throws ZodError */
export const withSaleChanges = (
  text: string,
  changes: readonly Pick<WaitingChange, 'at' | 'fields'>[],
): string =>
  changes.reduce(
    (before, { at, fields }) =>
      fields.filter(isSaleChange).reduce((sales, change) => withSaleChange(sales, change, at), before),
    text,
  );

/** The files with one change. @throws CannotWrite, ZodError */
function write(read: (name: string) => string | undefined, { at, productId, fields }: WaitingChange) {
  const name = productFile(productId);
  const text = read(name);
  if (text === undefined) throw new CannotWrite(`content/${name} is not there any more.`);
  const product = readProductFile(text);
  const saleText = read(salesFile) ?? noSales;
  const before = changeableProduct(productId, product, readSalesFile(saleText));
  const wanted = fields.filter((one) => {
    const value =
      one.field === 'status' ? before.status : before.items.find(({ id }) => id === one.item)?.[one.field];
    if (value === undefined) throw new CannotWrite(`content/${name} has no ${one.item} any more.`);
    if (isSameValue(value, one.after)) return false;
    if (isSameValue(value, one.before)) return true;
    throw new CannotWrite(
      `content/${one.field === 'sale' ? salesFile : name} has been changed by somebody else: ${fieldLabels[one.field]} of ${one.item} is ${valueText(one, value)} there, not ${valueText(one, one.before)}.`,
    );
  });
  const isInFile = wanted.some((one) => !isSaleChange(one));
  const next = isInFile ? withChanges(text, productId, product, listedOf(withFields(before, wanted))) : text;
  readProductFile(next);
  const sales = withSaleChanges(saleText, [{ at, fields: wanted }]);
  return new Map([
    ...(next === text ? [] : [[name, next] as const]),
    ...(sales === saleText ? [] : [[salesFile, sales] as const]),
  ]);
}

/**
 * Writes changes one after the other. @param read a file of content @param changes the oldest first
 * @returns new texts by the names of their files, and for each change that cannot be written the reason
 */
export function writeChanges(
  read: (name: string) => string | undefined,
  changes: readonly WaitingChange[],
): { texts: Map<string, string>; failed: Map<string, string> } {
  const texts = new Map<string, string>();
  const failed = new Map<string, string>();
  for (const change of changes)
    try {
      for (const [name, text] of write((name) => texts.get(name) ?? read(name), change))
        texts.set(name, text);
    } catch (error) {
      const reason = error instanceof CannotWrite ? error.message : undefined;
      const [issue] = error instanceof z.ZodError ? error.issues : [];
      failed.set(
        change.id,
        reason ??
          `The file of ${change.productId} cannot be read: ${issue ? `${issue.path.join('.')} ${issue.message}` : (error as Error).message}`,
      );
    }
  // Changed and changed back.
  for (const [name, text] of texts) if (text === read(name)) texts.delete(name);
  return { texts, failed };
}
