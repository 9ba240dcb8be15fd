/**
 * BigCommerce's exports of products: the one of before, with `Item Type` (Product, SKU, Rule), and the present one, with
 * `Item` (Product, Variant, Image). A product has a row, and below it rows of its sizes, shades and pictures.
 */
import { amountCell, withoutZero } from '../amounts.ts';
import type { Cell, Columns, NamedRow } from '../columns.ts';
import { checkKind } from '../kinds.ts';
import { labelTexts } from '../label-columns.ts';
import { readMoney } from '../money.ts';
import { addPictures } from '../pictures.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isHidden, readStatus } from '../status.ts';
import { oneLine, readList, readNumber } from '../values.ts';
import { addVariant, splitStock } from '../variant.ts';

/** The headings of both exports. */
const headings = {
  item: ['Item Type', 'Item'],
  id: ['Product ID', 'ID'],
  name: ['Product Name', 'Name'],
  kind: ['Product Type', 'Type'],
  sku: ['Product Code/SKU', 'SKU'],
  brand: ['Brand Name', 'Brand'],
  body: ['Product Description', 'Description'],
  price: ['Price'],
  before: ['Retail Price'],
  sale: ['Sale Price'],
  tracking: ['Track Inventory', 'Inventory Tracking'],
  stock: ['Current Stock Level', 'Current Stock'],
  categories: ['Category', 'Categories', 'Category String', 'Category Details'],
  address: ['Product URL'],
  seoTitle: ['Page Title'],
  seoDescription: ['Meta Description'],
  keywords: ['Search Keywords'],
  barcode: [
    'Global Trade Item Number',
    'Global Trade Number',
    'Product UPC/EAN',
    'UPC/EAN',
    'GPS Global Trade Item Number',
  ],
  allowed: ['Allow Purchases?', 'Allow Purchases'],
} as const;

