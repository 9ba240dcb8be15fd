/** WooCommerce's export: the CSV of "Products > Export", in English. */
import { formatPrice } from '#lib/money.ts';
import { Columns, type NamedRow } from './columns.ts';
import type { ImportedProduct, ImportedVariant } from './product.ts';
import type { TableRow } from './table-file.ts';
import { oneLine, readAmount, readFlag, readList, readNumber } from './values.ts';

export const isWooCommerce = (columns: Columns): boolean => columns.has('Type', 'Name', 'Regular price');

const isKnown = (heading: string) =>
  /^(ID|Type|SKU|Name|Published|Visibility in catalog|(Short d|D)escription|In stock\?|Stock|Weight \(\w+\)|(Sale|Regular) price|Categories|Tags|Images|Parent|Brands?|GTIN, .*|Attribute \d+ .*)$/.test(
    heading,
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

function readVariant(row: NamedRow, columns: Columns, product: ImportedProduct): ImportedVariant | undefined {
  const [regular, sale] = [row.cell('Regular price'), row.cell('Sale price')];
  const [full, reduced] = [readAmount(regular), readAmount(sale)];
  const price = reduced ?? full;
  if (price === undefined || (regular && full === undefined)) {
    product.findings.push({
      severity: 'refused',
      row: row.number,
      column: 'Regular price',
      message: regular ? `“${regular}” is not a price above 0.` : 'There is no price.',
    });
    return undefined;
  }
  if (reduced !== undefined && full !== undefined && reduced > full)
    product.findings.push({
      severity: 'guessed',
      row: row.number,
      column: 'Sale price',
      message: `${formatPrice(reduced)} is above the regular price, which is left out.`,
    });
  const stock = readNumber(row.cell('Stock')) ?? (row.cell('In stock?') === '0' ? 0 : undefined);
  const weight = columns.headings.find((heading) => heading.startsWith('Weight ('));
  const unit = /\((\w+)\)/.exec(weight ?? '')?.[1] ?? 'kg';
  const grams = (readNumber(row.cell(weight ?? '')) ?? 0) * (unitGrams[unit] ?? 1000);
  const [sku, barcode, picture] = [row.cell('SKU'), row.cell('GTIN, UPC, EAN, or ISBN'), row.cell('Images')];
  return {
    row: row.number,
    values: attributesOf(row).flatMap(({ values }) => values.slice(0, 1)),
    price,
    ...(full !== undefined && full > price && { originalPrice: full }),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    ...(stock !== undefined && { stock: Math.max(0, Math.floor(stock)) }),
    ...(grams > 0 && { grams: Math.round(grams) }),
    ...(picture && row.cell('Parent') && { picture: readEscapedList(picture)[0] ?? '' }),
  };
}

const statusOf = (row: NamedRow): ImportedProduct['status'] => {
  const published = row.cell('Published');
  return published === '-1' || !readFlag(published) ? 'draft' : 'published';
};

function newProduct(row: NamedRow, columns: Columns): ImportedProduct {
  const categories = readEscapedList(row.cell('Categories'));
  // The longest path is the most exact one.
  const category = categories.reduce(
    (best, one) => (one.split('>').length > best.split('>').length ? one : best),
    categories[0] ?? '',
  );
  return {
    row: row.number,
    handle: '',
    name: oneLine(row.cell('Name')),
    brand: oneLine(row.cell('Brands') || row.cell('Brand')),
    body: [row.cell('Short description'), row.cell('Description')]
      .filter(Boolean)
      .join('\n\n')
      .replaceAll('\\n', '\n'),
    type: category.split('>').at(-1)?.trim() ?? '',
    category,
    tags: readEscapedList(row.cell('Tags')),
    status: statusOf(row),
    pictures: readEscapedList(row.cell('Images')).map((address) => ({ address, alt: '' })),
    seoTitle: oneLine(row.cell('Meta: _yoast_wpseo_title')),
    seoDescription: oneLine(row.cell('Meta: _yoast_wpseo_metadesc')),
    options: [],
    variants: [],
    others: Object.fromEntries(
      columns.headings
        .filter((heading) => heading && !isKnown(heading) && row.cell(heading))
        .map((heading) => [heading, row.cell(heading)]),
    ),
    findings: [],
  };
}

/** A product's own row, by the names that a variation's "Parent" may have: its SKU or `id:12`. */
export function readWooCommerceCsv(rows: readonly TableRow[]): ImportedProduct[] {
  const columns = new Columns(rows);
  const products: ImportedProduct[] = [];
  const byParent = new Map<string, ImportedProduct>();
  const variations: NamedRow[] = [];
  for (const row of rows.slice(1).map((one) => columns.named(one))) {
    const kinds = readList(row.cell('Type').toLowerCase());
    if (kinds.includes('variation')) {
      variations.push(row);
      continue;
    }
    const product = newProduct(row, columns);
    products.push(product);
    for (const name of [row.cell('SKU'), row.cell('ID') && `id:${row.cell('ID')}`])
      if (name) byParent.set(name, product);
    if (kinds.includes('variable'))
      product.options = attributesOf(row)
        .filter(({ values }) => values.length > 1)
        .map(({ name }) => name);
    else if (kinds.some((kind) => ['grouped', 'external'].includes(kind)))
      product.findings.push({
        severity: 'refused',
        row: row.number,
        column: 'Type',
        message: `The shop does not sell products of the type “${row.cell('Type')}”.`,
      });
    else {
      const variant = readVariant(row, columns, product);
      if (variant) product.variants.push({ ...variant, values: [] });
    }
  }
  for (const row of variations) {
    const product = byParent.get(row.cell('Parent'));
    if (!product) {
      products.push({
        ...newProduct(row, columns),
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
    if (!product.options.length) product.options = attributesOf(row).map(({ name }) => name);
    const variant = readVariant(row, columns, product);
    if (variant) product.variants.push(variant);
  }
  return products;
}
