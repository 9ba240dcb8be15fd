/** Reads any export that the shop knows, by what is in the file and not by its name. */
import { productContent } from '#domain/catalogue/product-content.ts';
import { mostVariants } from '#domain/catalogue/variant.ts';
import { readLine } from './body.ts';
import { Columns } from './columns.ts';
import { readPlainCsv } from './plain.ts';
import { refuseFile } from './problem.ts';
import type { ImportedCatalogue, ImportedProduct } from './product.ts';
import { isShopify, readShopifyCsv, readShopifyJson } from './shopify.ts';
import { decodeText, maxFileBytes, readTable } from './table-file.ts';
import { countText } from './values.ts';
import { isWooCommerce, readWooCommerceCsv } from './woocommerce.ts';

/** Longest name of a product, characters. */
const maxName = productContent.shape.name.maxLength ?? 0;
/** Longest description, characters: the longest of 575 real ones has 40,000. */
const maxBody = 200_000;

/** Rules that hold for every format. */
function check(product: ImportedProduct): void {
  const refuse = (message: string) =>
    void product.findings.push({ severity: 'refused', row: product.row, message });
  if (!product.name) refuse('There is no name.');
  if (product.name.length > maxName)
    refuse(`The name has ${product.name.length} characters, and at most ${maxName} are possible.`);
  if (product.body.length > maxBody)
    refuse(
      `The description has ${countText(product.body.length)} characters, and at most ${countText(maxBody)} are possible.`,
    );
  if (product.variants.length > mostVariants)
    refuse(`It has ${product.variants.length} sizes and shades, and at most ${mostVariants} are possible.`);
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
export function readCatalogue(bytes: Uint8Array): ImportedCatalogue {
  refuseLarge(bytes.byteLength);
  const { text, encoding } = decodeText(bytes);
  const catalogue = text.trimStart().startsWith('{')
    ? { format: 'Shopify JSON' as const, rows: 0, hasPricesBefore: true, products: readShopifyJson(text) }
    : readCsvCatalogue(text);
  for (const product of catalogue.products) {
    product.name = readLine(product.name);
    check(product);
  }
  return { ...catalogue, encoding };
}

function readCsvCatalogue(text: string): Omit<ImportedCatalogue, 'encoding'> {
  const table = readTable(text);
  const rows = table.length - 1;
  const columns = new Columns(table);
  if (isShopify(columns))
    return {
      format: 'Shopify CSV',
      rows,
      hasPricesBefore: columns.has('Variant Compare At Price'),
      products: readShopifyCsv(table),
    };
  if (isWooCommerce(columns))
    return {
      format: 'WooCommerce CSV',
      rows,
      hasPricesBefore: columns.has('Sale price'),
      products: readWooCommerceCsv(table),
    };
  return { format: 'CSV', rows, ...readPlainCsv(table) };
}
