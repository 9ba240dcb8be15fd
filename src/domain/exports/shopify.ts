/** Products as Shopify's CSV: `npm run import`, Shopify and most other shops read it. */
import type { ImportedProduct, ImportedVariant } from '#domain/import/product.ts';
import { type Cell, csvFile, programCsvRow, rupees } from '#lib/csv.ts';
import { keysOf } from '#lib/keys.ts';

/** @property metafields texts that Shopify has no column for, by name */
export type ExportedProduct = Pick<
  ImportedProduct,
  | 'handle'
  | 'name'
  | 'brand'
  | 'body'
  | 'type'
  | 'tags'
  | 'pictures'
  | 'seoTitle'
  | 'seoDescription'
  | 'options'
> & {
  status: NonNullable<ImportedProduct['status']>;
  variants: readonly Omit<ImportedVariant, 'row'>[];
  metafields: Partial<Record<MetafieldName, string>>;
};

/** What the law and good pages want besides: fields of the shop's own, in Shopify's way of naming them. */
const metafieldNames = {
  commonName: 'Common name',
  netQuantity: 'Net quantity',
  hsn: 'HSN',
  bestBefore: 'Best before',
  manufacturer: 'Manufacturer',
  countryOfOrigin: 'Country of origin',
  importer: 'Importer',
  keyIngredients: 'Key ingredients',
  faqs: 'Questions and answers',
} as const;
type MetafieldName = keyof typeof metafieldNames;

const metafieldHeading = (name: MetafieldName): string => {
  const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${metafieldNames[name]} (product.metafields.custom.${key})`;
};

const optionPlaces = [1, 2, 3] as const;
const statuses = { published: 'active', draft: 'draft', retired: 'archived' } as const;
/** Shopify's option of a product without options. */
const noOption = { name: 'Title', value: 'Default Title' };

type Row = Record<string, Cell>;

const yes = { figure: 'TRUE' };
const no = { figure: 'FALSE' };

/** The cells of a product that stand in its first row. */
const productCells = (product: ExportedProduct): Row => ({
  Title: product.name,
  'Body (HTML)': product.body,
  Vendor: product.brand,
  Type: product.type,
  Tags: product.tags.join(', '),
  Published: product.status === 'published' ? yes : no,
  ...Object.fromEntries(
    optionPlaces.map((place) => [
      `Option${place} Name`,
      product.options[place - 1] ?? (place === 1 ? noOption.name : ''),
    ]),
  ),
  'Gift Card': no,
  'SEO Title': product.seoTitle,
  'SEO Description': product.seoDescription,
  ...Object.fromEntries(
    keysOf(product.metafields).map((name) => [metafieldHeading(name), product.metafields[name] ?? '']),
  ),
  Status: statuses[product.status],
});

const variantCells = (variant: ExportedProduct['variants'][number]): Row => ({
  ...Object.fromEntries(
    optionPlaces.map((place) => [
      `Option${place} Value`,
      variant.values[place - 1] ?? (place === 1 ? noOption.value : ''),
    ]),
  ),
  'Variant SKU': variant.sku ?? '',
  'Variant Grams': variant.grams ?? null,
  'Variant Inventory Tracker': variant.stock === undefined ? '' : 'shopify',
  'Variant Inventory Qty': variant.stock ?? null,
  'Variant Inventory Policy': 'deny',
  'Variant Fulfillment Service': 'manual',
  'Variant Price': rupees(variant.price),
  'Variant Compare At Price': variant.originalPrice === undefined ? null : rupees(variant.originalPrice),
  'Variant Requires Shipping': yes,
  'Variant Taxable': yes,
  'Variant Barcode': variant.barcode ?? '',
  'Variant Image': variant.picture ?? '',
});

/** A product's rows: each has a variant, a picture or both. */
const rowsOf = (product: ExportedProduct): Row[] =>
  Array.from({ length: Math.max(product.variants.length, product.pictures.length, 1) }, (_, place) => {
    const [variant, picture] = [product.variants[place], product.pictures[place]];
    return {
      Handle: product.handle,
      ...(place === 0 && productCells(product)),
      ...(variant && variantCells(variant)),
      ...(picture && {
        'Image Src': picture.address,
        'Image Position': place + 1,
        'Image Alt Text': picture.alt,
      }),
    };
  });

/** In the order of Shopify's own exports. */
const headings = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...optionPlaces.flatMap((place) => [`Option${place} Name`, `Option${place} Value`]),
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  ...['Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price', 'Variant Compare At Price'],
  ...['Variant Requires Shipping', 'Variant Taxable', 'Variant Barcode'],
  ...[
    'Image Src',
    'Image Position',
    'Image Alt Text',
    'Gift Card',
    'SEO Title',
    'SEO Description',
    'Variant Image',
  ],
  ...keysOf(metafieldNames).map(metafieldHeading),
  'Status',
];

/** The file. */
export const shopifyCsv = (products: readonly ExportedProduct[]): string =>
  csvFile(
    [headings, ...products.flatMap(rowsOf).map((row) => headings.map((heading) => row[heading] ?? null))],
    programCsvRow,
  );
