/** What operators may take along as a file. */

/** Each with the words that it is chosen by. */
export const sheetNames = {
  orders: 'Orders, a row each',
  lines: 'Orders, a row for each product',
  subscribers: 'Newsletter addresses',
  stock: 'Stock, as it is now',
} as const;
export type SheetName = keyof typeof sheetNames;

/** What its progress is counted in: one, and many. */
const units: Record<SheetName, readonly [string, string]> = {
  orders: ['order', 'orders'],
  lines: ['order', 'orders'],
  subscribers: ['address', 'addresses'],
  stock: ['product', 'products'],
};

const inIndian = new Intl.NumberFormat('en-IN');

/** `1,31,400 orders` */
export const counted = (sheet: SheetName, count: number): string =>
  `${inIndian.format(count)} ${units[sheet][count === 1 ? 0 : 1]}`;

/** `12,000 of 31,400 orders`; without the whole when this is all of it. */
export const countedOf = (sheet: SheetName, count: number, total: number): string =>
  count === total ? counted(sheet, count) : `${inIndian.format(count)} of ${counted(sheet, total)}`;

/** Indian days, the last one included: `2026-11-01` to `2026-11-21`. */
export type Days = { from: string; to: string };

/** Days that are often asked for, with their names; `other` are chosen one by one. */
export const periodNames = {
  month: 'This month',
  lastMonth: 'Last month',
  year: 'This financial year',
  lastYear: 'Last financial year',
  all: 'From the beginning',
  other: 'Other days',
} as const;
export type PeriodName = keyof typeof periodNames;

/** Before the first order of any shop that runs on this. */
const beginning = '2020-01-01';

/** A day by its numbers, wherever they overflow: day 0 is the last one of the month before. */
const dayName = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** In India a financial year begins in April. @param today in India, `2026-11-21` */
export function daysOf(period: Exclude<PeriodName, 'other'>, today: string): Days {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const april = month < 4 ? year - 1 : year;
  switch (period) {
    case 'month':
      return { from: dayName(year, month, 1), to: today };
    case 'lastMonth':
      return { from: dayName(year, month - 1, 1), to: dayName(year, month, 0) };
    case 'year':
      return { from: dayName(april, 4, 1), to: today };
    case 'lastYear':
      return { from: dayName(april - 1, 4, 1), to: dayName(april, 3, 31) };
    case 'all':
      return { from: beginning, to: today };
  }
}

/** Stock has no past: it is the day's on which it is asked for. */
export const hasPeriod = (sheet: SheetName): boolean => sheet !== 'stock';

/** `orders-2026-11-01-to-2026-11-21.csv` */
export const fileName = (sheet: SheetName, { from, to }: Days): string =>
  `${sheet}-${hasPeriod(sheet) ? `${from}-to-${to}` : to}.csv`;

/** Headers that a part of the file carries: where the next one begins, how much this is, and of how much. */
export const partHeaders = { next: 'Export-Next', count: 'Export-Count', total: 'Export-Total' } as const;
