/** Products as Shopify's CSV: Shopify and most other shops read it. */
import { type Cell, csvFile, programCsvRow, rupees } from './csv.ts';
import { type MetafieldOwner, type Metafields, metafieldHeading } from './metafields.ts';
import type { ImportedProduct, ImportedVariant } from './product.ts';

type ExportedVariant = Omit<ImportedVariant, 'row'>;

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
  | 'metafields'
> & { status: NonNullable<ImportedProduct['status']>; variants: readonly ExportedVariant[] };

/**
 * Metafields, of which each that a product or variant has gets a column.
 * @property product labels by names, in the order of the columns: `{ bestBefore: 'Best before' }` @property variant the same
 */
export type MetafieldLabels = { namespace: string } & Record<
  MetafieldOwner,
  Readonly<Record<string, string>>
>;

const optionPlaces = [1, 2, 3] as const;
const statuses = { published: 'active', draft: 'draft', retired: 'archived' } as const;
/** Shopify's option of a product without options. */
const noOption = { name: 'Title', value: 'Default Title' };

type Row = Record<string, Cell>;

const yes = { figure: 'TRUE' };
const no = { figure: 'FALSE' };

/** The columns of metafields, with their headings. */
type MetafieldHeadings = Record<MetafieldOwner, ReadonlyMap<string, string>>;

const cellsOf = (metafields: Metafields = {}, headings: ReadonlyMap<string, string>): Row =>
  Object.fromEntries([...headings].map(([name, heading]) => [heading, metafields[name] ?? '']));

/** The cells of a product that stand in its first row. */
const productCells = (product: ExportedProduct, headings: MetafieldHeadings): Row => ({
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
  ...cellsOf(product.metafields, headings.product),
  Status: statuses[product.status],
});

const variantCells = (variant: ExportedVariant, headings: MetafieldHeadings): Row => ({
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
  ...cellsOf(variant.metafields, headings.variant),
});

/** A product's rows: each has a variant, a picture or both. */
const rowsOf = (product: ExportedProduct, headings: MetafieldHeadings): Row[] =>
  Array.from({ length: Math.max(product.variants.length, product.pictures.length, 1) }, (_, place) => {
    const [variant, picture] = [product.variants[place], product.pictures[place]];
    return {
      Handle: product.handle,
      ...(place === 0 && productCells(product, headings)),
      ...(variant && variantCells(variant, headings)),
      ...(picture && {
        'Image Src': picture.address,
        'Image Position': place + 1,
        'Image Alt Text': picture.alt,
      }),
    };
  });

/** In the order of Shopify's own exports. */
const headingsWith = ({ product, variant }: MetafieldHeadings): string[] => [
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
  ...product.values(),
  ...variant.values(),
  'Status',
];

/** The columns of an owner's metafields, but for those that nothing has. */
function headingsOf(
  owner: MetafieldOwner,
  owners: readonly { metafields?: Metafields }[],
  labels: MetafieldLabels | undefined,
): ReadonlyMap<string, string> {
  const used = new Set(owners.flatMap(({ metafields = {} }) => Object.keys(metafields)));
  return new Map(
    Object.entries(labels?.[owner] ?? {})
      .filter(([name]) => used.has(name))
      .map(([name, label]) => [name, metafieldHeading(owner, labels?.namespace ?? '', name, label)]),
  );
}

/** The file. @param labels of metafields; those without a label are left out */
export function writeShopifyCsv(products: readonly ExportedProduct[], labels?: MetafieldLabels): string {
  const metafields: MetafieldHeadings = {
    product: headingsOf('product', products, labels),
    variant: headingsOf(
      'variant',
      products.flatMap(({ variants }) => variants),
      labels,
    ),
  };
  const headings = headingsWith(metafields);
  const rows = products.flatMap((product) => rowsOf(product, metafields));
  return csvFile(
    [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? null))],
    programCsvRow,
  );
}
