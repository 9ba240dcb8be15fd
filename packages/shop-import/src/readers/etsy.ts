/** Etsy's "Download data" of the listings for sale: a row a listing. */

import type { Columns, NamedRow } from '../columns.ts';
import { combinations } from '../combinations.ts';
import { labelTexts } from '../label-columns.ts';
import { addPictures } from '../pictures.ts';
import { newProduct, type ReadProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readStatus } from '../status.ts';
import { oneLine, readList } from '../values.ts';
import { addVariant, splitStock } from '../variant.ts';

const places = [1, 2, 3] as const;
const most = 20;

type Variation = { name: string; values: string[] };

/** Its kinds of sizes and shades, with all their values. */
function variationsOf(row: NamedRow): Variation[] {
  return places.flatMap((place) => {
    const [name, values] = [`VARIATION ${place} NAME`, `VARIATION ${place} VALUES`];
    if (!row.peek(name) || !row.peek(values)) return [];
    return [{ name: oneLine(row.cell(name)), values: readList(row.cell(values)) }];
  });
}

/** The numbers of a listing: one cell for all its sizes and shades, where each has one of its own. */
function skusOf(row: NamedRow, product: ReadProduct, count: number): string[] {
  const listed = row.peek('SKU').split(',').map(oneLine).filter(Boolean);
  if (listed.length !== count || (count > 1 && new Set(listed).size < count)) return [];
  row.cell('SKU');
  if (count > 1)
    product.findings.push({
      severity: 'guessed',
      row: row.number,
      column: 'SKU',
      message: 'Its numbers are given to its sizes and shades in their order.',
    });
  return listed;
}

function readListing(row: NamedRow, columns: Columns): ReadProduct {
  const name = oneLine(row.cell('TITLE'));
  const product = newProduct(row, {
    key: row.peek('LISTING_ID') || row.peek('SKU') || name,
    name,
    body: row.cell('DESCRIPTION'),
    tags: readList(row.cell('TAGS')).map((tag) => tag.replaceAll('_', ' ')),
    ...readStatus(row, columns),
  });
  addPictures(
    product,
    Array.from({ length: most }, (_, place) => row.cell(`IMAGE${place + 1}`)),
  );
  const variations = variationsOf(row);
  const all = combinations(variations.map(({ values }) => values)) ?? [];
  const report = (severity: 'refused' | 'guessed', message: string) =>
    void product.findings.push({ severity, row: row.number, message });
  if (!all.length) report('refused', 'It has too many sizes and shades.');
  product.options = variations.map((one) => one.name);
  const skus = skusOf(row, product, all.length);
  const quantity = row.find(['QUANTITY']);
  for (const [place, values] of all.entries())
    addVariant(product, row, {
      values,
      price: row.find(['PRICE']),
      currency: row.find(['CURRENCY_CODE']),
      sku: { column: 'SKU', text: skus[place] ?? '' },
      stock: variations.length ? undefined : quantity,
    });
  if (variations.length) {
    splitStock(product, row, quantity);
    product.status = product.status === 'retired' ? 'retired' : 'draft';
    report(
      'guessed',
      'Etsy’s file has one price for all its sizes and shades. It is a draft until somebody has looked at their prices.',
    );
  }
  product.label = labelTexts(row);
  return product;
}

/** A {@link Reader}. The file has no column for what is public: Etsy puts only listings for sale into it. */
export function readEtsy({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('TITLE', 'PRICE', 'CURRENCY_CODE', 'QUANTITY')) return undefined;
  return {
    rows: rows.length,
    hasPricesBefore: false,
    products: rows.map((row) => readListing(row, columns)),
  };
}
