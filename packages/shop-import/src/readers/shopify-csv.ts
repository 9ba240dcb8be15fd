/** Shopify's CSV of "Export products" (19 to 105 columns). */
import { type Columns, headingMatcher, type NamedRow } from '../columns.ts';
import { isLabelCell, labelTexts } from '../label-columns.ts';
import { refuseFile } from '../problem.ts';
import { type ImportedProduct, newProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isStatusHeading, readStatus } from '../status.ts';
import { oneLine, readAmount, readFlag, readList, readNumber } from '../values.ts';
import { addVariant, refusePrice } from '../variant.ts';

/** Shopify's value of a product that has no options. */
const noOption = 'Default Title';

/** Columns that a product has a field for, or that only say how Shopify works. */
const isKnown = headingMatcher(
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Standardized Product Type', 'Type'],
  ...['Custom Product Type', 'Tags', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Google Shopping / Google Product Category'],
  /^(option ?\d|variant|unit[ _]price|(compare at )?price \/|included \/)/i,
);

/** Three options at most, as Shopify has them. */
const places = [1, 2, 3] as const;
const valuesOf = (row: NamedRow): string[] =>
  places.map((place) => oneLine(row.cell(`Option${place} Value`))).filter(Boolean);

function readProduct(row: NamedRow, columns: Columns): ImportedProduct {
  const product = newProduct({
    row: row.number,
    key: row.cell('Handle'),
    handle: row.cell('Handle'),
    name: oneLine(row.cell('Title')),
    brand: oneLine(row.cell('Vendor')),
    body: row.cell('Body (HTML)'),
    type: oneLine(row.cell('Type') || row.cell('Custom Product Type')),
    category: oneLine(
      row.cell('Product Category') ||
        row.cell('Standardized Product Type') ||
        row.cell('Google Shopping / Google Product Category'),
    ),
    tags: readList(row.cell('Tags')),
    ...readStatus(row, columns),
    seoTitle: oneLine(row.cell('SEO Title')),
    seoDescription: oneLine(row.cell('SEO Description')),
    options: places.map((place) => oneLine(row.cell(`Option${place} Name`))).filter(Boolean),
    label: labelTexts(row, columns),
    others: columns.others(
      row,
      (heading) => isKnown(heading) || isStatusHeading(heading) || isLabelCell(heading, row.cell(heading)),
    ),
  });
  if (readFlag(row.cell('Gift Card')))
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
  const priceText = row.cell('Variant Price');
  if (!priceText && !values.length) return;
  const price = readAmount(priceText);
  if (price === undefined) {
    refusePrice(product, row.number, 'Variant Price', priceText);
    return;
  }
  addVariant(product, {
    row: row.number,
    values: product.options.length === 1 && values[0] === noOption ? [] : values,
    price,
    before: readAmount(row.cell('Variant Compare At Price')),
    sku: row.cell('Variant SKU'),
    barcode: row.cell('Variant Barcode'),
    stock: readNumber(row.cell('Variant Inventory Qty')),
    grams: readNumber(row.cell('Variant Grams')),
    picture: row.cell('Variant Image'),
    columns: {
      before: 'Variant Compare At Price',
      stock: 'Variant Inventory Qty',
      sku: 'Variant SKU',
      barcode: 'Variant Barcode',
    },
  });
}

/** Whether a row goes on with the open product of its handle: some tools write the title into every row. */
function continues(open: ImportedProduct, row: NamedRow): boolean {
  const title = oneLine(row.cell('Title'));
  if (!title) return true;
  const values = valuesOf(row);
  return (
    title === open.name &&
    !open.variants.some((one) => (one.values.length ? one.values.join() : noOption) === values.join())
  );
}

/** A {@link Reader}. A row without a title adds a variant or a picture to the product of its handle. */
export function readShopifyCsv({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('Handle', 'Title', 'Variant Price')) return undefined;
  const products: ImportedProduct[] = [];
  const byHandle = new Map<string, ImportedProduct>();
  for (const row of rows) {
    const handle = row.cell('Handle');
    if (!handle)
      throw refuseFile('The row has no handle, so its product is not known.', {
        row: row.number,
        column: 'Handle',
      });
    let product = byHandle.get(handle);
    if (!product || !continues(product, row)) {
      if (!row.cell('Title'))
        throw refuseFile(`No row with a title came before this one of “${handle}”.`, {
          row: row.number,
          column: 'Title',
        });
      product = readProduct(row, columns);
      byHandle.set(handle, product);
      products.push(product);
    }
    readVariant(row, product);
    const address = row.cell('Image Src');
    if (address && !product.pictures.some((one) => one.address === address))
      product.pictures.push({ address, alt: oneLine(row.cell('Image Alt Text')) });
  }
  return { rows: rows.length, hasPricesBefore: columns.has('Variant Compare At Price'), products };
}
