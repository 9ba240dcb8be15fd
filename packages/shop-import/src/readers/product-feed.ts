/** Feeds for Google Merchant Center and for Facebook: RSS, Atom, CSV or TSV, with or without `g:` before their fields. */
import type { Cell, Columns, NamedRow } from '../columns.ts';
import { addPictures, readPictures } from '../pictures.ts';
import { newProduct, type ReadProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readSections } from '../sections.ts';
import { isHidden, readStatus } from '../status.ts';
import { oneLine } from '../values.ts';
import { addVariant, leaveOut } from '../variant.ts';
import { readGrams } from '../weight.ts';

const names = (...fields: string[]): string[] => fields.flatMap((field) => [`g:${field}`, field]);

/** A field, without taking it. */
const peek = (row: NamedRow, field: string): string =>
  oneLine(
    names(field)
      .map((name) => row.peek(name))
      .find(Boolean) ?? '',
  );

/** What the items of a group differ in, with the name of the option. */
const differing = {
  size: 'Size',
  color: 'Colour',
  colour: 'Colour',
  pattern: 'Pattern',
  material: 'Material',
  scent: 'Scent',
  flavor: 'Flavour',
} as const;
type Differing = keyof typeof differing;
const differingFields = Object.keys(differing) as Differing[];

/** The begin and the end of a sale: `2026-11-01T00:00+0530/2026-11-30T23:59+0530`. */
function saleOf(row: NamedRow): { price: Cell; from: Cell; until: Cell } | { unknown: Cell } | undefined {
  const price = row.find(names('sale_price'));
  if (!price.text) return undefined;
  const { column, text } = row.find(names('sale_price_effective_date'));
  const [from = '', until = '', ...more] = text.split('/');
  // Without both ends it is not known when it counts.
  if (text && (!from || !until || more.length)) return { unknown: { column, text } };
  return { price, from: { column, text: from }, until: { column, text: until } };
}

const counts = names('quantity_to_sell_on_facebook', 'sell_on_google_quantity', 'quantity', 'inventory');
const inStock = /^(in[ _]stock|available for order)$/i;
const backorder = /^back[ _-]?order(ed)?$/i;
const soldOut = /^(out[ _]of[ _]stock|discontinued|sold[ _]out)$/i;
const ahead = /^pre[ _-]?order(ed)?$/i;

/** Pieces are hardly ever in a feed: that a product is in stock does not say how many there are. */
function stockOf(product: ReadProduct, row: NamedRow) {
  const { column, text } = row.find(names('availability'));
  const isKnown = [inStock, backorder, soldOut, ahead].some((word) => word.test(text));
  if (soldOut.test(text)) return 0;
  if (backorder.test(text)) return 'not counted' as const;
  const message = ahead.test(text)
    ? 'It cannot be ordered ahead here, so it has no pieces.'
    : `“${text}” does not say whether it is in stock.`;
  if (text && (ahead.test(text) || !isKnown))
    product.findings.push({
      severity: ahead.test(text) ? 'guessed' : 'missing',
      row: row.number,
      column,
      message,
    });
  return ahead.test(text) ? 0 : row.find(counts);
}

