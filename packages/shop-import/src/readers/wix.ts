/** Wix Stores' "Export products": a row a product, and below it one for each of its sizes and shades. */
import { amountCell } from '../amounts.ts';
import type { Cell, Columns, NamedRow } from '../columns.ts';
import { combinations } from '../combinations.ts';
import { readMoney } from '../money.ts';
import { addPictures } from '../pictures.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readSections, type Section } from '../sections.ts';
import { isHidden, readStatus } from '../status.ts';
import { oneLine, readList, readNumber } from '../values.ts';
import { addVariant, leaveOut, splitStock } from '../variant.ts';

const places = [1, 2, 3, 4, 5, 6] as const;

/** Pictures are addresses, or names in Wix's own store of pictures: `a1b2c3_d4e5~mv2.jpg`. */
const pictureAddress = (name: string): string =>
  /^[\w-]+~mv2[\w.~-]*$/.test(name) ? `https://static.wixstatic.com/media/${name}` : name;

const colour = /^#[0-9a-f]{3,8}:/i;

/** The values of an option. */
const valuesOf = (row: NamedRow, place: number): string[] =>
  readList(row.peek(`productOptionDescription${place}`), ';').map((value) => value.replace(colour, ''));

/** Takes the cell of an option. The colour of `#ff0000:Red` is not shown here, so its cell is kept as it is. */
function takeValues(row: NamedRow, place: number): void {
  const heading = `productOptionDescription${place}`;
  if (!/#[0-9a-f]{3,8}:/i.test(row.peek(heading))) row.cell(heading);
}

/** A column of the row of a size, or else of its product. */
const ownOrParent = (row: NamedRow, parent: NamedRow, heading: string): Cell =>
  row.peek(heading) ? row.find([heading]) : parent.find([heading]);

type Paid = { price: Cell; sale?: { price: Cell } } | { unknown: Cell };

/** What is paid: the price with the surcharge of its size, less the discount. */
function priceOf(row: NamedRow, parent: NamedRow): Paid {
  const price = ownOrParent(row, parent, 'price');
  const surcharge = row.find(['surcharge']);
  const value = ownOrParent(row, parent, 'discountValue');
  const base = readMoney(price.text);
  const more = surcharge.text ? readNumber(surcharge.text) : 0;
  if (!base) return { price };
  const amount = base.amount + Math.round((more ?? 0) * 100);
  if (more === undefined || amount <= 0) return { unknown: surcharge };
  const full = amountCell(price.column, { ...base, amount });
  const source = row.peek('discountMode') ? row : parent;
  const mode = source.peek('discountMode').toUpperCase();
  if (/^(PERCENT|AMOUNT)$/.test(mode)) source.cell('discountMode');
  const discount = value.text ? (readNumber(value.text) ?? Number.NaN) : 0;
  if (discount === 0) return { price: full };
  const reduced: Record<string, number> = {
    PERCENT: amount * (1 - discount / 100),
    AMOUNT: amount - discount * 100,
  };
  const paid = Math.round(reduced[mode] ?? 0);
  if (!(paid > 0 && paid <= amount)) return { unknown: { ...value, text: `${mode} ${value.text}`.trim() } };
  return { price: full, sale: { price: amountCell(value.column, { ...base, amount: paid }) } };
}

function stockOf(row: NamedRow) {
  const stock = row.find(['inventory']);
  if (/^in ?stock$/i.test(stock.text)) return 'not counted' as const;
  return /^out ?of ?stock$/i.test(stock.text) ? 0 : stock;
}

function readProduct(row: NamedRow, columns: Columns): ReadProduct {
  const [id, name] = [row.cell('handleId'), oneLine(row.cell('name'))];
  const collections = readList(row.cell('collection'), ';');
  const product = newProduct(row, {
    key: id || row.peek('sku') || name,
    name,
    brand: oneLine(row.cell('brand')),
    body: row.cell('description'),
    type: collections[0] ?? '',
    category: collections[0] ?? '',
    tags: collections,
    ...readStatus(row, columns),
  });
  addPictures(product, readList(row.cell('productImageUrl'), ';').map(pictureAddress));
  return product;
}

function readVariant(product: ReadProduct, row: NamedRow, parent: NamedRow, values: string[]): void {
  const paid = priceOf(row, parent);
  if ('unknown' in paid) {
    leaveOut(product, row, paid.unknown, 'is no surcharge or discount that is known');
    return;
  }
  addVariant(product, row, {
    values,
    ...paid,
    sku: row.find(['sku']),
    stock: row === parent && product.options.length ? undefined : stockOf(row),
  });
}

/** A product of which the values have no rows costs the same in each of them. */
function readValues(product: ReadProduct, row: NamedRow, lists: string[][]): void {
  const all = combinations(lists);
  if (!all) {
    const message = 'It has too many sizes and shades.';
    product.findings.push({ severity: 'refused', row: row.number, message });
  } else for (const values of all) readVariant(product, row, row, values);
  if (product.options.length) splitStock(product, row, stockOf(row));
}

function sectionsOf(row: NamedRow, columns: Columns): Section[] {
  const found: Section[] = [];
  for (let place = 1; columns.has(`additionalInfoTitle${place}`); place += 1) {
    const [title, text] = [`additionalInfoTitle${place}`, `additionalInfoDescription${place}`];
    if (row.peek(title) && row.peek(text)) found.push([oneLine(row.cell(title)), row.cell(text)]);
  }
  return found;
}

function readRows(product: ReadProduct, row: NamedRow, variants: NamedRow[], columns: Columns): void {
  const options = places
    .map((place) => ({
      place,
      name: oneLine(row.cell(`productOptionName${place}`)),
      list: valuesOf(row, place),
    }))
    .filter(({ name, list }) => name && (variants.length || list.length));
  product.options = options.map(({ name }) => name);
  for (const { place, list } of options) {
    const said = new Set(variants.flatMap((one) => valuesOf(one, place)));
    if (!variants.length || list.every((value) => said.has(value))) takeValues(row, place);
  }
  for (const one of variants) {
    product.rows.push(one);
    for (const { place } of options) takeValues(one, place);
    const values = options.map(({ place }) => valuesOf(one, place).join(' ')).filter(Boolean);
    one.cell('fieldType');
    one.cell('handleId');
    if (!isHidden(product, one, columns)) readVariant(product, one, row, values);
    if (one.peek('name') === row.peek('name')) one.cell('name');
  }
  if (variants.length) splitStock(product, row, stockOf(row));
  else
    readValues(
      product,
      row,
      options.map(({ list }) => list),
    );
  readSections(product, row, sectionsOf(row, columns), 'body');
}

/** A {@link Reader}. */
export function readWix({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('handleId', 'fieldType', 'name', 'price')) return undefined;
  const found: { product: ReadProduct; row: NamedRow; variants: NamedRow[] }[] = [];
  const refused: ReadProduct[] = [];
  const byId = new Map<string, NamedRow[]>();
  for (const row of rows) {
    const [type, id] = [row.find(['fieldType']), row.peek('handleId')];
    if (/^product$/i.test(type.text)) {
      const one = { product: readProduct(row, columns), row, variants: [] };
      found.push(one);
      byId.set(id, one.variants);
    } else if (/^variant$/i.test(type.text) && byId.has(id)) byId.get(id)?.push(row);
    else
      refused.push(
        refusedProduct(row, oneLine(row.peek('name')) || id, {
          column: type.column,
          message: `“${type.text}” of “${id}” belongs to no product.`,
        }),
      );
  }
  for (const { product, row, variants } of found) readRows(product, row, variants, columns);
  return {
    rows: rows.length,
    hasPricesBefore: columns.has('discountValue'),
    products: [...found.map(({ product }) => product), ...refused],
  };
}
