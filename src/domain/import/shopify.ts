/** Shopify's exports: the CSV of "Export products" (19 to 105 columns) and the public `products.json`. */
import * as z from 'zod';
import { Columns, headingMatcher, type NamedRow } from './columns.ts';
import { isLabelCell, labelTexts } from './label-columns.ts';
import { refuseFile } from './problem.ts';
import type { ImportedProduct } from './product.ts';
import type { TableRow } from './table-file.ts';
import { oneLine, readAmount, readFlag, readList, readNumber } from './values.ts';
import { addVariant, refusePrice } from './variant.ts';

export const isShopify = (columns: Columns): boolean => columns.has('Handle', 'Title', 'Variant Price');

/** Shopify's value of a product that has no options. */
const noOption = 'Default Title';

/** Columns that the shop has a field for, or that only say how Shopify works. All others are kept in the report. */
const isKnown = headingMatcher(
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Standardized Product Type', 'Type'],
  ...['Custom Product Type', 'Tags', 'Published', 'Status', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Google Shopping / Google Product Category'],
  /^(option ?\d|variant|unit[ _]price|(compare at )?price \/|included \/)/i,
);

const statusOf = (row: NamedRow): 'published' | 'draft' | 'retired' => {
  const status = row.cell('Status').toLowerCase();
  if (status === 'archived') return 'retired';
  if (status === 'draft' || (row.cell('Published') && !readFlag(row.cell('Published')))) return 'draft';
  return 'published';
};

/** Three options at most, as Shopify has them. */
const places = [1, 2, 3] as const;
const valuesOf = (row: NamedRow): string[] =>
  places.map((place) => oneLine(row.cell(`Option${place} Value`))).filter(Boolean);

function newProduct(row: NamedRow, columns: Columns): ImportedProduct {
  const product: ImportedProduct = {
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
    ...(columns.find('Status', 'Published') && { status: statusOf(row) }),
    pictures: [],
    seoTitle: oneLine(row.cell('SEO Title')),
    seoDescription: oneLine(row.cell('SEO Description')),
    options: places.map((place) => oneLine(row.cell(`Option${place} Name`))).filter(Boolean),
    variants: [],
    label: labelTexts(row, columns),
    others: columns.others(row, (heading) => isKnown(heading) || isLabelCell(heading, row.cell(heading))),
    findings: [],
  };
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

/** The products of Shopify's CSV. A row without a title adds a variant or a picture to the product of its handle. */
export function readShopifyCsv(rows: readonly TableRow[]): ImportedProduct[] {
  const columns = new Columns(rows);
  const products: ImportedProduct[] = [];
  const byHandle = new Map<string, ImportedProduct>();
  for (const row of rows.slice(1).map((one) => columns.named(one))) {
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
      product = newProduct(row, columns);
      byHandle.set(handle, product);
      products.push(product);
    }
    readVariant(row, product);
    const address = row.cell('Image Src');
    if (address && !product.pictures.some((one) => one.address === address))
      product.pictures.push({ address, alt: oneLine(row.cell('Image Alt Text')) });
  }
  return products;
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const numberText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => `${value ?? ''}`);

const productsJson = z.object({
  products: z.array(
    z.object({
      title: z.string(),
      handle: z.string(),
      body_html: text,
      vendor: text,
      product_type: text,
      tags: z.union([z.string(), z.array(z.string())]).nullish(),
      status: text,
      published_at: z.string().nullish(),
      options: z.array(z.object({ name: z.string() })).default([]),
      images: z.array(z.object({ src: z.string(), alt: text })).default([]),
      variants: z.array(
        z.object({
          option1: text,
          option2: text,
          option3: text,
          sku: text,
          barcode: text,
          price: numberText,
          compare_at_price: numberText,
          grams: numberText,
          inventory_quantity: numberText,
          featured_image: z.object({ src: z.string() }).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * The products of Shopify's `products.json`, as rows of its CSV, so that both are read by one set of rules.
 * @throws ImportRefused for anything else
 */
export function readShopifyJson(file: string): ImportedProduct[] {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    throw refuseFile('The file begins as JSON and cannot be read. It may have been cut off.');
  }
  const read = productsJson.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refuseFile(`This is not Shopify’s products.json: ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const rows: Record<string, string>[] = read.data.products.flatMap((product) => {
    const first = {
      Title: product.title,
      'Body (HTML)': product.body_html,
      Vendor: product.vendor,
      Type: product.product_type,
      Tags: Array.isArray(product.tags) ? product.tags.join(',') : (product.tags ?? ''),
      Status: product.status,
      Published: product.published_at === null ? 'false' : 'true',
      ...Object.fromEntries(product.options.map(({ name }, place) => [`Option${place + 1} Name`, name])),
    };
    const length = Math.max(product.variants.length, product.images.length, 1);
    return Array.from({ length }, (_, place) => {
      const variant = product.variants[place];
      return {
        Handle: product.handle,
        ...(place === 0 && first),
        ...(variant && {
          'Option1 Value': variant.option1,
          'Option2 Value': variant.option2,
          'Option3 Value': variant.option3,
          'Variant SKU': variant.sku,
          'Variant Barcode': variant.barcode,
          'Variant Price': variant.price,
          'Variant Compare At Price': variant.compare_at_price,
          'Variant Grams': variant.grams,
          'Variant Inventory Qty': variant.inventory_quantity,
          'Variant Image': variant.featured_image?.src ?? '',
        }),
        'Image Src': product.images[place]?.src ?? '',
        'Image Alt Text': product.images[place]?.alt ?? '',
      };
    });
  });
  const headings = [
    ...new Set(['Handle', 'Title', 'Variant Price', ...rows.flatMap((row) => Object.keys(row))]),
  ];
  return readShopifyCsv([
    { number: 1, cells: headings },
    ...rows.map((row, place) => ({
      number: place + 2,
      cells: headings.map((heading) => row[heading] ?? ''),
    })),
  ]);
}
