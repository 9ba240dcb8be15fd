/**
 * Changes of products at the desk (docs/decisions/44-the-desk-changes-the-catalogue.md): what can be changed, which changes are
 * refused or asked about again, and which of them content does not have yet.
 */
import { isSameSale, type Sale, type Scope, saleAt } from '#domain/pricing/sale.ts';
import type { CodedItem } from '#domain/stock/items.ts';
import { oneDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { changeOfProduct, type Listed, type ProductStatus } from './product-list.ts';

/**
 * What is sold of a product, with what the desk changes of it.
 * @property label of a size or shade @property sale the last one that names this alone, also when it is over
 */
export type Item = CodedItem &
  Pick<Listed, 'price' | 'originalPrice'> & { label: string | null; sale: Sale | null };

/** A product with what the desk changes of it. Its sizes and shades have its status. */
export type ChangeableProduct = {
  id: string;
  category: string;
  status: ProductStatus;
  items: readonly Item[];
};

/** One value that was changed. @property item the id of what is sold; for a status that of the product */
export type FieldChange = { item: string } & (
  | { field: 'price'; before: Paise; after: Paise }
  | { field: 'originalPrice'; before: Paise | null; after: Paise | null }
  | { field: 'sale'; before: Sale | null; after: Sale | null }
  | { field: 'status'; before: ProductStatus; after: ProductStatus }
);
type Value = FieldChange['before'];

/**
 * - `waiting`: it is to be written into content.
 * - `written`: content has it, and the next build will have it.
 * - `failed`: it could not be written.
 * - `built`: the catalogue was built with it.
 * - `replaced`: the catalogue was built with another value, which somebody has written into content.
 */
export const changeStates = {
  waiting: 'Is being written',
  written: 'Written',
  failed: 'Not written',
  built: 'In the pages',
  replaced: 'Replaced by content',
} as const;
export type ChangeState = keyof typeof changeStates;

/** How long a change can be undone, ms. */
export const undoChangeTime = oneDay;

/** Whether two values say the same. */
export const isSameValue = (one: Value, other: Value): boolean =>
  typeof one === 'object' && one && typeof other === 'object' && other
    ? isSameSale(one, other)
    : one === other;

const itemFields = ['price', 'originalPrice', 'sale'] as const;

/** What differs between a product and the same with other values. */
export function differences(before: ChangeableProduct, after: ChangeableProduct): FieldChange[] {
  const ofItems = before.items.flatMap((item) => {
    const next = after.items.find(({ id }) => id === item.id) ?? item;
    return itemFields.flatMap((field) =>
      isSameValue(item[field], next[field])
        ? []
        : [{ item: item.id, field, before: item[field], after: next[field] } as FieldChange],
    );
  });
  return before.status === after.status
    ? ofItems
    : [...ofItems, { item: before.id, field: 'status', before: before.status, after: after.status }];
}

/** A product with these values. */
export const withFields = <P extends ChangeableProduct>(product: P, fields: readonly FieldChange[]): P => ({
  ...product,
  status: (fields.find(({ field }) => field === 'status')?.after as ProductStatus) ?? product.status,
  items: product.items.map((item) => ({
    ...item,
    ...Object.fromEntries(
      fields
        .filter((one) => one.item === item.id && one.field !== 'status')
        .map(({ field, after }) => [field, after]),
    ),
  })),
});

/** The value that a product has in the place of a change; undefined for what it does not sell. */
const valueIn = (
  { id, status, items }: ChangeableProduct,
  { item, field }: FieldChange,
): Value | undefined => {
  if (field === 'status') return item === id ? status : undefined;
  return items.find((one) => one.id === item)?.[field];
};

/** The same change in the other direction. */
export const reversed = (fields: readonly FieldChange[]): FieldChange[] =>
  fields.map((one) => ({ ...one, before: one.after, after: one.before }) as FieldChange);

/** Whether a product still has all values of a change. */
export const hasAll = (product: ChangeableProduct, fields: readonly FieldChange[]): boolean =>
  fields.every((one) => {
    const value = valueIn(product, one);
    return value !== undefined && isSameValue(value, one.after);
  });

const itemOf = ({ category, status }: ChangeableProduct, { price, originalPrice, ...item }: Item) => ({
  ...item,
  price,
  originalPrice,
  category,
  status,
});

/** What is wrong with new values: a message by the id and the field of what is sold. */
export function mistakesOf(before: ChangeableProduct, after: ChangeableProduct) {
  return after.items.flatMap((item) => {
    const own = before.items.find(({ id }) => id === item.id);
    const change = own && changeOfProduct(itemOf(before, own), item);
    return typeof change === 'string' ? [{ item: item.id, field: 'price' as const, message: change }] : [];
  });
}

/** The lowest price that a sale makes, paise. */
const salePrice = ({ price, sale }: Item): Paise =>
  sale ? (saleAt({ price, sales: [sale] }, sale.from)?.price ?? price) : price;

/**
 * Sentences about new values that may be mistakes, so that they have to be confirmed: a price that changes by more than half,
 * and a new sale below half of the price.
 */
export function doubtsAbout(before: ChangeableProduct, after: ChangeableProduct): string[] {
  return after.items.flatMap((item) => {
    const own = before.items.find(({ id }) => id === item.id);
    if (!own) return [];
    const name = item.label ? `${item.label}: ` : '';
    const change = changeOfProduct(itemOf(before, own), item);
    const isLarge = typeof change === 'object' && change.isLarge;
    const inSale = salePrice(item);
    const isDeep = !isSameValue(own.sale, item.sale) && 2 * inSale < item.price;
    return [
      ...(isLarge && own.price !== item.price
        ? [`${name}the price changes from ${formatPrice(own.price)} to ${formatPrice(item.price)}.`]
        : isLarge
          ? [`${name}the MRP changes by more than half.`]
          : []),
      ...(isDeep
        ? [`${name}in the sale it costs ${formatPrice(inSale)} instead of ${formatPrice(item.price)}.`]
        : []),
    ];
  });
}

/** A change that content may not have yet. @property isSettled it was written long ago, so that each build has it */
type OpenChange = { id: string; fields: readonly FieldChange[]; isSettled?: boolean };

/**
 * Which of the open changes content has. Of the changes of one value, content has those up to the one that made its present
 * value. A value that none of them has or had was written by somebody else: it counts, and they are replaced.
 * @param product as content has it @param changes of this product, the oldest first
 * @returns `fields` to be applied over content; the changes whose values content has, and those that are replaced
 */
export function compareWithContent(product: ChangeableProduct, changes: readonly OpenChange[]) {
  const byValue = Map.groupBy(
    changes.flatMap(({ id, fields, isSettled = false }) => fields.map((one) => ({ id, one, isSettled }))),
    ({ one }) => `${one.field} ${one.item}`,
  );
  const fields: FieldChange[] = [];
  const open = new Set<string>();
  const replaced = new Set<string>();
  for (const chain of byValue.values()) {
    const [first, last] = [chain[0]?.one, chain.at(-1)?.one];
    const value = first && valueIn(product, first);
    const values = first ? [first.before, ...chain.map(({ one }) => one.after)] : [];
    // A value that was changed and changed back: the builds in between may have been left out.
    const isLast = chain.every(({ isSettled }) => isSettled);
    const isValue = (one: Value) => value !== undefined && isSameValue(one, value);
    const place = isLast ? values.findLastIndex(isValue) : values.findIndex(isValue);
    if (place < 0) for (const { id } of chain) replaced.add(id);
    else for (const { id } of chain.slice(place)) open.add(id);
    if (place >= 0 && place < chain.length && last)
      fields.push({ ...last, before: value as never, after: last.after as never });
  }
  const isEnded = ({ id }: OpenChange) => !open.has(id);
  return {
    fields,
    built: changes.filter((one) => isEnded(one) && !replaced.has(one.id)).map(({ id }) => id),
    replaced: changes.filter((one) => isEnded(one) && replaced.has(one.id)).map(({ id }) => id),
  };
}

/** Whether a sale names one product, size or shade, and nothing else. */
const namesOnly = (id: string, { everything, products, categories, brands }: Scope): boolean =>
  !everything && products.length === 1 && products[0] === id && !categories.length && !brands.length;

const withoutScope = ({
  everything: _,
  products: _p,
  categories: _c,
  brands: _b,
  ...sale
}: Sale & Scope): Sale => sale as Sale;

/** The last sale that names this alone. */
export function ownSale(id: string, sales: readonly (Sale & Scope)[]): Sale | null {
  const own = sales.findLast((sale) => namesOnly(id, sale));
  return own ? withoutScope(own) : null;
}

/** The place of the sale of a change in a list; -1 if it is not there. */
export const placeOfSale = (sales: readonly (Sale & Scope)[], item: string, sale: Sale | null): number =>
  sales.findLastIndex((one) => namesOnly(item, one) && isSameValue(withoutScope(one), sale));

/**
 * How a change of a sale changes the list: a sale that is over stays, and its place in the list is not taken.
 * @param at of the change, UTC ms
 * @returns `remove`: the place of the one that goes or is replaced, or -1; `add`: what takes its place, or comes last
 */
export function saleEdit(
  sales: readonly (Sale & Scope)[],
  { item, before, after }: Extract<FieldChange, { field: 'sale' }>,
  at: number,
): { remove: number; add: Sale | null } {
  const isOver = before !== null && before.until <= at;
  const returns = placeOfSale(sales, item, after) >= 0;
  return {
    remove: before && (!isOver || after === null) ? placeOfSale(sales, item, before) : -1,
    add: returns ? null : after,
  };
}

/** All sales with the change of one. @param at of the change, UTC ms */
export function withSale(
  sales: readonly (Sale & Scope)[],
  change: Extract<FieldChange, { field: 'sale' }>,
  at: number,
): (Sale & Scope)[] {
  const { remove, add } = saleEdit(sales, change, at);
  const scope = { everything: false, products: [change.item], categories: [], brands: [] };
  const next = sales.filter((_, n) => n !== remove);
  if (add) next.splice(remove < 0 ? next.length : remove, 0, { ...add, ...scope } as Sale & Scope);
  return next;
}
