/** A table that somebody has made, with headings in plain words: one row a product, or one a size or shade. */
import { type Cell, type Columns, headingKey, type NamedRow } from '../columns.ts';
import { type LabelTexts, noLabel } from '../label-columns.ts';
import { currencyCode, readMoney } from '../money.ts';
import { addPictures, readPictures } from '../pictures.ts';
import { newProduct, type ReadProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readSections } from '../sections.ts';
import { isHidden, readStatus } from '../status.ts';
import { fieldHeadings, headingParts, type TableField, tableFields } from '../table-fields.ts';
import { oneLine, readList, readNumber } from '../values.ts';
import { addVariant } from '../variant.ts';
import { readGrams } from '../weight.ts';

type Headings = Record<TableField, string[]>;
type Reading = { headings: Headings; columns: Columns };

const inStock = /^(in[ _-]?stock|available|instock|yes|y|true)$/i;
const soldOut = /^(out[ _-]?of[ _-]?stock|sold[ _-]?out|not available|unavailable|no|n|false)$/i;
const stockWord =
  /^((in|out[ _-]?of|low)[ _-]?stock|sold[ _-]?out|available|unavailable|not available|back[ _-]?order(ed)?|pre[ _-]?order)$/i;

/** An amount with the currency that its heading names: `Price (USD)`. A second currency in the cell makes it no amount. */
function amountOf(row: NamedRow, headings: readonly string[]): Cell {
  const { column, text } = row.find(headings);
  const { currency } = headingParts(column);
  const own = readMoney(text)?.currency;
  return { column, text: text && currency && own !== currency ? `${text} ${currency}` : text };
}

/** The price without a reduction: a regular price too, which an MRP is not. */
const fullPrices = (headings: Headings): string[] => [
  ...headings.price,
  ...headings.originalPrice.filter((heading) => /regular|list|original/i.test(heading)),
];

/** What is paid: the reduced price, where there is one beside the price. */
function priceOf(
  row: NamedRow,
  headings: Headings,
): { price: Cell; sale?: { price: Cell; from: Cell; until: Cell } } {
  const [price, reduced] = [amountOf(row, fullPrices(headings)), amountOf(row, headings.salePrice)];
  if (!reduced.text) return { price: price.column ? price : reduced };
  if (!price.text) return { price: reduced };
  const [from, until] = [row.find(headings.saleFrom), row.find(headings.saleUntil)];
  return { price, sale: { price: reduced, from, until } };
}

/** Pieces, or a word for none. That there are some does not say how many; `50 ml` is what is in it. */
function stockOf(
  row: NamedRow,
  headings: Headings,
): { stock?: Cell | number | undefined; quantity?: string | undefined } {
  const [counted, said] = [
    headings.stock.find((heading) => readNumber(row.peek(heading)) !== undefined),
    headings.stock.find((heading) => row.peek(heading)),
  ];
  const none = headings.stock.find((heading) => soldOut.test(row.peek(heading)));
  if (none) {
    row.cell(none);
    return { stock: 0 };
  }
  if (counted) return { stock: row.find([counted]) };
  if (!said || inStock.test(row.peek(said)) || stockWord.test(row.peek(said))) return {};
  const [, pieces] = /^([\d.,]+)\s*(?:pcs?|pieces?|units?|nos?)\.?$/i.exec(row.peek(said)) ?? [];
  if (pieces) return { stock: { ...row.find([said]), text: pieces } };
  if (/^[\d.,]+\s*[a-z]+\.?$/i.test(row.peek(said))) return { quantity: oneLine(row.cell(said)) };
  return { stock: row.find([said]) };
}

/** What a row says beside the product itself: its size and shade with their price, stock and pictures. */
function readVariant(
  product: ReadProduct,
  row: NamedRow,
  options: readonly string[],
  { headings }: Reading,
): void {
  const pictures = headings.pictures.flatMap((heading) => readPictures(row.cell(heading)));
  const isNew = !product.pictures.some(({ address }) => address === pictures[0]);
  addPictures(product, pictures);
  const weights = headings.weight.filter((heading) =>
    readGrams(row.peek(heading), headingParts(heading).unit),
  );
  const [weight] = weights;
  const { stock, quantity } = stockOf(row, headings);
  // That of the first row is read with the label.
  const net =
    row === product.rows[0]
      ? headings.netQuantity.map((heading) => row.peek(heading)).find(Boolean)
      : row.find(headings.netQuantity).text;
  const currency = headings.currency.length ? row.find(headings.currency) : undefined;
  addVariant(product, row, {
    values: options.map((heading) => oneLine(row.cell(heading))).filter(Boolean),
    ...priceOf(row, headings),
    before: headings.originalPrice.length ? amountOf(row, headings.originalPrice) : undefined,
    // A currency that is not known is none that has a rate.
    ...(currency?.text && {
      currency: { ...currency, text: currencyCode(currency.text) ?? currency.text.toUpperCase() },
    }),
    sku: row.find(headings.sku),
    barcode: row.find(headings.barcode),
    stock,
    quantity: quantity ?? (options.length ? net : undefined),
    grams: weight ? readGrams(row.cell(weight), headingParts(weight).unit) : undefined,
    ...(isNew && product.rows[0] !== row && pictures[0] && { picture: pictures[0] }),
  });
}

