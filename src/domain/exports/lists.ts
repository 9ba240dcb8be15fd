/** Products, prices and stock as CSV files that the desk and `npm run products` read back. */
import { type Cell, idCell, rupees } from 'shop-import/csv';
import type { ListedItem, PricedItem } from '#domain/catalogue/product-list.ts';

const priceTitles = ['ID', 'Name', 'SKU', 'Barcode', 'Price (₹)', 'MRP (₹)'] as const;
export const productTitles = [...priceTitles, 'Status', 'Category'] as const;
export const stockTitles = [...priceTitles, 'Stock (pieces)'] as const;

const priceCells = ({ id, name, sku, barcode, price, originalPrice }: PricedItem): Cell[] => [
  idCell(id),
  name,
  idCell(sku),
  idCell(barcode),
  rupees(price),
  originalPrice === null ? null : rupees(originalPrice),
];

export const productCells = (item: ListedItem): Cell[] => [...priceCells(item), item.status, item.category];

/** @property stock pieces; a kit has none of its own, and null is not counted */
export const stockCells = (item: PricedItem & { stock: number | null }): Cell[] => [
  ...priceCells(item),
  item.isKit ? null : item.stock,
];
