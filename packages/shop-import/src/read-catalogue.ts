/** Reads an export, by what is in the file and not by its name. */
import { readLine } from './body.ts';
import type { NamedRow } from './columns.ts';
import { toRupeePrices } from './currency.ts';
import { refuseFile } from './problem.ts';
import type { ImportedProduct, ReadProduct } from './product.ts';
import type { Reader, ReadProducts } from './reader.ts';
import { readBigCommerce } from './readers/bigcommerce.ts';
import { readEtsy } from './readers/etsy.ts';
import { readMagento } from './readers/magento.ts';
import { readPlainTable } from './readers/plain-table.ts';
import { readProductFeed } from './readers/product-feed.ts';
import { readShopifyCsv } from './readers/shopify-csv.ts';
import { readShopifyJson } from './readers/shopify-json.ts';
import { readSquarespace } from './readers/squarespace.ts';
import { readWix } from './readers/wix.ts';
import { readWooCommerceCsv } from './readers/woocommerce-csv.ts';
import { type Container, openSource } from './source.ts';
import type { Sheet } from './table.ts';
import type { ColumnMapping } from './table-fields.ts';
import { countText } from './values.ts';

/** The readers by the names of their formats. The first that returns products is the right one; the last takes any table. */
const readers = {
  'Shopify JSON': readShopifyJson,
  'Shopify CSV': readShopifyCsv,
  'WooCommerce CSV': readWooCommerceCsv,
  Wix: readWix,
  Squarespace: readSquarespace,
  Etsy: readEtsy,
  Magento: readMagento,
  BigCommerce: readBigCommerce,
  'Product feed': readProductFeed,
  CSV: readPlainTable,
} satisfies Record<string, Reader>;

/**
 * @property notes what of the file is not read
 * @property questions what only the owner knows: the rate of each currency, and the stock of products of which the file does
 *   not say it
 */
export type ImportedCatalogue = Omit<ReadProducts, 'products'> & {
  products: ImportedProduct[];
  format: keyof typeof readers | Exclude<Container, 'CSV'>;
  encoding: string;
  notes: string[];
  questions: { currencies: string[]; uncounted: number };
};

/**
 * What the caller takes of a product.
 * @property name most characters of a name @property variants most sizes and shades; by default any number
 * @property namespace of the caller's own metafields: their texts are returned as they are
 */
export type Limits = { name?: number; variants?: number; namespace?: string };

/**
 * What the owner has answered.
 * @property rate rupees for one of the currency of the file
 * @property stock of each size and shade of which the file does not say it: pieces, or that it is not counted
 * @property columns which column is which field; with it, the file is read as a table, in any format
 */
export type Answers = {
  rate?: number | undefined;
  stock?: number | 'not counted' | undefined;
  columns?: ColumnMapping | undefined;
};

/** Longest description, characters: the longest of 575 real ones has 40,000. */
const maxBody = 200_000;

/** Rules that hold for every format. */
function check(product: ImportedProduct, { name = Infinity, variants = Infinity }: Limits): void {
  const refuse = (message: string) =>
    void product.findings.push({ severity: 'refused', row: product.row, message });
  if (!product.name) refuse('There is no name.');
  if (product.name.length > name)
    refuse(`The name has ${product.name.length} characters, and at most ${name} are possible.`);
  if (product.body.length > maxBody)
    refuse(
      `The description has ${countText(product.body.length)} characters, and at most ${countText(maxBody)} are possible.`,
    );
  if (product.variants.length > variants)
    refuse(`It has ${product.variants.length} sizes and shades, and at most ${variants} are possible.`);
  const complete = ({ row, values }: ImportedProduct['variants'][number]) => {
    const isComplete = values.length >= product.options.length || product.variants.length === 1;
    if (!isComplete) {
      const message = `The value of “${product.options[values.length]}” is missing.`;
      product.findings.push({ severity: 'left out', row, message });
    }
    return isComplete;
  };
  product.variants = product.variants.filter(complete);
  if (product.variants.length) return;
  // Without any size that can be sold, what is wrong with each refuses the product.
  for (const finding of product.findings) if (finding.severity === 'left out') finding.severity = 'refused';
  if (!product.findings.some(({ severity }) => severity === 'refused')) refuse('There is no price.');
}

/** Values of a column that no reader has taken: the one of all rows, or each with the size or shade of its row. */
function keptText(product: ImportedProduct, cells: readonly { row: NamedRow; text: string }[]): string {
  const texts = new Set(cells.map(({ text }) => text));
  if (texts.size === 1 || cells.length === 1) return cells[0]?.text ?? '';
  const nameOf = (row: NamedRow) =>
    product.variants.find((one) => one.row === row.number)?.values.join(' / ') || `row ${row.number}`;
  return cells.map(({ row, text }) => `${nameOf(row)}: ${text}`).join('; ');
}

/** Keeps what no reader has taken. A later row may repeat what the first one says. */
function keepRest({ rows, ...product }: ReadProduct): ImportedProduct {
  const [first] = rows;
  const columns = new Map<string, { row: NamedRow; text: string }[]>();
  for (const row of rows)
    for (const { column, text } of row.rest())
      if (row === first || first?.peek(column) !== text || columns.has(column))
        columns.set(column, [...(columns.get(column) ?? []), { row, text }]);
  // A heading may be any word, also `__proto__`.
  product.others = Object.fromEntries([
    ...Object.entries(product.others),
    ...[...columns].map(([column, cells]) => [column, keptText(product, cells)] as const),
  ]);
  const shifted = rows.find(({ surplus }) => surplus);
  if (shifted)
    product.findings.push({
      severity: 'refused',
      row: shifted.number,
      message: `The row has more cells than there are headings: “${shifted.surplus.slice(0, 80)}”.`,
    });
  return product;
}

/** Lines as they read: without tags, and with the characters that are named (`&amp;`). */
function readLines(product: ImportedProduct): void {
  for (const name of ['name', 'brand', 'type', 'category', 'seoTitle', 'seoDescription'] as const)
    product[name] = readLine(product[name]);
  product.tags = product.tags.map(readLine).filter(Boolean);
  product.options = product.options.map(readLine);
}

/**
 * The products of an export.
 * @param file its bytes as they are; `openFile` opens workbooks (workbook.ts)
 * @throws ImportRefused when the file as a whole cannot be read; what is wrong with one product is in its findings
 */
export function readCatalogue(
  file: Uint8Array | Sheet,
  limits: Limits = {},
  { rate, stock, columns }: Answers = {},
): ImportedCatalogue {
  const { container, encoding, notes, tree, table } = openSource(file);
  const isMapped = columns !== undefined && Object.keys(columns).length > 0;
  for (const [name, reader] of Object.entries<Reader>(isMapped ? { CSV: readPlainTable } : readers)) {
    const found = reader({ tree, table, columns, namespace: limits.namespace });
    if (!found) continue;
    const products = found.products.map(keepRest);
    const currencies = new Set<string>();
    let uncounted = 0;
    for (const product of products) {
      readLines(product);
      check(product, limits);
      for (const currency of toRupeePrices(product, rate)) currencies.add(currency);
      const unknown = product.variants.filter((variant) => variant.stock === undefined);
      if (unknown.length) uncounted += 1;
      if (stock !== undefined) for (const variant of unknown) variant.stock = stock;
    }
    const questions = { currencies: [...currencies], uncounted };
    const format = (name === 'CSV' ? container : name) as ImportedCatalogue['format'];
    return { ...found, products, format, encoding, notes, questions };
  }
  throw refuseFile('The format of the file is not known.');
}