type Option = { name: string; value: string };
const colour = /\s*(\[#[0-9a-f,#\s]+\]|:#[0-9a-f,#|\s]+)$/i;

/** `[S]Size=50 ml,[RT]Shade=Red` of the export of before. */
const readPairs = (cell: string): Option[] =>
  cell.split(/,(?=\[[A-Z]+\])/).flatMap((part) => {
    const [, name, value] = /^\s*\[[A-Z]+\]([^=]+)=([\s\S]*)$/.exec(part) ?? [];
    return name && value ? [{ name: oneLine(name), value: oneLine(value.replace(colour, '')) }] : [];
  });

/** `Type=Dropdown|Name=Size|Value=50 ml`, one after another without a sign between them, of the present export. */
const readOptions = (cell: string): Option[] =>
  [...cell.matchAll(/Type=[^|]*\|Name=([^|]*)\|Value=([\s\S]*?)[,;|\s]*(?=Type=[^|]*\|Name=|$)/g)].map(
    ([, name = '', value = '']) => ({ name: oneLine(name), value: oneLine(value.replace(colour, '')) }),
  );

/** What a row of a size or shade is; its cell stays among the other texts where it has colours. */
function optionsOf(row: NamedRow): Option[] {
  for (const [heading, read] of [
    ['Options', readOptions],
    ['Product Name', readPairs],
    ['Name', readPairs],
  ] as const) {
    const cell = row.peek(heading);
    const options = read(cell);
    if (!options.length) continue;
    if (!/#[0-9a-f]{3}/i.test(cell)) row.cell(heading);
    return options;
  }
  return [];
}

/** The longest path of `Skin/Serums;Sale`, or of `Category Name: Serums, Category Path: Skin/Serums`. */
function categoryOf(cell: string): string {
  const paths = [...cell.matchAll(/Category Path: ([^|;]+)/g)].map(([, path = '']) => path);
  const parts = (paths.length ? paths : readList(cell, ';')).map((path) =>
    path.split('/').map(oneLine).filter(Boolean),
  );
  return parts.reduce((best, one) => (one.length > best.length ? one : best), []).join(' > ');
}

/** Pictures 1 to n of the export of before: their addresses, or else their files. */
function readNumberedPictures(product: ReadProduct, row: NamedRow, columns: Columns): void {
  for (
    let place = 1;
    columns.find(`Product Image File - ${place}`, `Product Image URL - ${place}`);
    place += 1
  ) {
    const { text } = row.find([`Product Image URL - ${place}`, `Product Image File - ${place}`]);
    if (text) addPictures(product, [text], [oneLine(row.cell(`Product Image Description - ${place}`))]);
  }
}

function readPictureRow(product: ReadProduct, row: NamedRow): void {
  const { text } = row.find(['Image URL (Import)', 'Internal Image URL (Export)', 'Image URL']);
  if (text) addPictures(product, [text], [oneLine(row.cell('Image Description'))]);
}

function readProduct(row: NamedRow, columns: Columns): ReadProduct {
  const [id, name] = [row.find(headings.id).text, oneLine(row.find(headings.name).text)];
  const address = row.find(headings.address).text;
  const said = headings.categories.map((heading) => row.peek(heading)).find(Boolean) ?? '';
  // Numbers of categories say nothing.
  const category = /^[\d;,\s]*$/.test(said) ? '' : categoryOf(said);
  if (category && !said.includes(';')) row.find(headings.categories);
  const product = newProduct(row, {
    key: id || row.peek('SKU') || name,
    handle: address.split('/').filter(Boolean).at(-1) ?? '',
    name,
    brand: oneLine(row.find(headings.brand).text),
    body: row.find(headings.body).text,
    type: category.split(' > ').at(-1) ?? '',
    category,
    tags: readList(row.find(headings.keywords).text),
    ...readStatus(row, columns),
    seoTitle: oneLine(row.find(headings.seoTitle).text),
    seoDescription: oneLine(row.find(headings.seoDescription).text),
  });
  checkKind(product, row.find(headings.kind), /^(p|physical)$/i, /^gift[ _-]?certificate$/i);
  const allowed = row.take(headings.allowed, (text) => (/^(y|yes|true|1)$/i.test(text) ? text : undefined));
  if (!allowed && columns.find(...headings.allowed)) {
    if (product.status !== 'retired') product.status = 'draft';
    product.findings.push({
      severity: 'guessed',
      row: row.number,
      column: headings.allowed[0],
      message: 'It does not say that it can be bought, so it is a draft.',
    });
  }
  readNumberedPictures(product, row, columns);
  readPictureRow(product, row);
  return product;
}

/** How a product is counted: not at all, as a whole, or each size. */
function trackingOf(row: NamedRow): 'none' | 'product' | 'variant' | undefined {
  return row.take(headings.tracking, (text) => {
    if (/^none$/i.test(text)) return 'none';
    if (/^(by )?product$/i.test(text)) return 'product';
    return /^(by )?(option|variant)$/i.test(text) ? 'variant' : undefined;
  });
}

type Rule = { options: Option[]; sku: string; price: string };

/** `[ADD]50`, `[REMOVE]50` and `[FIXED]499` of a rule. A price that a rule changes in another way is not known. */
function ruledPrice(price: Cell, rules: readonly Rule[]): Cell {
  let paid = readMoney(price.text);
  for (const rule of rules) {
    const [, action = '', amount = ''] = /^\[(ADD|REMOVE|FIXED)\]\s*(.+)$/i.exec(rule.price) ?? [];
    const change = Math.round((readNumber(amount) ?? Number.NaN) * 100);
    const base = /^fixed$/i.test(action) ? 0 : (paid?.amount ?? Number.NaN);
    const next = /^remove$/i.test(action) ? base - change : base + change;
    if (!(next > 0)) return { ...price, text: rule.price };
    paid = { currency: paid?.currency, amount: next };
  }
  return paid && rules.length ? amountCell(price.column, paid) : price;
}

type Parts = { product: ReadProduct; row: NamedRow; variants: NamedRow[]; rules: Rule[] };

/** The amount of a row, or else of its product. */
const amountOf = (row: NamedRow, parent: NamedRow, names: readonly string[]): Cell => {
  const own = withoutZero(row.find(names));
  return own.text || row === parent ? own : withoutZero(parent.find(names));
};

function readVariant(
  parts: Parts,
  row: NamedRow,
  options: readonly Option[],
  stock: ReturnType<typeof countedStock>,
): void {
  const { product, row: parent, rules } = parts;
  const sku = row.find(headings.sku);
  const ruled = rules.filter(
    (rule) =>
      (rule.sku && rule.sku === sku.text) ||
      (rule.options.length > 0 &&
        rule.options.every((one) =>
          options.some(({ name, value }) => name === one.name && value === one.value),
        )),
  );
  const own = withoutZero(row.find(headings.price));
  const price = own.text && row !== parent ? own : ruledPrice(amountOf(row, parent, headings.price), ruled);
  // A size with a price of its own is not on the sale of its product, unless it says so.
  const isOwn = row !== parent && own.text && own.text !== parent.peek('Price');
  const sale =
    isOwn || ruled.length ? withoutZero(row.find(headings.sale)) : amountOf(row, parent, headings.sale);
  const picture = row === parent ? '' : row.find(['Variant Image URL', 'Product Image URL - 1']).text;
  addVariant(product, row, {
    values: product.options
      .map((name) => options.find((one) => one.name === name)?.value ?? '')
      .filter(Boolean),
    price,
    before: amountOf(row, parent, headings.before),
    ...(sale.text && { sale: { price: sale } }),
    sku,
    barcode: row.find(headings.barcode),
    stock,
    ...(picture && { picture }),
  });
}

/** Pieces of a row, where it is the one that counts them. */
function countedStock(row: NamedRow, tracking: ReturnType<typeof trackingOf>, counts: boolean) {
  if (tracking === 'none') return 'not counted' as const;
  return tracking && counts ? row.find(headings.stock) : undefined;
}

function readParts(parts: Parts, columns: Columns): void {
  const { product, row, variants } = parts;
  const tracking = trackingOf(row);
  const rows = variants.map((variant) => ({ variant, options: optionsOf(variant) }));
  product.options = [...new Set(rows.flatMap(({ options }) => options.map(({ name }) => name)))];
  if (!variants.length) readVariant(parts, row, [], countedStock(row, tracking, true));
  for (const { variant, options } of rows) {
    if (!isHidden(product, variant, columns))
      readVariant(parts, variant, options, countedStock(variant, tracking, tracking === 'variant'));
  }
  if (variants.length && tracking === 'product') splitStock(product, row, row.find(headings.stock));
  product.label = labelTexts(row);
}

/** A {@link Reader}. */
export function readBigCommerce({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  const isBefore = columns.has('Item Type', 'Product Name', 'Price');
  if (!isBefore && !columns.has('Item', 'Name', 'Price', 'Options')) return undefined;
  const found: Parts[] = [];
  const refused: ReadProduct[] = [];
  for (const row of rows) {
    const item = row.find(headings.item);
    const open = found.at(-1);
    if (/^product$/i.test(item.text))
      found.push({ product: readProduct(row, columns), row, variants: [], rules: [] });
    else if (open && /^(sku|variant|image|video|rule)$/i.test(item.text)) {
      open.product.rows.push(row);
      if (/^image$/i.test(item.text)) readPictureRow(open.product, row);
      else if (/^rule$/i.test(item.text))
        open.rules.push({
          options: optionsOf(row),
          sku: row.peek('Product Code/SKU'),
          price: row.peek('Price'),
        });
      else if (!/^video$/i.test(item.text)) open.variants.push(row);
    } else
      refused.push(
        refusedProduct(row, oneLine(row.find(headings.name).text), {
          column: item.column,
          message: `“${item.text}” is no kind of row that is known, or belongs to no product.`,
        }),
      );
  }
  for (const parts of found) {
    parts.rules = parts.rules.filter(({ price }) => price !== '');
    readParts(parts, columns);
  }
  const hasPricesBefore = columns.has('Retail Price') || columns.has('Sale Price');
  return {
    rows: rows.length,
    hasPricesBefore,
    products: [...found.map(({ product }) => product), ...refused],
  };
}
