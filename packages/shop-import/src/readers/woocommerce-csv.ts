/** WooCommerce's export: the CSV of "Products > Export", in English. */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { isLabelCell, labelTexts } from '../label-columns.ts';
import { type ImportedProduct, newProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isStatusHeading, readStatus } from '../status.ts';
import { oneLine, readAmount, readList, readNumber } from '../values.ts';
import { addVariant, refusePrice } from '../variant.ts';

const isKnown = headingMatcher(
  ...['ID', 'Type', 'SKU', 'Name', 'Short description', 'Description'],
  ...['In stock?', 'Stock', 'Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent', 'Brand'],
  ...['Brands', 'GTIN, UPC, EAN, or ISBN', 'Meta: _yoast_wpseo_title', 'Meta: _yoast_wpseo_metadesc'],
  /^(weight \(\w+\)$|attribute \d+ )/i,
);

/** Grams in the unit that a heading names: `Weight (kg)`. */
const unitGrams: Record<string, number> = { kg: 1000, g: 1, lbs: 453.59237, oz: 28.349523125 };

/** A list whose parts may contain an escaped comma: `Acids\, peels, Serums`. */
const readEscapedList = (cell: string): string[] =>
  readList(cell, /(?<!\\),/).map((part) => part.replaceAll('\\,', ','));

/** `attribute 1 name` and its values, in order. */
function attributesOf(row: NamedRow): { name: string; values: string[] }[] {
  const all: { name: string; values: string[] }[] = [];
  for (let place = 1; row.cell(`Attribute ${place} name`); place += 1)
    all.push({
      name: oneLine(row.cell(`Attribute ${place} name`)),
      values: readEscapedList(row.cell(`Attribute ${place} value(s)`)),
    });
  return all;
}

/** @param values of the product's options; empty for a product without any */
function readVariant(row: NamedRow, columns: Columns, product: ImportedProduct, values: string[]): void {
  const regular = row.cell('Regular price');
  const [full, reduced] = [readAmount(regular), readAmount(row.cell('Sale price'))];
  const price = reduced ?? full;
  if (price === undefined || (regular && full === undefined)) {
    refusePrice(product, row.number, 'Regular price', regular);
    return;
  }
  const weight = columns.headings.find((heading) => /^weight \(/i.test(heading)) ?? '';
  const unit = /\((\w+)\)/.exec(weight)?.[1]?.toLowerCase() ?? 'kg';
  const [picture] = readEscapedList(row.cell('Images'));
  addVariant(product, {
    row: row.number,
    values,
    price,
    before: full,
    sku: row.cell('SKU'),
    barcode: row.cell('GTIN, UPC, EAN, or ISBN'),
    stock: readNumber(row.cell('Stock')) ?? (row.cell('In stock?') === '0' ? 0 : undefined),
    grams: Math.round((readNumber(row.cell(weight)) ?? 0) * (unitGrams[unit] ?? 1000)),
    picture: row.cell('Parent') && picture,
    columns: { before: 'Regular price', stock: 'Stock', sku: 'SKU', barcode: 'GTIN, UPC, EAN, or ISBN' },
  });
}

function readProduct(row: NamedRow, columns: Columns): ImportedProduct {
  const categories = readEscapedList(row.cell('Categories'));
  // The longest path is the most exact one.
  const category = categories.reduce(
    (best, one) => (one.split('>').length > best.split('>').length ? one : best),
    categories[0] ?? '',
  );
  return newProduct({
    row: row.number,
    key: row.cell('ID') || row.cell('SKU') || oneLine(row.cell('Name')),
    name: oneLine(row.cell('Name')),
    brand: oneLine(row.cell('Brands') || row.cell('Brand')),
    body: [row.cell('Short description'), row.cell('Description')]
      .filter(Boolean)
      .join('\n\n')
      .replaceAll('\\n', '\n'),
    type: category.split('>').at(-1)?.trim() ?? '',
    category,
    tags: readEscapedList(row.cell('Tags')),
    ...readStatus(row, columns),
    pictures: readEscapedList(row.cell('Images')).map((address) => ({ address, alt: '' })),
    seoTitle: oneLine(row.cell('Meta: _yoast_wpseo_title')),
    seoDescription: oneLine(row.cell('Meta: _yoast_wpseo_metadesc')),
    label: labelTexts(
      row,
      columns,
      attributesOf(row).map(({ name, values }) => [name, values.join(', ')]),
    ),
    others: columns.others(
      row,
      (heading) => isKnown(heading) || isStatusHeading(heading) || isLabelCell(heading, row.cell(heading)),
    ),
  });
}

/** A {@link Reader}. A variation names its product in "Parent", by SKU or as `id:12`. */
export function readWooCommerceCsv({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('Type', 'Name', 'Regular price')) return undefined;
  const products: ImportedProduct[] = [];
  const byParent = new Map<string, ImportedProduct>();
  const variations: NamedRow[] = [];
  for (const row of rows) {
    const kinds = readList(row.cell('Type').toLowerCase());
    if (kinds.includes('variation')) {
      variations.push(row);
      continue;
    }
    const product = readProduct(row, columns);
    products.push(product);
    for (const name of [row.cell('SKU'), row.cell('ID') && `id:${row.cell('ID')}`])
      if (name) byParent.set(name, product);
    if (kinds.some((kind) => ['grouped', 'external'].includes(kind)))
      product.findings.push({
        severity: 'refused',
        row: row.number,
        column: 'Type',
        message: `The shop does not sell products of the type “${row.cell('Type')}”.`,
      });
    else if (!kinds.includes('variable')) readVariant(row, columns, product, []);
  }
  for (const row of variations) {
    const product = byParent.get(row.cell('Parent'));
    if (!product) {
      products.push({
        ...readProduct(row, columns),
        findings: [
          {
            severity: 'refused',
            row: row.number,
            column: 'Parent',
            message: `No product has the SKU or number “${row.cell('Parent')}”.`,
          },
        ],
      });
      continue;
    }
    // A variation has a switch of its own, which hides it alone.
    if ((readStatus(row, columns).status ?? 'published') !== 'published') {
      const message = 'This variation is not published, so it is left out.';
      product.findings.push({ severity: 'guessed', row: row.number, column: 'Published', message });
      continue;
    }
    if (!product.options.length) product.options = attributesOf(row).map(({ name }) => name);
    readVariant(
      row,
      columns,
      product,
      attributesOf(row).flatMap(({ values }) => values.slice(0, 1)),
    );
  }
  return { rows: rows.length, hasPricesBefore: columns.has('Sale price'), products };
}
