/** Reads an export, by what is in the file and not by its name. */
import { readLine } from './body.ts';
import { type Table, tableOf } from './columns.ts';
import { refuseFile } from './problem.ts';
import type { ImportedProduct } from './product.ts';
import type { Reader, ReadProducts } from './reader.ts';
import { readPlainTable } from './readers/plain-table.ts';
import { readShopifyCsv } from './readers/shopify-csv.ts';
import { readShopifyJson } from './readers/shopify-json.ts';
import { readWooCommerceCsv } from './readers/woocommerce-csv.ts';
import { decodeText, maxFileBytes, readTable } from './table.ts';
import { countText } from './values.ts';

/** The readers by the names of their formats. The first that returns products is the right one; the last takes any table. */
const readers = {
  'Shopify JSON': readShopifyJson,
  'Shopify CSV': readShopifyCsv,
  'WooCommerce CSV': readWooCommerceCsv,
  CSV: readPlainTable,
} satisfies Record<string, Reader>;

export type ImportedCatalogue = ReadProducts & { format: keyof typeof readers; encoding: string };

/** What a product may have at most; by default any. @property name characters @property variants their number */
export type Limits = { name?: number; variants?: number };

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
  if (!product.variants.length && !product.findings.some(({ severity }) => severity === 'refused'))
    refuse('There is no price.');
  for (const { row, values } of product.variants)
    if (values.length < product.options.length && product.variants.length > 1)
      product.findings.push({
        severity: 'refused',
        row,
        message: `The value of “${product.options[values.length]}” is missing.`,
      });
}

/** @throws ImportRefused for a file that has more bytes than are read */
export function refuseLarge(bytes: number): void {
  if (bytes > maxFileBytes)
    throw refuseFile(`The file has more than ${maxFileBytes / 1024 / 1024} MB. Please export it in parts.`);
}

/**
 * The products of an export.
 * @param bytes the file as it is
 * @throws ImportRefused when the file as a whole cannot be read; what is wrong with one product is in its findings
 */
export function readCatalogue(bytes: Uint8Array, limits: Limits = {}): ImportedCatalogue {
  refuseLarge(bytes.byteLength);
  const { text, encoding } = decodeText(bytes);
  let read: Table | undefined;
  const table = () => {
    read ??= tableOf(readTable(text));
    return read;
  };
  for (const [format, reader] of Object.entries<Reader>(readers)) {
    const found = reader({ text, table });
    if (!found) continue;
    for (const product of found.products) {
      product.name = readLine(product.name);
      check(product, limits);
    }
    return { ...found, format: format as ImportedCatalogue['format'], encoding };
  }
  throw refuseFile('The format of the file is not known.');
}
