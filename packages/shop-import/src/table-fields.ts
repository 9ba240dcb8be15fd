/** The fields of a table that somebody has made, and the headings by which each is known. */

import { type Columns, headingKey, headingMatcher } from './columns.ts';
import { labelFieldOf } from './label-columns.ts';
import { currencyCode } from './money.ts';
import { refuseFile } from './problem.ts';
import { isStatusHeading } from './status.ts';
import { gramsOfUnit } from './weight.ts';

/**
 * Every field: its name on screens, and what its column may be called, the most usual name first. Those of the label have
 * their names in label-columns.ts, and the status in status.ts.
 */
export const tableFields = {
  name: {
    label: 'Name',
    headings: ['Name', 'Title', 'Product', 'Product name', 'Product title', 'Item', 'Item name'],
  },
  price: { label: 'Price', headings: ['Price', 'Rate', 'Unit price', 'Price amount'] },
  salePrice: {
    label: 'Price now, where it is reduced',
    headings: [
      ...['Sale price', 'Offer price', 'Discounted price', 'Special price', 'Selling price', 'Our price'],
      ...['Discount price', 'Deal price'],
    ],
  },
  saleFrom: {
    label: 'First day of the reduced price',
    headings: ['Sale start', 'Sale start date', 'Sale from', 'Offer start', 'Special price from'],
  },
  saleUntil: {
    label: 'Last day of the reduced price',
    headings: ['Sale end', 'Sale end date', 'Sale until', 'Offer end', 'Special price to'],
  },
  originalPrice: {
    label: 'MRP',
    headings: [
      'MRP',
      'Compare at price',
      'Regular price',
      'Original price',
      'List price',
      'Maximum retail price',
    ],
  },
  currency: { label: 'Currency', headings: ['Currency', 'Currency code'] },
  size: { label: 'Size', headings: ['Size', 'Sizes'] },
  shade: { label: 'Shade or colour', headings: ['Shade', 'Shades', 'Colour', 'Color', 'Tint'] },
  variant: { label: 'Variant', headings: ['Variant', 'Variation', 'Variant name', 'Option'] },
  stock: {
    label: 'Stock',
    headings: [
      ...['Stock', 'Quantity', 'Qty', 'Inventory', 'Opening stock', 'Stock quantity', 'Stock qty'],
      ...[
        'Available quantity',
        'Inventory quantity',
        'In stock',
        'Stock status',
        'Availability',
        'Available',
      ],
    ],
  },
  sku: { label: 'SKU', headings: ['SKU', 'Code', 'Item code', 'Product code'] },
  barcode: { label: 'Barcode', headings: ['Barcode', 'EAN', 'GTIN', 'UPC'] },
  category: { label: 'Category', headings: ['Category', 'Categories', 'Product type', 'Type', 'Collection'] },
  brand: { label: 'Brand', headings: ['Brand', 'Vendor', 'Manufacturer'] },
  body: {
    label: 'Description',
    headings: [
      'Description',
      'Body',
      'Body (HTML)',
      'Details',
      'About',
      'Long description',
      'Product description',
    ],
  },
  pictures: {
    label: 'Pictures',
    headings: [
      ...[
        'Images',
        'Image',
        'Picture',
        'Pictures',
        'Image URL',
        'Image link',
        'Photo',
        'Photos',
        'Image URLs',
      ],
      ...['Additional images', 'Additional image link', 'Featured image', 'Main image'],
    ],
  },
  tags: { label: 'Tags', headings: ['Tags', 'Keywords'] },
  handle: { label: 'Address', headings: ['Handle', 'Slug', 'Id', 'URL key'] },
  weight: {
    label: 'Weight with packing',
    headings: ['Weight', 'Grams', 'Weight in grams', 'Shipping weight', 'Gross weight', 'Variant grams'],
  },
  seoTitle: { label: 'Title for search engines', headings: ['SEO title', 'Meta title', 'Page title', 'SEO'] },
  seoDescription: {
    label: 'Description for search engines',
    headings: ['SEO description', 'Meta description'],
  },
  status: { label: 'Status', headings: [] },
  hsn: { label: 'HSN', headings: [] },
  netQuantity: { label: 'Net quantity', headings: [] },
  ingredients: { label: 'Ingredients', headings: [] },
  activeIngredients: { label: 'Active ingredients', headings: [] },
  howToUse: { label: 'How to use', headings: [] },
  benefits: { label: 'Benefits', headings: [] },
  skinTypes: { label: 'Skin types', headings: [] },
  countryOfOrigin: { label: 'Country of origin', headings: [] },
  importer: { label: 'Importer', headings: [] },
  manufacturer: { label: 'Manufacturer', headings: [] },
} as const satisfies Record<string, { label: string; headings: readonly string[] }>;

export type TableField = keyof typeof tableFields;

/** Which column is which field, by heading. `ignore`: its texts are only kept. */
export type ColumnMapping = Record<string, TableField | 'ignore'>;

