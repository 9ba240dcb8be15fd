/** The metafields of an export, as the import reads them. */
import { readCatalogue } from 'shop-import/read-catalogue';
import { writeShopifyCsv } from 'shop-import/write-shopify-csv';
import { expect, test } from 'vitest';
import { metafieldLabels } from './exported-product.ts';

/** A product with these metafields, written and read. */
function reread(metafields: Partial<Record<keyof typeof metafieldLabels, string>>) {
  const { products } = readCatalogue(new TextEncoder().encode('Handle,Title,Variant Price\nmist,Mist,9'));
  const exported = products.map((product) => ({ ...product, status: 'published' as const, metafields }));
  return readCatalogue(new TextEncoder().encode(writeShopifyCsv(exported, metafieldLabels))).products;
}

test('country of origin, importer and maker come back', () => {
  const metafields = {
    countryOfOrigin: 'South Korea',
    importer: 'Sea Imports, Mumbai',
    manufacturer: 'Han Lab, Seoul',
  };
  expect(reread(metafields).map(({ label }) => label)).toMatchObject([metafields]);
});

test('the others are named as Shopify names them', () =>
  expect(
    reread({ hsn: '330499', bestBefore: '=24' }).map(({ label, others }) => [label, others]),
  ).toMatchObject([[{ hsn: '330499' }, { 'Best before (product.metafields.custom.best_before)': '=24' }]]));
