/**
 * The price of what is sold at a time (docs/behaviour.md, "Sale prices"). Stored with a product are its own price and the
 * sales that name it; Worker, build and browser ask this one file what it costs now.
 */
import { oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';

/**
 * A sale, as each product that it names has it: a percentage off, or a price.
 * @property from and @property until UTC ms: the first moment of it, and the first after it
 */
export type Sale = { name: string; from: number; until: number } & ({ percent: number } | { price: Paise });

/** Whether two sales are the same, in any order of their fields. */
export const isSameSale = (one: Sale, other: Sale): boolean =>
  one.name === other.name &&
  one.from === other.from &&
  one.until === other.until &&
  ('percent' in one
    ? 'percent' in other && one.percent === other.percent
    : 'price' in other && one.price === other.price);

/** What a product costs without a sale, and its sales, also those that are over or have not begun. */
export type Listed = { price: Paise; sales: readonly Sale[] };

/** What a sale can name a product by. @property group the product of which it is a size or shade */
type Named = { group: string | null; category: string; brand: string };

/** Which products are in a sale. */
export type Scope = {
  everything: boolean;
  products: readonly string[];
  categories: readonly string[];
  brands: readonly string[];
};

/** The sales that name a product: by its id, by that of the product of which it is a variant, its category or brand. */
export const salesOf = (
  id: string,
  { group, category, brand }: Named,
  sales: readonly (Sale & Scope)[],
): Sale[] =>
  sales
    .filter(
      ({ everything, products, categories, brands }) =>
        everything ||
        products.includes(id) ||
        (group !== null && products.includes(group)) ||
        categories.includes(category) ||
        brands.includes(brand),
    )
    .map(({ everything: _, products: _p, categories: _c, brands: _b, ...sale }) => sale as Sale);

/** The price in a sale. A percentage is rounded in favour of the shopper, and nothing is free. */
const reduced = (price: Paise, sale: Sale): Paise =>
  'percent' in sale ? Math.max(1, Math.floor((price * (100 - sale.percent)) / 100)) : sale.price;

/**
 * The sale that makes the price at a time: the lowest of those that are on, and only one that is below the price without
 * it. Of equal ones the one that lasts longest. @param at UTC ms
 */
export function saleAt({ price, sales }: Listed, at: number): { price: Paise; sale: Sale } | undefined {
  return sales
    .filter(({ from, until }) => from <= at && at < until)
    .map((sale) => ({ price: reduced(price, sale), sale }))
    .filter((one) => one.price < price)
    .sort((a, b) => a.price - b.price || b.sale.until - a.sale.until)[0];
}

/** What a product costs at a time. @param at UTC ms */
export const priceAt = (listed: Listed, at: number): Paise => saleAt(listed, at)?.price ?? listed.price;

/** When sales begin and end, UTC ms, in order. */
const momentsOf = (sales: readonly Sale[]): number[] =>
  sales.flatMap(({ from, until }) => [from, until]).sort((a, b) => a - b);

/** The time around `at` in which none of the sales begins or ends, UTC ms: from its first moment, up to `until`. */
export function unchangedTime(sales: readonly Sale[], at: number): { from: number; until: number } {
  const moments = momentsOf(sales);
  return {
    from: moments.findLast((moment) => moment <= at) ?? Number.NEGATIVE_INFINITY,
    until: moments.find((moment) => moment > at) ?? Number.POSITIVE_INFINITY,
  };
}

/** When the next of these sales begins, UTC ms. */
export const nextBegin = (sales: readonly Sale[], at: number): number | undefined =>
  sales
    .map(({ from }) => from)
    .filter((from) => from > at)
    .sort((a, b) => a - b)[0];

/** What a product has cost since a time, UTC ms. */
export type PriceChange = { at: number; price: Paise };

/**
 * The changes of a price that have not been stored yet.
 * @param last the newest stored price @param since when prices were last looked at @param now UTC ms
 */
export function newPriceChanges(
  listed: Listed,
  last: Paise | undefined,
  since: number,
  now: number,
): PriceChange[] {
  const changes: PriceChange[] = [];
  let price = last;
  for (const at of [...momentsOf(listed.sales).filter((moment) => moment > since && moment < now), now]) {
    const next = priceAt(listed, at);
    if (next !== price) changes.push({ at, price: next });
    price = next;
  }
  return changes;
}

/** Days before a sale whose lowest price it is compared with. */
const compared = 30 * oneDay;

/**
 * The lowest price of the 30 days before a time. @param changes in order, the oldest first @param at UTC ms
 * @returns undefined if the product was not sold before
 */
export function lowestBefore(changes: readonly PriceChange[], at: number): Paise | undefined {
  const earlier = changes.filter((change) => change.at < at);
  const first = earlier.findLastIndex((change) => change.at <= at - compared);
  const prices = earlier.slice(Math.max(0, first)).map(({ price }) => price);
  return prices.length ? Math.min(...prices) : undefined;
}

/**
 * What pages say of a price. Amounts are paise.
 * @property originalPrice is struck: the MRP; where that is not above the price without a sale, `before`
 * @property before the lowest price of the 30 days before the sale; null for a product that was not sold then
 */
export type ShownPrice = {
  price: Paise;
  originalPrice: Paise;
  sale: { name: string; from: number; until: number; before: Paise | null } | null;
};

/** @param changes of the price that are stored @param at UTC ms */
export function shownPrice(
  listed: Listed & { originalPrice: Paise },
  changes: readonly PriceChange[],
  at: number,
): ShownPrice {
  const { price: usual, originalPrice } = listed;
  const found = saleAt(listed, at);
  if (!found) return { price: usual, originalPrice, sale: null };
  const { price, sale } = found;
  const { name, from, until } = sale;
  const before = lowestBefore(changes, from) ?? null;
  return {
    price,
    originalPrice: originalPrice > usual ? originalPrice : Math.max(before ?? 0, price),
    sale: { name, from, until, before },
  };
}
