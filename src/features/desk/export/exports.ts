/** Exports: names, periods, file names and headers. */

/** The exports with their labels. */
export const exportNames = {
  orders: 'Orders, a row each',
  lines: 'Orders, a row for each product',
  subscribers: 'Newsletter addresses',
  reviews: 'Reviews, a row each',
  stock: 'Stock, as it is now',
} as const;
export type ExportName = keyof typeof exportNames;

/** Units of progress, singular and plural. */
const units: Record<ExportName, readonly [string, string]> = {
  orders: ['order', 'orders'],
  lines: ['order', 'orders'],
  subscribers: ['address', 'addresses'],
  reviews: ['review', 'reviews'],
  stock: ['product', 'products'],
};

const inIndian = new Intl.NumberFormat('en-IN');

/** `1,31,400 orders` */
export const counted = (sheet: ExportName, count: number): string =>
  `${inIndian.format(count)} ${units[sheet][count === 1 ? 0 : 1]}`;

/** `12,000 of 31,400 orders`, or `31,400 orders` when complete. */
export const countedOf = (sheet: ExportName, count: number, total: number): string =>
  count === total ? counted(sheet, count) : `${inIndian.format(count)} of ${counted(sheet, total)}`;

/** Indian days, the last one included: `2026-11-01` to `2026-11-21`. */
export type Days = { from: string; to: string };

/** Periods with their labels. For `other`, the operator chooses both days. */
export const periodNames = {
  month: 'This month',
  lastMonth: 'Last month',
  year: 'This financial year',
  lastYear: 'Last financial year',
  all: 'From the beginning',
  other: 'Other days',
} as const;
export type PeriodName = keyof typeof periodNames;

/** Before the first order. */
const beginning = '2020-01-01';

/** A day as text; numbers may overflow, so day 0 is the last day of the month before. */
const dayName = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The days of a period. An Indian financial year begins in April. @param today Indian day, `2026-11-21` */
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

/** Whether an export has a period. The stock is exported as it is now. */
export const hasPeriod = (sheet: ExportName): boolean => sheet !== 'stock';

/** `orders-2026-11-01-to-2026-11-21.csv` */
export const fileName = (sheet: ExportName, { from, to }: Days): string =>
  `${sheet}-${hasPeriod(sheet) ? `${from}-to-${to}` : to}.csv`;

/** Response headers of a part: cursor of the next part, entries in this part, entries in the file. */
export const partHeaders = { next: 'Export-Next', count: 'Export-Count', total: 'Export-Total' } as const;
