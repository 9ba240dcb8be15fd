/** WooCommerce's export: the CSV of "Products > Export", in English. */
import type { Cell, Columns, NamedRow } from '../columns.ts';
import { combinations } from '../combinations.ts';
import { labelTexts } from '../label-columns.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readStatus } from '../status.ts';
import { oneLine, readList, readNumber, readSwitch } from '../values.ts';
import { addVariant, splitStock } from '../variant.ts';
import { readGrams } from '../weight.ts';

const barcodes = ['GTIN, UPC, EAN, or ISBN'];

/** A list whose parts may contain an escaped comma: `Acids\, peels, Serums`. */
const readEscapedList = (cell: string): string[] =>
  readList(cell, /(?<!\\),/).map((part) => part.replaceAll('\\,', ','));

type Attribute = { name: string; values: string[] };

/** `Attribute 1 name` and its values, in order. */
function attributesOf(row: NamedRow, columns: Columns): Attribute[] {
  const all: Attribute[] = [];
  for (let place = 1; columns.has(`Attribute ${place} name`); place += 1) {
    const name = oneLine(row.peek(`Attribute ${place} name`));
    if (name && (row.peek(`Attribute ${place} value(s)`) || row.peek('Parent')))
      row.cell(`Attribute ${place} name`);
    if (name) all.push({ name, values: readEscapedList(row.cell(`Attribute ${place} value(s)`)) });
  }
  return all;
}

/** Whether it is sold on when nothing is left. */
const isBackordered = (row: NamedRow): boolean => {
  const waits = row.take(['In stock?'], (word) => /^(on)?backorder$/i.test(word) || undefined);
  const allowed = row.take(['Backorders allowed?'], (word) =>
    /^notify$/i.test(word) ? true : readSwitch(word),
  );
  return waits ?? allowed ?? false;
};

/** A product whose stock is not managed is in stock or not. `parent` in a variation: that of its product. */
function stockOf(row: NamedRow) {
  const stock = row.find(['Stock']);
  const inStock = row.take(['In stock?'], readSwitch);
  if (isBackordered(row)) return 'not counted';
  if (stock.text && !/^parent$/i.test(stock.text)) return stock;
  if (inStock === undefined) return undefined;
  return inStock ? 'not counted' : 0;
}

