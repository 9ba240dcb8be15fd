/** Exports: names, periods, file names and headers. */

/** The exports with their labels. */
export const exportNames = {
  orders: 'Orders, one row per order',
  lines: 'Orders, one row per product',
  gst: 'GST: sales register, credit notes, GSTR-1',
  payments: 'Payments and refunds',
  charges: 'Couriers’ charges for cash on delivery',
  subscribers: 'Newsletter addresses',
  reviews: 'Reviews',
  stock: 'Current stock',
} as const;
export type ExportName = keyof typeof exportNames;

/** Units of progress, singular and plural. */
const units: Record<ExportName, readonly [string, string]> = {
  orders: ['order', 'orders'],
  lines: ['order', 'orders'],
  gst: ['document', 'documents'],
  payments: ['entry', 'entries'],
  charges: ['entry', 'entries'],
  subscribers: ['address', 'addresses'],
  reviews: ['review', 'reviews'],
  stock: ['product', 'products'],
};

/** Counts the Indian way: `1,31,400`. */
export const inIndian = new Intl.NumberFormat('en-IN');

/** `1,31,400 orders` */
export const counted = (sheet: ExportName, count: number): string =>
  `${inIndian.format(count)} ${units[sheet][count === 1 ? 0 : 1]}`;

/** Indian days, the last one included: `2026-11-01` to `2026-11-21`. */
export type Days = { from: string; to: string };

/** Periods with their labels. For `other`, the operator chooses both days. */
export const periodNames = {
  month: 'This month',
  lastMonth: 'Last month',
  quarter: 'This quarter',
  lastQuarter: 'Last quarter',
  year: 'This financial year',
  lastYear: 'Last financial year',
  all: 'All time',
  other: 'Custom dates',
} as const;
export type PeriodName = keyof typeof periodNames;

/** Before the first order. */
const beginning = '2020-01-01';

/** A day as text; numbers may overflow, so day 0 is the last day of the month before. */
const dayName = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/**
 * The days of a period. An Indian financial year begins in April; so does its first quarter. @param today Indian day,
 * `2026-11-21`
 */
export function daysOf(period: Exclude<PeriodName, 'other'>, today: string): Days {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const april = month < 4 ? year - 1 : year;
  const quarter = month - ((month - 1) % 3);
  switch (period) {
    case 'month':
      return { from: dayName(year, month, 1), to: today };
    case 'lastMonth':
      return { from: dayName(year, month - 1, 1), to: dayName(year, month, 0) };
    case 'quarter':
      return { from: dayName(year, quarter, 1), to: today };
    case 'lastQuarter':
      return { from: dayName(year, quarter - 3, 1), to: dayName(year, quarter, 0) };
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

/** Whether the server sends a CSV file. For documents the screen makes several files (collect.ts). */
export const isCsv = (sheet: ExportName): boolean => sheet !== 'gst';

/** The name of a CSV file of a period: `orders-2026-11-01-to-2026-11-21.csv` */
export const csvName = (name: string, { from, to }: Days): string => `${name}-${from}-to-${to}.csv`;

/** The file that the server sends: `stock-2026-11-21.csv` */
export function fileName(sheet: ExportName, days: Days): string {
  if (!isCsv(sheet)) return csvName(sheet, days).replace(/csv$/, 'ndjson');
  return hasPeriod(sheet) ? csvName(sheet, days) : `${sheet}-${days.to}.csv`;
}

/** Response headers of a part: cursor of the next part, entries in this part, entries in the file. */
export const partHeaders = { next: 'Export-Next', count: 'Export-Count' } as const;
