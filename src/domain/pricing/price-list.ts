/** Lists of new prices. They are applied to `content/` (tools/prices.ts): the database takes its prices from there. */

import type { RowProblem } from '#domain/import/problem.ts';
import { readAmount } from '#domain/import/values.ts';
import { isNot, readCodedTable } from '#domain/stock/coded-table.ts';
import type { CodedItem, FindItem } from '#domain/stock/items.ts';
import type { Paise } from '#lib/money.ts';

/** What is sold, with its price. @property originalPrice the MRP; null without one */
export type PricedItem = CodedItem & { price: Paise; originalPrice: Paise | null };

/** @property isLarge a price changes by more than half, so it may be a mistake */
export type PriceChange<T> = { item: T; price: Paise; originalPrice: Paise | null; isLarge: boolean };

const headings = {
  price: ['Price', 'Price incl. GST', 'Selling price', 'Variant Price'],
  originalPrice: ['MRP', 'Compare at price', 'Variant Compare At Price', 'Original price'],
} as const;
type Amount = keyof typeof headings;

/** How prices are rounded after a change by a percentage: to a multiple of so many paise. */
export const roundings = { '100': 'whole rupees', '500': '₹5', '1000': '₹10', '1': 'paise' } as const;
export type Rounding = keyof typeof roundings;

const isMoreThanHalf = (before: Paise | null, after: Paise | null): boolean =>
  before !== null && after !== null && Math.abs(after - before) * 2 > before;

/** @returns a change, `undefined` where nothing changes, or a sentence that says what is wrong */
export function changeOfPrice<T extends PricedItem>(
  item: T,
  price: Paise,
  originalPrice: Paise | null,
): PriceChange<T> | string | undefined {
  if (price === item.price && originalPrice === item.originalPrice) return undefined;
  if (originalPrice !== null && price > originalPrice) return 'The price would be above the MRP.';
  const isLarge = isMoreThanHalf(item.price, price) || isMoreThanHalf(item.originalPrice, originalPrice);
  return { item, price, originalPrice, isLarge };
}

/** An amount with a percentage more or less, at least one step. @param percent -99 or more */
export function changeByPercent(amount: Paise, percent: number, rounding: Rounding): Paise {
  const step = Number(rounding);
  return Math.max(step, Math.round((amount * (100 + percent)) / 100 / step) * step);
}

/**
 * Reads a table of codes, prices and MRPs. An empty cell leaves its amount as it is.
 * @returns also how many rows change nothing
 * @throws ImportRefused when the table as a whole cannot be read
 */
export function readPriceList<T extends PricedItem>(
  text: string,
  find: FindItem<T>,
): { changes: PriceChange<T>[]; same: number; problems: RowProblem[] } {
  const { rows, problems } = readCodedTable(text, headings, find);
  let same = 0;
  const changes = rows.flatMap(({ item, cell, refuse }): PriceChange<T>[] => {
    const amount = <Before>(name: Amount, before: Before): Paise | Before | undefined => {
      const typed = cell(name);
      if (!typed) return before;
      const read = readAmount(typed);
      if (read === undefined) refuse(name, isNot(typed, 'an amount above 0 with at most two decimals'));
      return read;
    };
    const price = amount('price', item.price);
    const originalPrice = amount('originalPrice', item.originalPrice);
    if (price === undefined || originalPrice === undefined) return [];
    const change = changeOfPrice(item, price, originalPrice);
    if (typeof change === 'object') return [change];
    if (change) refuse('price', change);
    else same += 1;
    return [];
  });
  return { changes, same, problems: problems.sort((one, other) => (one.row ?? 0) - (other.row ?? 0)) };
}
