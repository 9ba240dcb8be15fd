/** Products as Shopify's CSV: Shopify and most other shops read it. */
import { type Cell, csvFile, programCsvRow, rupees } from './csv.ts';
import type { ImportedProduct, ImportedVariant } from './product.ts';

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
  metafields: Readonly<Record<string, string | undefined>>;
};

/** The labels of metafields by their names: `{ bestBefore: 'Best before' }`. */
export type MetafieldLabels = Readonly<Record<string, string>>;

/** `Best before (product.metafields.custom.best_before)`, as Shopify names fields of a shop's own. */
const metafieldHeading = ([name, label]: [name: string, label: string]): string =>
  `${label} (product.metafields.custom.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)})`;

const optionPlaces = [1, 2, 3] as const;
const statuses = { published: 'active', draft: 'draft', retired: 'archived' } as const;
/** Shopify's option of a product without options. */
const noOption = { name: 'Title', value: 'Default Title' };

type Row = Record<string, Cell>;

const yes = { figure: 'TRUE' };
const no = { figure: 'FALSE' };

/** The cells of a product that stand in its first row. */
const productCells = (product: ExportedProduct, labels: MetafieldLabels): Row => ({
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
    Object.entries(labels).map((entry) => [metafieldHeading(entry), product.metafields[entry[0]] ?? '']),
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
  // Without a tracker, Shopify does not count the stock.
  'Variant Inventory Tracker': variant.stock === 'not counted' ? '' : 'shopify',
  'Variant Inventory Qty': typeof variant.stock === 'number' ? variant.stock : null,
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
const rowsOf = (product: ExportedProduct, labels: MetafieldLabels): Row[] =>
  Array.from({ length: Math.max(product.variants.length, product.pictures.length, 1) }, (_, place) => {
    const [variant, picture] = [product.variants[place], product.pictures[place]];
    return {
      Handle: product.handle,
      ...(place === 0 && productCells(product, labels)),
      ...(variant && variantCells(variant)),
      ...(picture && {
        'Image Src': picture.address,
        'Image Position': place + 1,
        'Image Alt Text': picture.alt,
      }),
    };
  });

/** In the order of Shopify's own exports. */
const headingsWith = (labels: MetafieldLabels): string[] => [
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
  ...Object.entries(labels).map(metafieldHeading),
  'Status',
];

/** The file. @param labels of all metafields: each has a column */
export function writeShopifyCsv(products: readonly ExportedProduct[], labels: MetafieldLabels = {}): string {
  const headings = headingsWith(labels);
  const rows = products.flatMap((product) => rowsOf(product, labels));
  return csvFile(
    [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? null))],
    programCsvRow,
  );
}