const fieldNames = Object.keys(tableFields) as TableField[];
export const isTableField = (name: string): name is TableField => Object.hasOwn(tableFields, name);

const matchers = fieldNames.map((field) => ({
  field,
  matches: headingMatcher(...tableFields[field].headings),
}));
/** `Image 1`, `Image URL 2`, `Photo3`. */
const numberedPicture = /^(image|picture|photo|img)[ _-]*(url|link|src)?[ _-]*\d+([ _-]*(url|link|src))?$/i;

/** Words that do not change what a heading names: the currency, the unit, and that the tax is in the price. */
const words = /[A-Za-z]{1,2}\$|[\p{L}\p{N}.]+|[^\s\p{L}\p{N}()[\]{},/:_-]/gu;
const extra = /^(in|incl\.?|including|inclusive|gst|tax|taxes|of|all)$/i;

/** @property name the heading without the currency or unit that it names */
export type HeadingParts = { name: string; currency?: string; unit?: string };

export function headingParts(heading: string): HeadingParts {
  const all = heading.match(words) ?? [];
  const [first = '', ...others] = all;
  const currency = others.map(currencyCode).find(Boolean);
  const unit = all.find((word) => gramsOfUnit(word));
  const rest = others.filter((word) => !currencyCode(word) && !gramsOfUnit(word) && !extra.test(word));
  return { name: [first, ...rest].join(' '), ...(currency && { currency }), ...(unit && { unit }) };
}

/** The field of a heading; undefined where it is not known. */
export function fieldOf(heading: string): TableField | undefined {
  const find = (name: string) => matchers.find(({ matches }) => matches(name))?.field;
  if (numberedPicture.test(heading.trim())) return 'pictures';
  const exact = find(heading);
  if (exact) return exact;
  if (isStatusHeading(heading)) return 'status';
  const label = labelFieldOf(heading);
  if (label) return label;
  const short = find(headingParts(heading).name);
  const isMoney = short === 'price' || short === 'salePrice' || short === 'originalPrice';
  return isMoney || short === 'weight' ? short : undefined;
}

/** The place of a heading among the names of its field: the most usual name counts before others. */
const rankOf = (field: TableField, heading: string): number => {
  const known = tableFields[field].headings.map(headingKey);
  const rank = known.indexOf(headingKey(heading));
  const short = rank < 0 ? known.indexOf(headingKey(headingParts(heading).name)) : rank;
  return short < 0 ? known.length : short;
};

/**
 * The headings of each field in a table, those that the owner has named first.
 * @throws ImportRefused where a heading that the owner has named is not in the table
 */
export function fieldHeadings(columns: Columns, mapping: ColumnMapping = {}): Record<TableField, string[]> {
  const unknown = Object.keys(mapping).find((heading) => !columns.has(heading));
  if (unknown !== undefined) throw columns.refuseUnknown(unknown);
  const named = new Map(Object.entries(mapping).map(([heading, field]) => [headingKey(heading), field]));
  const headings = columns.headings.filter(
    (heading, place) => headingKey(heading) && columns.placeOf(heading) === place,
  );
  const found = headings.map((heading, place) => {
    const said = named.get(headingKey(heading));
    const field = said ?? fieldOf(heading);
    const rank = said || field === undefined || field === 'ignore' ? -1 : rankOf(field, heading);
    return { heading, field, rank, place };
  });
  return Object.fromEntries(
    fieldNames.map((name) => [
      name,
      found
        .filter(({ field }) => field === name)
        .sort((a, b) => a.rank - b.rank || a.place - b.place)
        .map(({ heading }) => heading),
    ]),
  ) as Record<TableField, string[]>;
}

/** The fields of columns as the command's option has them: `Item=name,Rate=price`. */
export const mappingText = (mapping: ColumnMapping): string =>
  Object.entries(mapping)
    .map(([heading, field]) => `${heading.replace(/[\\,=]/g, '\\$&')}=${field}`)
    .join(',');

/** A part of the option. */
const mappingPart = /\s*((?:\\.|[^\\,=])+)=\s*([^\\,=]*?)\s*(?:,|$)/y;

/**
 * Reads the option again.
 * @throws ImportRefused where a part is not `heading=field`, or a field is not known
 */
export function readMapping(text: string): ColumnMapping {
  const mapping: [string, TableField | 'ignore'][] = [];
  for (let at = 0; at < text.length; at = mappingPart.lastIndex) {
    mappingPart.lastIndex = at;
    const [, heading = '', field = ''] = mappingPart.exec(text) ?? [];
    if (!heading.trim()) throw refuseFile(`“${text.slice(at)}” does not begin with “heading=field”.`);
    if (field !== 'ignore' && !isTableField(field))
      throw refuseFile(`“${field}” is no field. The fields are: ${[...fieldNames, 'ignore'].join(', ')}.`);
    mapping.push([heading.replace(/\\(.)/g, '$1').trim(), field]);
  }
  return Object.fromEntries(mapping);
}
