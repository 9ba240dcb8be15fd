/** Shopify's CSV of "Export products" (19 to 105 columns), with the headings of today and of before 2025. */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { isLabelCell, labelTexts } from '../label-columns.ts';
import { type ImportedProduct, newProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isStatusHeading, readStatus } from '../status.ts';
import { oneLine, readAmount, readFlag, readList, readNumber } from '../values.ts';
import { addVariant, refusePrice } from '../variant.ts';

/** Shopify's value of a product that has no options. */
const noOption = 'Default Title';

/** The headings of a value, each of which a file may have; the first cell that is filled in counts. */
const headings = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  type: ['Type', 'Custom Product Type'],
  category: ['Product Category', 'Standardized Product Type', 'Google Shopping / Google Product Category'],
  tags: ['Tags'],
  giftCard: ['Gift Card'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
  // What buyers in India pay, where the shop sells at other prices elsewhere.
  price: ['Price / India', 'Variant Price', 'Price'],
  before: ['Compare At Price / India', 'Variant Compare At Price', 'Compare-at price'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  picture: ['Image Src', 'Product image URL'],
  alt: ['Image Alt Text'],
  variantPicture: ['Variant Image', 'Variant image URL'],
} as const;
type Field = keyof typeof headings;

/** The heading whose cell counts; the first one where all are empty. */
const headingOf = (row: NamedRow, field: Field): string =>
  headings[field].find((heading) => row.cell(heading)) ?? headings[field][0];
const cellOf = (row: NamedRow, field: Field): string => row.cell(headingOf(row, field));

/** Columns that a product has a field for, or that only say how Shopify works. All others are kept. */
const isKnown = headingMatcher(
  ...Object.values(headings).flat(),
  'Image Position',
  /^(option ?\d|variant|unit[ _]price|(compare at )?price \/|included \/)/i,
);

/** Three options at most, as Shopify has them. */
const places = [1, 2, 3] as const;
const valuesOf = (row: NamedRow): string[] =>
  places.map((place) => oneLine(row.cell(`Option${place} Value`))).filter(Boolean);

function readProduct(row: NamedRow, columns: Columns): ImportedProduct {
  const product = newProduct({
    row: row.number,
    key: cellOf(row, 'handle'),
    handle: cellOf(row, 'handle'),
    name: oneLine(cellOf(row, 'title')),
    brand: oneLine(cellOf(row, 'vendor')),
    body: cellOf(row, 'body'),
    type: oneLine(cellOf(row, 'type')),
    category: oneLine(cellOf(row, 'category')),
    tags: readList(cellOf(row, 'tags')),
    ...readStatus(row, columns),
    seoTitle: oneLine(cellOf(row, 'seoTitle')),
    seoDescription: oneLine(cellOf(row, 'seoDescription')),
    options: places.map((place) => oneLine(row.cell(`Option${place} Name`))).filter(Boolean),
    label: labelTexts(row, columns),
    others: columns.others(
      row,
      (heading) => isKnown(heading) || isStatusHeading(heading) || isLabelCell(heading, row.cell(heading)),
    ),
  });
  if (readFlag(cellOf(row, 'giftCard')))
    product.findings.push({
      severity: 'refused',
      row: row.number,
      column: 'Gift Card',
      message: 'This shop does not sell gift cards.',
    });
  return product;
}

/** Adds the variant of a row, if it has one: a row may only have a picture. */
function readVariant(row: NamedRow, product: ImportedProduct): void {
  const values = valuesOf(row);
  const priceText = cellOf(row, 'price');
  if (!priceText && !values.length) return;
  const price = readAmount(priceText);
  if (price === undefined) {
    refusePrice(product, row.number, headingOf(row, 'price'), priceText);
    return;
  }
  addVariant(product, {
    row: row.number,
    values: product.options.length === 1 && values[0] === noOption ? [] : values,
    price,
    before: readAmount(cellOf(row, 'before')),
    sku: cellOf(row, 'sku'),
    barcode: cellOf(row, 'barcode'),
    stock: readNumber(cellOf(row, 'stock')),
    grams: readNumber(cellOf(row, 'grams')),
    picture: cellOf(row, 'variantPicture'),
    columns: {
      before: headingOf(row, 'before'),
      stock: headingOf(row, 'stock'),
      sku: headingOf(row, 'sku'),
      barcode: headingOf(row, 'barcode'),
    },
  });
}

/** Whether a row goes on with the open product of its handle: some tools write the title into every row. */
function continues(open: ImportedProduct, row: NamedRow): boolean {
  const title = oneLine(cellOf(row, 'title'));
  if (!title) return true;
  const values = valuesOf(row);
  return (
    title === open.name &&
    !open.variants.some((one) => (one.values.length ? one.values.join() : noOption) === values.join())
  );
}

/** A row whose product is not known, as a product that is not imported. */
const refusedRow = (row: NamedRow, message: string): ImportedProduct =>
  newProduct({
    row: row.number,
    key: `row ${row.number}`,
    name: oneLine(cellOf(row, 'title')) || cellOf(row, 'handle'),
    findings: [{ severity: 'refused', row: row.number, column: 'Handle', message }],
  });

/** What a row says besides the product itself: a variant, a picture, or both. */
function addRow(row: NamedRow, product: ImportedProduct): void {
  readVariant(row, product);
  const address = cellOf(row, 'picture');
  if (address && !product.pictures.some((one) => one.address === address))
    product.pictures.push({ address, alt: oneLine(cellOf(row, 'alt')) });
}

/**
 * A {@link Reader}. A row without a title adds a variant or a picture to the product of its handle, which a spreadsheet may
 * have sorted below it.
 */
export function readShopifyCsv({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  const isShopify =
    columns.has('Handle', 'Title', 'Variant Price') || columns.has('URL handle', 'Title', 'Price');
  if (!isShopify) return undefined;
  const products: ImportedProduct[] = [];
  const byHandle = new Map<string, ImportedProduct>();
  /** Rows that came before the one with the title, by handle. */
  const early = new Map<string, NamedRow[]>();
  for (const row of rows) {
    const handle = cellOf(row, 'handle');
    if (!handle) {
      products.push(refusedRow(row, 'The row has no handle, so its product is not known.'));
      continue;
    }
    let product = byHandle.get(handle);
    if (!product && !cellOf(row, 'title')) {
      early.set(handle, [...(early.get(handle) ?? []), row]);
      continue;
    }
    if (!product || !continues(product, row)) {
      product = readProduct(row, columns);
      byHandle.set(handle, product);
      products.push(product);
      for (const earlier of early.get(handle) ?? []) addRow(earlier, product);
      early.delete(handle);
    }
    addRow(row, product);
  }
  for (const [handle, [row]] of early)
    if (row) products.push(refusedRow(row, `No row of “${handle}” has a title.`));
  const hasPricesBefore = columns.find(...headings.before) !== undefined;
  return { rows: rows.length, hasPricesBefore, products };
}