/** The heading names the unit: `Weight (kg)`. */
function gramsOf(row: NamedRow, columns: Columns): number | undefined {
  const weight = columns.headings.find((heading) => /^weight \(/i.test(heading)) ?? '';
  const unit = /\((\w+)\)/.exec(weight)?.[1];
  return row.take([weight], (text) => readGrams(text, unit) ?? (readNumber(text) === 0 ? 0 : undefined));
}

/** @param values of the product's options; empty for a product without any */
function readVariant(row: NamedRow, columns: Columns, product: ReadProduct, values: string[]): void {
  const price = row.find(['Regular price']);
  const [picture] = row.peek('Parent') ? readEscapedList(row.cell('Images')) : [];
  addVariant(product, row, {
    values,
    price,
    ...(row.peek('Sale price') && {
      sale: {
        price: row.find(['Sale price']),
        from: row.find(['Date sale price starts']),
        until: row.find(['Date sale price ends']),
      },
    }),
    sku: row.find(['SKU']),
    barcode: row.find(barcodes),
    stock: stockOf(row),
    grams: gramsOf(row, columns),
    ...(picture && { picture }),
  });
}

/** Yoast writes names of values into its texts: `%%title%% %%sep%% %%sitename%%`. A text with one says nothing alone. */
const withoutTemplate = (row: NamedRow, heading: string): string =>
  /%%\w+%%/.test(row.peek(heading)) ? '' : oneLine(row.cell(heading));

/** `[gallery ids="1"]`, `[vc_row]`: what an extension of the old shop makes of it is not in the file. */
const shortcode =
  /\[(?:[a-z][\w-]*(?:[ =][^[\]]*=[^[\]]*)|\/?(?:[a-z]+_[\w-]+|gallery|caption|embed|video|audio)[^[\]]*|\/[a-z][\w-]*)\]/gi;

function readProduct(row: NamedRow, columns: Columns): ReadProduct {
  const categories = readEscapedList(row.cell('Categories'));
  // The longest path is the most exact one.
  const category = categories.reduce(
    (best, one) => (one.split('>').length > best.split('>').length ? one : best),
    categories[0] ?? '',
  );
  const [id, sku, name] = [row.cell('ID'), row.peek('SKU'), oneLine(row.cell('Name'))];
  const body = [row.cell('Short description'), row.cell('Description')]
    .filter(Boolean)
    .join('\n\n')
    .replaceAll('\\n', '\n');
  const shortcodes = body.match(shortcode) ?? [];
  return newProduct(row, {
    key: id || sku || name,
    name,
    brand: oneLine(row.find(['Brands', 'Brand']).text),
    body: body.replace(shortcode, ''),
    type: category.split('>').at(-1)?.trim() ?? '',
    category,
    tags: readEscapedList(row.cell('Tags')),
    ...readStatus(row, columns),
    pictures: readEscapedList(row.cell('Images')).map((address) => ({ address, alt: '' })),
    seoTitle: withoutTemplate(row, 'Meta: _yoast_wpseo_title'),
    seoDescription: withoutTemplate(row, 'Meta: _yoast_wpseo_metadesc'),
    others: {
      ...(categories.length > 1 && { 'All categories': categories.join(', ') }),
      ...(shortcodes.length && { Shortcodes: [...new Set(shortcodes)].join(' ') }),
    },
  });
}

/** Attributes of a product that its variations do not differ in: texts of the label, and others. */
function readDescriptive(row: NamedRow, product: ReadProduct, attributes: readonly Attribute[]): void {
  const own = attributes.filter(({ name }) => !product.options.includes(name));
  product.label = labelTexts(
    row,
    own.map(({ name, values }) => [name, values.join(', ')]),
  );
  for (const { name, values } of own) if (values.length) product.others[name] = values.join(', ');
}

/** All values of the options: those that the file names, and for an empty one ("any") each value of the product. */
const choicesOf = (own: readonly Attribute[], all: readonly Attribute[]): string[][] | undefined =>
  combinations(
    own.map(({ name, values: [value] }) =>
      value ? [value] : (all.find((one) => one.name === name)?.values ?? []),
    ),
  );

/** The variations of one product. Those that name all their values count before those for any value. */
function readVariations(
  product: ReadProduct,
  variations: readonly NamedRow[],
  attributes: readonly Attribute[],
  columns: Columns,
): void {
  const rows = variations.map((row) => ({ row, own: attributesOf(row, columns) }));
  product.options = [...new Set(rows.flatMap(({ own }) => own.map(({ name }) => name)))];
  const isAny = ({ own }: (typeof rows)[number]) => own.some(({ values }) => !values.length);
  const seen = new Set<string>();
  for (const one of [...rows.filter((each) => !isAny(each)), ...rows.filter(isAny)]) {
    const { row, own } = one;
    product.rows.push(row);
    const report = (column: string, message: string, severity: 'refused' | 'guessed' = 'guessed') =>
      void product.findings.push({ severity, row: row.number, column, message });
    const all = choicesOf(own, attributes);
    if (!all) {
      report('Attribute 1 value(s)', 'It has too many sizes and shades.', 'refused');
      continue;
    }
    // A variation has a switch of its own, which hides it alone.
    if ((readStatus(row, columns).status ?? 'published') !== 'published') {
      report('Published', 'This variation is not published, so it is left out.');
      for (const values of all) seen.add(values.join('\n'));
      continue;
    }
    const choices = all.filter((values) => !seen.has(values.join('\n')));
    if (isAny(one)) report('Attribute 1 value(s)', `It is for any value, so it becomes ${choices.length}.`);
    for (const values of choices) {
      seen.add(values.join('\n'));
      readVariant(row, columns, product, values);
    }
    row.cell('Name');
  }
}

const types = ['simple', 'variable', 'variation', 'virtual', 'downloadable'];

/** What the type of a row says against selling it here. */
function checkType(product: ReadProduct, { column, text }: Cell): void {
  const kinds = readList(text.toLowerCase());
  const report = (severity: 'refused' | 'guessed', message: string) =>
    void product.findings.push({ severity, row: product.row, column, message });
  if (kinds.some((kind) => !types.includes(kind)))
    report('refused', `The shop does not sell products of the type “${text}”.`);
  if (kinds.includes('virtual') || kinds.includes('downloadable')) {
    product.status = product.status === 'retired' ? 'retired' : 'draft';
    report('guessed', 'It is nothing that can be sent, so it is a draft.');
  }
}

/** A {@link Reader}. A variation names its product in "Parent", by SKU or as `id:12`. */
export function readWooCommerceCsv({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('Type', 'Name', 'Regular price')) return undefined;
  const products: ReadProduct[] = [];
  const byParent = new Map<string, ReadProduct>();
  const owners = new Map<ReadProduct, { row: NamedRow; variations: NamedRow[] }>();
  const isVariation = (row: NamedRow) => readList(row.cell('Type').toLowerCase()).includes('variation');
  for (const row of rows.filter((one) => !isVariation(one))) {
    const product = readProduct(row, columns);
    products.push(product);
    owners.set(product, { row, variations: [] });
    const [sku, id] = [row.peek('SKU'), row.peek('ID')];
    for (const name of [sku, id && `id:${id}`]) if (name) byParent.set(name, product);
    checkType(product, row.find(['Type']));
  }
  for (const row of rows.filter(isVariation)) {
    const parent = row.find(['Parent']);
    const owner = byParent.get(parent.text);
    if (owner) owners.get(owner)?.variations.push(row);
    else
      products.push(
        refusedProduct(row, oneLine(row.cell('Name')), {
          column: parent.column,
          message: `No product has the SKU or number “${parent.text}”.`,
        }),
      );
  }
  for (const [product, { row, variations }] of owners) {
    const attributes = attributesOf(row, columns);
    const isVariable = readList(row.cell('Type').toLowerCase()).includes('variable');
    if (variations.length) readVariations(product, variations, attributes, columns);
    else if (!isVariable) readVariant(row, columns, product, []);
    if (variations.length) splitStock(product, row, stockOf(row));
    readDescriptive(row, product, attributes);
  }
  return { rows: rows.length, hasPricesBefore: columns.has('Sale price'), products };
}