/** The last part of the address of a page, which stays among the other texts. */
function handleOf(row: NamedRow): string {
  const link =
    names('link')
      .map((name) => row.peek(name))
      .find(Boolean) ?? '';
  const [path = ''] = link.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

/** What titles of sizes and shades have in common: `Rose Mist` of `Rose Mist - 50 ml` and `Rose Mist - 100 ml`. */
function commonName(titles: readonly string[]): string {
  const [first = '', ...rest] = titles;
  let end = first.length;
  for (const one of rest) while (!one.startsWith(first.slice(0, end))) end -= 1;
  const isWhole = rest.every((one) => one.length === end) && end === first.length;
  const common = isWhole
    ? first
    : first
        .slice(0, end)
        .replace(/\d+$/, '')
        .replace(/[\s\-–—|/,:(]+$/u, '');
  return common.length > 2 ? common : first;
}

function readProduct(row: NamedRow, columns: Columns, key: string): ReadProduct {
  const [category, type] = [
    oneLine(row.find(names('google_product_category', 'fb_product_category')).text),
    oneLine(row.find(names('product_type')).text),
  ];
  return newProduct(row, {
    key,
    handle: handleOf(row),
    name: '',
    brand: oneLine(row.find(names('brand')).text),
    body: row.find(names('description', 'rich_text_description')).text,
    type: type.split('>').at(-1)?.trim() ?? '',
    category: /^\d+$/.test(category) ? type : category || type,
    ...readStatus(row, columns),
    ...(/^\d+$/.test(category) && { others: { google_product_category: category } }),
  });
}

/** The fields in which the items of a group differ. Each item has all of them, and no two have the same values. */
function optionsOf(rows: readonly NamedRow[]): Differing[] {
  if (rows.length === 1) return [];
  const options = differingFields.filter(
    (field) => rows.every((row) => peek(row, field)) && new Set(rows.map((row) => peek(row, field))).size > 1,
  );
  const keys = new Set(rows.map((row) => options.map((field) => peek(row, field)).join('\n')));
  return keys.size === rows.length ? options : [];
}

function readVariant(product: ReadProduct, row: NamedRow, values: string[], isGroup: boolean): void {
  const pictures = [
    ...readPictures(row.find(names('image_link')).text),
    ...readPictures(row.find(names('additional_image_link')).text),
  ];
  addPictures(product, pictures);
  const price: Cell = row.find(names('price'));
  const sale = saleOf(row);
  if (sale && 'unknown' in sale) {
    leaveOut(product, row, sale.unknown, 'is not the first and the last day of a sale');
    return;
  }
  addVariant(product, row, {
    values,
    price,
    sale,
    sku: row.find(names('id')),
    barcode: row.find(names('gtin')),
    stock: stockOf(product, row),
    quantity: row.take(names('unit_pricing_measure'), oneLine),
    grams: row.take(names('shipping_weight'), readGrams),
    ...(isGroup && pictures[0] && { picture: pictures[0] }),
  });
}

/** The items of one group as one product. */
function readGroup(key: string, rows: readonly NamedRow[], columns: Columns): ReadProduct {
  const [first, ...others] = rows;
  if (!first) throw new Error('A group has an item.');
  const product = readProduct(first, columns, key);
  product.rows.push(...others);
  const titles = rows.map((row) => peek(row, 'title'));
  product.name = commonName(titles);
  if (titles.every((title) => title === product.name)) for (const row of rows) row.find(names('title'));
  const fields = optionsOf(rows);
  const isNumbered = rows.length > 1 && !fields.length;
  product.options = isNumbered ? ['Variant'] : fields.map((field) => differing[field]);
  for (const [place, row] of rows.entries()) {
    row.find(names('item_group_id'));
    const rest = oneLine(
      (titles[place] ?? '').slice(product.name.length).replace(/^[\s\-–—|/,:(]+|[)]+$/gu, ''),
    );
    const values = isNumbered
      ? [rest || oneLine(row.find(names('id')).text)]
      : fields.map((field) => oneLine(row.find(names(field)).text));
    if (row === first || !isHidden(product, row, columns)) readVariant(product, row, values, rows.length > 1);
  }
  if (isNumbered)
    product.findings.push({
      severity: 'guessed',
      row: first.number,
      message: 'No field says what its items differ in, so each has the rest of its title or its number.',
    });
  readSections(product, first, [], 'others');
  return product;
}

/** A {@link Reader}. Items of one group are the sizes and shades of one product. */
export function readProductFeed({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  const has = (field: string) => columns.find(...names(field)) !== undefined;
  const isFeed =
    ['id', 'title', 'price'].every(has) &&
    ['image_link', 'availability', 'item_group_id'].filter(has).length > 1;
  if (!isFeed || columns.has('Handle')) return undefined;
  const groups = new Map<string, { key: string; rows: NamedRow[] }>();
  for (const row of rows) {
    const group = peek(row, 'item_group_id');
    const one = groups.get(group || `row ${row.number}`);
    if (one) one.rows.push(row);
    else
      groups.set(group || `row ${row.number}`, {
        key: group || peek(row, 'id') || peek(row, 'title'),
        rows: [row],
      });
  }
  return {
    rows: rows.length,
    hasPricesBefore: has('sale_price'),
    products: [...groups.values()].map((one) => readGroup(one.key, one.rows, columns)),
  };
}
