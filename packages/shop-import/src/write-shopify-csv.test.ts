/** What is exported, and read by the import, is the same catalogue. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';
import { type ExportedProduct, type MetafieldLabels, writeShopifyCsv } from './write-shopify-csv.ts';

const read = (bytes: Uint8Array) => readCatalogue(bytes, { namespace: 'acme' }).products;
const reread = (products: readonly ExportedProduct[], labels?: MetafieldLabels) =>
  read(new TextEncoder().encode(writeShopifyCsv(products, labels)));

/** Without what only the file says: rows, columns of other tools, and remarks. */
const exported = (products: ReturnType<typeof read>) =>
  products.map(
    ({
      handle,
      name,
      brand,
      body,
      type,
      tags,
      status = 'published',
      pictures,
      seoTitle,
      seoDescription,
      options,
      variants,
      metafields,
    }): ExportedProduct => ({
      handle,
      name,
      brand,
      body,
      type,
      tags,
      status,
      pictures,
      seoTitle,
      seoDescription,
      options,
      variants: variants.map(({ row: _, ...variant }) => variant),
      metafields,
    }),
  );

test('a catalogue of another shop, with sizes, shades and pictures', () => {
  const products = exported(read(readFileSync(new URL('testing/shopify.csv', import.meta.url))));
  expect(products.length).toBeGreaterThan(10);
  expect(Math.max(...products.map(({ variants }) => variants.length))).toBeGreaterThan(10);
  expect(exported(reread(products))).toEqual(products);
});

test('texts that a spreadsheet would calculate or change', () => {
  const product: ExportedProduct = {
    handle: 'serum',
    name: '=HYPERLINK("https://evil.example","Serum")',
    brand: '+Plus',
    body: '<p>"Soft", <b>and</b>;\nnew line</p>',
    type: 'Face serum',
    tags: ['day', '-night'],
    status: 'draft',
    pictures: [
      { address: 'https://shop.example/1.jpg', alt: '@front, of the pack' },
      { address: 'https://shop.example/2.jpg', alt: '3/4' },
    ],
    seoTitle: 'सीरम 👩‍🔬',
    seoDescription: '-10 % on Mondays',
    options: ['Size'],
    variants: [
      {
        values: ['30 ml'],
        price: 59_900,
        originalPrice: 99_900,
        sku: '007',
        barcode: '18901234567897',
        stock: 0,
        metafields: { volume: '30', note: '=5' },
      },
      {
        values: ['100 ml'],
        price: 1,
        sku: '-12',
        stock: 7,
        grams: 120,
        picture: 'https://shop.example/2.jpg',
      },
    ],
    metafields: { hsn: '330499', bestBefore: '=24', steps: '["a","b"]', text: 'One\n\n- two, "three"' },
  };
  const labels: MetafieldLabels = {
    namespace: 'acme',
    product: { hsn: 'HSN', unused: 'Unused', bestBefore: 'Best before', steps: 'Steps', text: 'Text' },
    variant: { volume: 'Volume', note: 'Note' },
  };
  const csv = writeShopifyCsv([product], labels);
  expect(csv.split('\r\n').filter((line) => /(^|,)"?[=+@-]/.test(line))).toEqual([]);
  // Shopify has to find what only looks like a date as it is.
  expect(csv).toContain(',3/4,');
  expect(csv).toContain('Best before (product.metafields.acme.best_before)');
  expect(csv).toContain('Volume (variant.metafields.acme.volume)');
  expect(csv).not.toContain('Unused');
  const [found] = reread([product], labels);
  expect(exported(found ? [found] : [])).toEqual([product]);
  expect(found?.label.hsn).toBe('');
  expect(found?.others).toEqual({
    'Variant Fulfillment Service': 'manual',
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
  });
});

test('metafields of another namespace are texts without a field, or of the label', () => {
  const file =
    'Handle,Title,Variant Price,HSN (product.metafields.acme.hsn),X (product.metafields.acme.x)\na,A,9,330499,7';
  const [product] = readCatalogue(new TextEncoder().encode(file), { namespace: 'other' }).products;
  expect([product?.metafields, product?.label.hsn, product?.others]).toEqual([
    {},
    '330499',
    { 'X (product.metafields.acme.x)': '7' },
  ]);
});
