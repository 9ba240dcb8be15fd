/** Shopify's CSV of "Export products" (19 to 105 columns), with the headings of today and of before 2025. */
import type { Columns, NamedRow } from '../columns.ts';
import { labelTexts } from '../label-columns.ts';
import { type MetafieldColumns, type MetafieldOwner, metafieldColumns } from '../metafields.ts';
import { addPictures } from '../pictures.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readStatus } from '../status.ts';
import { oneLine, readList, readNumber, readSwitch } from '../values.ts';
import { addVariant } from '../variant.ts';

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
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  picture: ['Image Src', 'Product image URL'],
  alt: ['Image Alt Text'],
  variantPicture: ['Variant Image', 'Variant image URL'],
} as const;
type Field = keyof typeof headings;

const cellOf = (row: NamedRow, field: Field): string => row.find(headings[field]).text;

/** Three options at most, as Shopify has them. */
const places = [1, 2, 3] as const;
const valuesOf = (row: NamedRow): string[] =>
  places.map((place) => oneLine(row.cell(`Option${place} Value`))).filter(Boolean);

/** The table with the columns of the caller's own metafields. */
type Reading = { columns: Columns; own: MetafieldColumns };

const metafieldsOf = (row: NamedRow, own: MetafieldColumns, owner: MetafieldOwner) =>
  Object.fromEntries(
    own
      .filter((one) => one.owner === owner)
      .map(({ name, heading }) => [name, row.cell(heading)] as const)
      .filter(([, text]) => text),
  );

function readProduct(row: NamedRow, { columns, own }: Reading): ReadProduct {
  const handle = cellOf(row, 'handle');
  const isGiftCard = row.take(headings.giftCard, readSwitch);
  const product = newProduct(row, {
    key: handle,
    handle,
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
    metafields: metafieldsOf(row, own, 'product'),
  });
  if (isGiftCard)
    product.findings.push({
      severity: 'refused',
      row: row.number,
      column: headings.giftCard[0],
      message: 'This shop does not sell gift cards.',
    });
  return product;
}

/** The stock of a row. Without a tracker, and where it is sold on when nothing is left, Shopify does not count it. */
function stockOf(row: NamedRow, columns: Columns) {
  const tracker = columns.find(...headings.tracker);
  // Another word is the name of a service that counts it.
  row.take(headings.tracker, (word) => word === 'shopify' || undefined);
  const isUntracked = tracker !== undefined && !row.peek(tracker);
  const goesOn = row.take(headings.policy, (word) =>
    /^(continue|deny)$/i.test(word) ? /^c/i.test(word) : readSwitch(word),
  );
  if (!isUntracked && !goesOn) return row.find(headings.stock);
  row.take(headings.stock, readNumber);
  return 'not counted' as const;
}

/** Adds the variant of a row, if it has one: a row may only have a picture. */
function readVariant(row: NamedRow, { columns, own }: Reading, product: ReadProduct): void {
  const values = valuesOf(row);
  const price = row.find(headings.price);
  if (!price.text && !values.length) return;
  const before = product.variants.length;
  addVariant(product, row, {
    values: product.options.length === 1 && values[0] === noOption ? [] : values,
    price,
    before: row.find(headings.before),
    sku: row.find(headings.sku),
    barcode: row.find(headings.barcode),
    stock: stockOf(row, columns),
    quantity: [row.cell('Unit price total measure'), row.cell('Unit price total measure unit')]
      .filter(Boolean)
      .join(' '),
    grams: row.take(headings.grams, readNumber),
    picture: cellOf(row, 'variantPicture'),
  });
  const added = product.variants[before];
  const metafields = added && metafieldsOf(row, own, 'variant');
  if (metafields && Object.keys(metafields).length) added.metafields = metafields;
}

/** Whether a row goes on with the open product of its handle: some tools write the title into every row. */
function continues(open: ReadProduct, row: NamedRow): boolean {
  const title = oneLine(cellOf(row, 'title'));
  if (!title) return true;
  const values = valuesOf(row);
  return (
    title === open.name &&
    !open.variants.some((one) => (one.values.length ? one.values.join() : noOption) === values.join())
  );
}

/** A row whose product is not known. */
const refusedRow = (row: NamedRow, message: string): ReadProduct =>
  refusedProduct(row, oneLine(cellOf(row, 'title')) || cellOf(row, 'handle'), { column: 'Handle', message });

/** What a row says besides the product itself: a variant, a picture, or both. */
function addRow(row: NamedRow, reading: Reading, product: ReadProduct): void {
  if (!product.rows.includes(row)) product.rows.push(row);
  readVariant(row, reading, product);
  const address = cellOf(row, 'picture');
  // Pictures of a product follow one another in its rows.
  row.take(['Image Position'], readNumber);
  if (address) addPictures(product, [address], [oneLine(cellOf(row, 'alt'))]);
}

/**
 * A {@link Reader}. A row without a title adds a variant or a picture to the product of its handle, which a spreadsheet may
 * have sorted below it.
 */
export function readShopifyCsv({ table, namespace }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  const isShopify =
    columns.has('Handle', 'Title', 'Variant Price') || columns.has('URL handle', 'Title', 'Price');
  if (!isShopify) return undefined;
  const reading: Reading = { columns, own: metafieldColumns(columns.headings, namespace) };
  const products: ReadProduct[] = [];
  const byHandle = new Map<string, ReadProduct>();
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
    const isNew = !product || !continues(product, row);
    if (!product || isNew) {
      product = readProduct(row, reading);
      byHandle.set(handle, product);
      products.push(product);
      for (const earlier of early.get(handle) ?? []) addRow(earlier, reading, product);
      early.delete(handle);
    }
    addRow(row, reading, product);
    if (isNew) product.label = labelTexts(row);
  }
  for (const [handle, [row]] of early)
    if (row) products.push(refusedRow(row, `No row of “${handle}” has a title.`));
  const hasPricesBefore = columns.find(...headings.before) !== undefined;
  return { rows: rows.length, hasPricesBefore, products };
}
