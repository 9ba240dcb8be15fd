/** A table that somebody has made: one row a product, with headings in plain words. */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { isLabelCell, labelTexts } from '../label-columns.ts';
import { type ImportedProduct, newProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isStatusHeading, readStatus } from '../status.ts';
import { oneLine, readAmount, readList, readNumber } from '../values.ts';
import { addVariant, refusePrice } from '../variant.ts';

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
const fields = Object.keys(headings) as Field[];

/** Addresses may contain commas, and names of files spaces. */
const readPictures = (cell: string): string[] =>
  readList(cell, /https?:/i.test(cell) ? /[,;|\s](?=https?:)/i : /[,;|\n]/).map((part) =>
    part.replace(/(?<![,;|\s])[,;|\s]+$/, ''),
  );

function readRow(row: NamedRow, used: ReadonlyMap<Field, string>, columns: Columns): ImportedProduct {
  const isTaken = headingMatcher(...used.values());
  const cell = (field: Field) => row.cell(used.get(field) ?? '');
  const product = newProduct({
    row: row.number,
    key: cell('handle') || cell('sku') || oneLine(cell('name')),
    handle: cell('handle'),
    name: oneLine(cell('name')),
    brand: oneLine(cell('brand')),
    body: cell('body'),
    type: oneLine(cell('category')),
    category: oneLine(cell('category')),
    tags: readList(cell('tags')),
    ...readStatus(row, columns),
    pictures: readPictures(cell('pictures')).map((address) => ({ address, alt: '' })),
    label: labelTexts(row, columns, [], isTaken),
    others: columns.others(
      row,
      (heading) => isTaken(heading) || isStatusHeading(heading) || isLabelCell(heading, row.cell(heading)),
    ),
  });
  const price = readAmount(cell('price'));
  if (price === undefined) refusePrice(product, row.number, used.get('price') ?? '', cell('price'));
  else
    addVariant(product, {
      row: row.number,
      values: [],
      price,
      before: readAmount(cell('originalPrice')),
      sku: cell('sku'),
      barcode: cell('barcode'),
      stock: readNumber(cell('stock')),
      grams: readNumber(cell('grams')),
      columns: {
        before: used.get('originalPrice') ?? '',
        stock: used.get('stock') ?? '',
        sku: used.get('sku') ?? '',
        barcode: used.get('barcode') ?? '',
      },
    });
  return product;
}

/** A {@link Reader}. @throws ImportRefused when no column has names or prices */
export function readPlainTable({ table }: ExportFile): ReadProducts {
  const { columns, rows } = table();
  const used = new Map<Field, string>();
  for (const field of fields) {
    const heading = columns.find(...headings[field]);
    if (heading) used.set(field, heading);
  }
  for (const field of ['name', 'price'] as const)
    if (!used.has(field)) throw columns.refuseMissing(`the ${field}`, headings[field]);
  return {
    rows: rows.length,
    hasPricesBefore: used.has('originalPrice'),
    products: rows.map((row) => readRow(row, used, columns)),
  };
}