/** Texts of columns that the owner has named: under the usual heading of their field. */
function namedTexts(row: NamedRow, headings: Headings, mapping: ExportFile['columns']): [string, string][] {
  const named = new Set(Object.keys(mapping ?? {}).map(headingKey));
  return (Object.keys(noLabel) as (keyof LabelTexts)[]).flatMap((field) =>
    headings[field]
      .filter((heading) => named.has(headingKey(heading)) && row.peek(heading))
      .map((heading): [string, string] => [tableFields[field].label, row.cell(heading)]),
  );
}

function readProduct(row: NamedRow, { headings, columns }: Reading): ReadProduct {
  const cell = (field: TableField) => row.find(headings[field]).text;
  const [name, handle, category] = [oneLine(cell('name')), cell('handle'), oneLine(cell('category'))];
  return newProduct(row, {
    key: handle || row.find(headings.sku).text || name,
    handle,
    name,
    brand: oneLine(cell('brand')),
    body: cell('body'),
    type: category,
    category,
    tags: readList(cell('tags')),
    ...readStatus(row, columns, headings.status),
    seoTitle: oneLine(cell('seoTitle')),
    seoDescription: oneLine(cell('seoDescription')),
  });
}

const isFilled = (row: NamedRow, headings: readonly string[]): boolean =>
  headings.some((heading) => row.peek(heading));

/**
 * The rows of each product. Where the table has columns for sizes or shades, rows with one handle or name are one product,
 * and rows below it without a name too.
 */
function groupRows(rows: readonly NamedRow[], headings: Headings): NamedRow[][] {
  const optionHeadings = [...headings.size, ...headings.shade, ...headings.variant];
  const groups: NamedRow[][] = [];
  const byKey = new Map<string, NamedRow[]>();
  for (const row of rows) {
    const [handle, name] = [headings.handle, headings.name].map((own) => headingText(row, own).toLowerCase());
    const last = groups.at(-1);
    const isPart = isFilled(row, optionHeadings);
    const own = isPart
      ? ((name ? byKey.get(`name ${name}`) : undefined) ??
        (handle ? byKey.get(`handle ${handle}`) : undefined) ??
        (name || handle ? undefined : last))
      : undefined;
    if (own) {
      own.push(row);
      continue;
    }
    const group = [row];
    groups.push(group);
    if (!optionHeadings.length) continue;
    if (name) byKey.set(`name ${name}`, group);
    if (handle) byKey.set(`handle ${handle}`, group);
  }
  return groups;
}

const headingText = (row: NamedRow, headings: readonly string[]): string =>
  oneLine(headings.map((heading) => row.peek(heading)).find(Boolean) ?? '');

function readGroup(rows: readonly NamedRow[], reading: Reading, mapping: ExportFile['columns']): ReadProduct {
  const { headings, columns } = reading;
  const [first, ...others] = rows;
  if (!first) throw new Error('A group has a row.');
  const product = readProduct(first, reading);
  product.rows.push(...others);
  const used = (names: readonly string[]) => names.filter((heading) => rows.some((row) => row.peek(heading)));
  const exact = [...used(headings.size).slice(0, 1), ...used(headings.shade).slice(0, 1)];
  const options = exact.length ? exact : used(headings.variant).slice(0, 1);
  product.options = options;
  const amounts = [...fullPrices(headings), ...headings.salePrice];
  for (const row of rows) {
    // A row above its sizes has the texts of all of them, and nothing that is sold.
    const isHead = row === first && rows.length > 1 && !isFilled(row, options) && !isFilled(row, amounts);
    if (isHead || (row !== first && isHidden(product, row, columns, headings.status))) continue;
    if (row !== first)
      for (const heading of [...headings.name, ...headings.handle])
        if (row.peek(heading) === first.peek(heading)) row.cell(heading);
    readVariant(product, row, options, reading);
  }
  readSections(product, first, namedTexts(first, headings, mapping), 'others');
  return product;
}

/** A {@link Reader}. @throws ImportRefused when no column has names or prices */
export function readPlainTable({ table, columns: mapping }: ExportFile): ReadProducts {
  const { columns, rows } = table();
  const headings = fieldHeadings(columns, mapping);
  const reading: Reading = { headings, columns };
  if (!headings.name.length) throw columns.refuseMissing('the name', tableFields.name.headings);
  if (!fullPrices(headings).length && !headings.salePrice.length)
    throw columns.refuseMissing('the price', ['Price', 'Selling price', 'Sale price']);
  return {
    rows: rows.length,
    hasPricesBefore: headings.originalPrice.length > 0,
    products: groupRows(rows, headings).map((group) => readGroup(group, reading, mapping)),
  };
}
