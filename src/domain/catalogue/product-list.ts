/**
 * Lists of new prices, statuses and categories of many products. They are applied to `content/` (tools/products.ts): the
 * database takes all of them from there.
 */

import { readAmount } from 'shop-import/money';
import type { RowProblem } from 'shop-import/problem';
import { isNot, readCodedTable } from '#domain/stock/coded-table.ts';
import type { CodedItem, FindItem } from '#domain/stock/items.ts';
import { keysOf } from '#lib/keys.ts';
import type { Paise } from '#lib/money.ts';
import { productStatuses } from './publication.ts';
import { productOf } from './sellable-id.ts';

export type ProductStatus = (typeof productStatuses)[number];

/** What a list can change. @property originalPrice the MRP; null without one */
export type Listed = { price: Paise; originalPrice: Paise | null; status: ProductStatus; category: string };

export type PricedItem = CodedItem & Pick<Listed, 'price' | 'originalPrice'>;

/** What is sold, as its content has it. Sizes and shades have the status and category of their product. */
export type ListedItem = CodedItem & Listed;

/** @property isLarge a price changes by more than half, so it may be a mistake */
export type ProductChange = Listed & { item: ListedItem; isLarge: boolean };

/** All products of a build, drafts too, and the categories that exist. The desk compares lists with them. */
export type ProductsOfBuild = { items: ListedItem[]; categories: string[] };

/** The file of {@link ProductsOfBuild}, which only the Worker reads. */
export const productsFile = '/api/desk/products.json';

/** @property same how many rows change nothing */
export type ProductChanges = { changes: ProductChange[]; same: number; problems: RowProblem[] };

const headings = {
  price: ['Price', 'Price incl. GST', 'Selling price', 'Variant Price'],
  originalPrice: ['MRP', 'Compare at price', 'Variant Compare At Price', 'Original price'],
  status: ['Status'],
  category: ['Category'],
} as const;
type Field = keyof typeof headings;
const fields = keysOf(headings);

/** How prices are rounded after a change by a percentage: to a multiple of so many paise. */
export const roundings = { '100': 'whole rupees', '500': '₹5', '1000': '₹10', '1': 'paise' } as const;
export type Rounding = keyof typeof roundings;

const isMoreThanHalf = (before: Paise | null, after: Paise | null): boolean =>
  before !== null && after !== null && Math.abs(after - before) * 2 > before;

/**
 * @param values new ones; what is left out stays
 * @returns a change, `undefined` where nothing changes, or a sentence that says what is wrong
 */
export function changeOfProduct(
  item: ListedItem,
  values: Partial<Listed>,
): ProductChange | string | undefined {
  const { price, originalPrice, status, category }: Listed = { ...item, ...values };
  const change = { item, price, originalPrice, status, category };
  if (fields.every((field) => change[field] === item[field])) return undefined;
  if (originalPrice !== null && price > originalPrice) return 'The price would be above the MRP.';
  const isLarge = isMoreThanHalf(item.price, price) || isMoreThanHalf(item.originalPrice, originalPrice);
  return { ...change, isLarge };
}

/** An amount with a percentage more or less, at least one step. @param percent -99 or more */
export function changeByPercent(amount: Paise, percent: number, rounding: Rounding): Paise {
  const step = Number(rounding);
  return Math.max(step, Math.round((amount * (100 + percent)) / 100 / step) * step);
}

/** A new status or category is that of the whole product, so two of its sizes cannot have different ones. */
const ofProduct = ['status', 'category'] as const;

/**
 * Reads a table of codes with prices, MRPs, statuses and categories. An empty cell leaves its value as it is.
 * @param categories those that exist
 * @throws ImportRefused when the table as a whole cannot be read
 */
export function readProductList(
  text: string,
  find: FindItem<ListedItem>,
  categories: readonly string[],
): ProductChanges {
  const { rows, problems } = readCodedTable(text, headings, find);
  let same = 0;
  const wanted = new Map<string, string>();
  const changes = rows.flatMap(({ item, cell, refuse }): ProductChange[] => {
    const read = <Name extends Field>(
      name: Name,
      parse: (typed: string) => Listed[Name] | undefined,
      what: string,
    ): Listed[Name] | undefined => {
      const typed = cell(name);
      if (!typed) return item[name];
      const value = parse(typed);
      if (value === undefined) refuse(name, isNot(typed, what));
      return value;
    };
    const oneOf =
      <T extends string>(all: readonly T[]) =>
      (typed: string): T | undefined =>
        all.find((one) => one === typed.toLowerCase());
    const amount = 'an amount above 0 with at most two decimals';
    const price = read('price', readAmount, amount);
    const originalPrice = read('originalPrice', readAmount, amount);
    const status = read('status', oneOf(productStatuses), `one of ${productStatuses.join(', ')}`);
    const category = read('category', oneOf(categories), `one of ${categories.join(', ')}`);
    if (price === undefined || originalPrice === undefined || !status || !category) return [];
    const change = changeOfProduct(item, { price, originalPrice, status, category });
    if (change === undefined) same += 1;
    if (typeof change === 'string') refuse('price', change);
    if (typeof change !== 'object') return [];
    const differs = ofProduct.find((field) => {
      if (change[field] === item[field]) return false;
      const key = `${field} ${productOf(item.id)}`;
      const other = wanted.get(key) ?? change[field];
      wanted.set(key, other);
      return other !== change[field];
    });
    if (differs) refuse(differs, `Another row has another ${differs} of the same product.`);
    return [change];
  });
  return { changes, same, problems: problems.sort((one, other) => (one.row ?? 0) - (other.row ?? 0)) };
}
