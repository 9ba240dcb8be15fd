/** Prices and stock as CSV files that the desk and `npm run prices` read back. */
import type { PricedItem } from '#domain/pricing/price-list.ts';
import { type Cell, rupees } from '#lib/csv.ts';

export const priceTitles = ['ID', 'Name', 'SKU', 'Barcode', 'Price (₹)', 'MRP (₹)'] as const;
export const stockTitles = [...priceTitles, 'Stock (pieces)'] as const;

export const priceCells = ({ _id, name, sku, barcode, price, originalPrice }: PricedItem): Cell[] => [
  _id,
  name,
  sku,
  barcode,
  rupees(price),
  originalPrice === null ? null : rupees(originalPrice),
];

/** @property stock pieces; a kit has none of its own */
export const stockCells = (item: PricedItem & { stock: number }): Cell[] => [
  ...priceCells(item),
  item.isKit ? null : item.stock,
];
