/** A table that somebody has made: one row a product, with headings in plain words. */
import type { Columns, NamedRow } from '../columns.ts';
import { labelTexts } from '../label-columns.ts';
import { newProduct, type ReadProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readStatus } from '../status.ts';
import { oneLine, readList, readNumber } from '../values.ts';
import { addVariant } from '../variant.ts';

/** What a column may be called, the most usual name first. */
const headings = {
  handle: ['Handle', 'Slug', 'Id', 'URL key'],
  name: ['Name', 'Title', 'Product', 'Product name', 'Product title', 'Item', 'Item name'],
  price: ['Price', 'Selling price', 'Sale price', 'Offer price', 'Our price', 'Rate'],
  originalPrice: ['MRP', 'Compare at price', 'Regular price', 'Original price', 'List price'],
  category: ['Category', 'Categories', 'Product type', 'Type', 'Collection'],
  brand: ['Brand', 'Vendor', 'Manufacturer'],
  body: ['Description', 'Body', 'Body (HTML)', 'Details', 'About'],
  pictures: ['Images', 'Image', 'Picture', 'Pictures', 'Image URL', 'Image link', 'Photo'],
  tags: ['Tags', 'Keywords'],
  sku: ['SKU', 'Code', 'Item code', 'Product code'],
  barcode: ['Barcode', 'EAN', 'GTIN', 'UPC'],
  stock: ['Stock', 'Quantity', 'Qty', 'Inventory', 'Opening stock', 'Stock quantity'],
  grams: ['Weight (g)', 'Weight in grams', 'Grams'],
} as const;

type Field = keyof typeof headings;

/** Addresses may contain commas, and names of files spaces. */
const readPictures = (cell: string): string[] =>
  readList(cell, /https?:/i.test(cell) ? /[,;|\s](?=https?:)/i : /[,;|\n]/).map((part) =>
    part.replace(/(?<![,;|\s])[,;|\s]+$/, ''),
  );

function readRow(row: NamedRow, columns: Columns): ReadProduct {
  const cell = (field: Field) => row.find(headings[field]).text;
  const name = oneLine(cell('name'));
  const [handle, sku] = [cell('handle'), row.find(headings.sku)];
  const category = oneLine(cell('category'));
  const product = newProduct(row, {
    key: handle || sku.text || name,
    handle,
    name,
    brand: oneLine(cell('brand')),
    body: cell('body'),
    type: category,
    category,
    tags: readList(cell('tags')),
    ...readStatus(row, columns),
    pictures: readPictures(cell('pictures')).map((address) => ({ address, alt: '' })),
  });
  addVariant(product, row, {
    values: [],
    price: row.find(headings.price),
    before: row.find(headings.originalPrice),
    sku,
    barcode: row.find(headings.barcode),
    stock: row.find(headings.stock),
    grams: readNumber(cell('grams')),
  });
  product.label = labelTexts(row);
  return product;
}

/** A {@link Reader}. @throws ImportRefused when no column has names or prices */
export function readPlainTable({ table }: ExportFile): ReadProducts {
  const { columns, rows } = table();
  for (const field of ['name', 'price'] as const)
    if (!columns.find(...headings[field])) throw columns.refuseMissing(`the ${field}`, headings[field]);
  return {
    rows: rows.length,
    hasPricesBefore: columns.find(...headings.originalPrice) !== undefined,
    products: rows.map((row) => readRow(row, columns)),
  };
}
