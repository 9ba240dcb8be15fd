/** A product in every format, with all columns that its system writes, for the tests of what holds in each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

type Row = Record<string, string>;

/**
 * @property rows of a product that is published, with a size that has a row of its own where the system has such rows
 * @property price the column for the price, in the row of which the price is paid
 */
export type Format = { name: string; headings: string[]; rows: Row[]; price: string; priceRow: number };

const headingsOf = (sample: string): string[] =>
  Papa.parse<string[]>(readFileSync(join(import.meta.dirname, sample), 'utf8'), {
    preview: 1,
    delimiter: ',',
  }).data[0] ?? [];

const wooCommerce =
  'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Length (cm),Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,Parent,Grouped products,Upsells,External URL,Position,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible';

export const formats: readonly Format[] = [
  {
    name: 'Shopify CSV',
    headings: headingsOf('shopify.csv'),
    rows: [
      {
        ...{ Handle: 'mist', Title: 'Mist', Published: 'true', Status: 'active', 'Option1 Name': 'Size' },
        ...{ 'Option1 Value': '50 ml', 'Variant Price': '499', 'Variant Inventory Tracker': 'shopify' },
      },
      { Handle: 'mist', 'Option1 Value': '100 ml', 'Variant Price': '899' },
    ],
    price: 'Variant Price',
    priceRow: 0,
  },
  {
    name: 'WooCommerce CSV',
    headings: Papa.parse<string[]>(wooCommerce).data[0] ?? [],
    rows: [
      {
        ...{ ID: '1', Type: 'simple', Name: 'Mist', Published: '1', 'Visibility in catalog': 'visible' },
        ...{ 'Regular price': '499', SKU: 'M1' },
      },
    ],
    price: 'Regular price',
    priceRow: 0,
  },
  {
    name: 'Wix',
    headings: headingsOf('wix.csv'),
    rows: [
      {
        ...{ handleId: 'p1', fieldType: 'Product', name: 'Mist', price: '499', visible: 'true' },
        ...{ productOptionName1: 'Size', productOptionDescription1: '50 ml;100 ml' },
      },
      { handleId: 'p1', fieldType: 'Variant', productOptionDescription1: '50 ml', inventory: '3' },
    ],
    price: 'price',
    priceRow: 0,
  },
  {
    name: 'Squarespace',
    headings: headingsOf('squarespace.csv'),
    rows: [
      {
        ...{ 'Product ID [Non Editable]': 'p1', Title: 'Mist', 'Option Name 1': 'Size', 'On Sale': 'No' },
        ...{ 'Option Value 1': '50 ml', Price: '499', Visible: 'Yes' },
      },
      { 'Option Value 1': '100 ml', Price: '899', 'On Sale': 'No' },
    ],
    price: 'Price',
    priceRow: 0,
  },
  {
    name: 'Etsy',
    headings: headingsOf('etsy.csv'),
    rows: [{ TITLE: 'Mist', PRICE: '499', CURRENCY_CODE: 'INR', QUANTITY: '3' }],
    price: 'PRICE',
    priceRow: 0,
  },
  {
    name: 'Magento',
    headings: headingsOf('magento.csv'),
    rows: [
      {
        ...{ sku: 'M', product_type: 'configurable', name: 'Mist', product_online: '1', price: '0' },
        ...{ visibility: 'Catalog, Search', configurable_variations: 'sku=M50,size=50 ml' },
      },
      { sku: 'M50', product_type: 'simple', name: 'Mist 50 ml', product_online: '1', price: '499' },
    ],
    price: 'price',
    priceRow: 1,
  },
  {
    name: 'BigCommerce',
    headings: headingsOf('bigcommerce.csv'),
    rows: [
      {
        ...{ 'Item Type': 'Product', 'Product ID': '1', 'Product Name': 'Mist', Price: '499' },
        ...{ 'Product Visible?': 'Y', 'Allow Purchases?': 'Y', 'Track Inventory': 'by option' },
      },
      { 'Item Type': '  SKU', 'Product Name': '[S]Size=50 ml', 'Current Stock Level': '3' },
    ],
    price: 'Price',
    priceRow: 0,
  },
  {
    name: 'BigCommerce',
    headings: headingsOf('bigcommerce-v3.csv'),
    rows: [
      { Item: 'Product', ID: '1', Name: 'Mist', Price: '499', 'Is Visible': 'TRUE', Type: 'physical' },
      { Item: 'Variant', Options: 'Type=Dropdown|Name=Size|Value=50 ml' },
    ],
    price: 'Price',
    priceRow: 0,
  },
  {
    name: 'Product feed',
    headings: [...headingsOf('feed.csv'), 'visibility', 'status', 'quantity_to_sell_on_facebook'],
    rows: [
      { id: 'M50', title: 'Mist', price: '499', item_group_id: 'M', size: '50 ml', status: 'active' },
      { id: 'M100', title: 'Mist', price: '899', item_group_id: 'M', size: '100 ml' },
    ],
    price: 'price',
    priceRow: 0,
  },
  {
    name: 'CSV',
    headings: [...headingsOf('table.csv'), 'Sale price', 'Category', 'Tags', 'SKU', 'EAN', 'Description'],
    rows: [
      { 'Product Name': 'Mist', Size: '50 ml', 'Price (INR)': '499', Status: 'Active' },
      { 'Product Name': 'Mist', Size: '100 ml', 'Price (INR)': '899' },
    ],
    price: 'Price (INR)',
    priceRow: 0,
  },
];

/** The bytes of a file with these rows. */
export function fileOf(headings: readonly string[], rows: readonly Row[]): Uint8Array {
  const data = rows.map((row) => headings.map((heading) => row[heading] ?? ''));
  return new TextEncoder().encode(Papa.unparse([[...headings], ...data]));
}

/** The file with a value in one column of one row. A column that the system does not write is added. */
export function withCell(
  { headings, rows }: Format,
  heading: string,
  place: number,
  text: string,
): Uint8Array {
  const all = headings.includes(heading) ? headings : [...headings, heading];
  return fileOf(
    all,
    rows.map((row, at) => (at === place ? { ...row, [heading]: text } : row)),
  );
}
