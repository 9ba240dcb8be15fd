/** Feeds for Google and Facebook, cell by cell. */
import { expect, test } from 'vitest';
import { readCatalogue } from '../read-catalogue.ts';
import { readSample } from '../testing/read-sample.ts';

test('items of one group are one product, sales have their dates, and being in stock is no number of pieces', () => {
  const { format, products, questions, rows } = readSample('feed.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'Product feed',
    rows: 4,
    questions: { currencies: ['USD'], uncounted: 1 },
  });
  expect(products).toEqual([
    {
      row: 2,
      handle: 'rose-mist',
      brand: 'Vann',
      body: 'Rose water &amp; aloe.\nFor the day.',
      type: 'Mists',
      category: 'Health & Beauty > Skin Care',
      pictures: [
        { address: 'https://cdn.example/rm50.jpg', alt: '' },
        { address: 'https://cdn.example/rm-a.jpg', alt: '' },
        { address: 'https://cdn.example/rm-b,2.jpg', alt: '' },
        { address: 'https://cdn.example/rm100.jpg', alt: '' },
      ],
      options: ['Size'],
      variants: [
        {
          row: 2,
          values: ['50 ml'],
          price: 49900,
          sale: { price: 44900, from: '2026-11-01 00:00', until: '2026-12-31' },
          sku: 'RM50',
          barcode: '8901234567894',
          grams: 120,
          picture: 'https://cdn.example/rm50.jpg',
        },
        {
          row: 3,
          values: ['100 ml'],
          price: 89900,
          sku: 'RM100',
          stock: 0,
          grams: 200,
          picture: 'https://cdn.example/rm100.jpg',
        },
      ],
      others: {
        title: '50 ml: गुलाब Rose Mist - 50 ml; 100 ml: गुलाब Rose Mist - 100 ml',
        link: '50 ml: https://shop.example/products/rose-mist?variant=1; 100 ml: https://shop.example/products/rose-mist?variant=2',
        mpn: 'V-1',
        condition: 'new',
        custom_label_0: 'hero',
      },
      key: 'RM',
      name: 'गुलाब Rose Mist',
    },
    {
      row: 4,
      handle: 'soap',
      pictures: [{ address: 'https://cdn.example/soap.jpg', alt: '' }],
      variants: [{ row: 4, values: [], price: 900, currency: 'USD', sku: 'SO', stock: 0 }],
      others: { google_product_category: '473', link: 'https://shop.example/products/soap/' },
      findings: [
        {
          severity: 'guessed',
          row: 4,
          column: 'availability',
          message: 'It cannot be ordered ahead here, so it has no pieces.',
        },
        { severity: 'refused', row: 4, message: 'Its price is USD 9.00, and no rate for rupees is given.' },
      ],
      key: 'SO',
      name: 'Soap',
    },
    {
      row: 5,
      handle: 'balm',
      pictures: [{ address: 'https://cdn.example/balm.jpg', alt: '' }],
      variants: [{ row: 5, values: [], price: 30000, sku: 'BA', stock: 'not counted' }],
      others: { link: 'https://shop.example/products/balm' },
      key: 'BA',
      name: 'Balm "Night"',
    },
  ]);
});

test.each(['feed.tsv', 'feed.xml'])('%s says the same', (name) => {
  const said = (file: string) =>
    readSample(file).products.map(({ others: _, findings: __, ...product }) => product);
  expect(said(name)).toEqual(said('feed.csv'));
});

test('Atom, a single item, and what an item has beyond the known fields', () => {
  const atom = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
  <title>Vann</title><link href="https://shop.example"/>
  <entry>
    <g:id>TX&amp;1</g:id><title>Neem &#8211; “Balm”</title><link href="https://shop.example/p/balm"/>
    <g:image_link>https://cdn.example/b.jpg</g:image_link><g:availability>in stock</g:availability>
    <g:price>250 INR</g:price>
    <g:shipping><g:country>IN</g:country><g:price>40 INR</g:price></g:shipping>
    <g:product_highlight>Calms</g:product_highlight><g:product_highlight>Keeps</g:product_highlight>
  </entry>
</feed>`;
  const { format, products } = readCatalogue(new TextEncoder().encode(atom));
  expect(format).toBe('Product feed');
  expect(products).toMatchObject([
    {
      key: 'TX&1',
      handle: 'balm',
      name: 'Neem – “Balm”',
      variants: [{ price: 25_000, sku: 'TX&1' }],
      others: {
        link: 'https://shop.example/p/balm',
        'g:shipping.g:country': 'IN',
        'g:shipping.g:price': '40 INR',
        'g:product_highlight': 'Calms, Keeps',
      },
    },
  ]);
});

test.each([
  ['cut off', '<rss><channel><item><g:id>1</g:id>', 'The file begins as XML and cannot be read.'],
  ['without a list', '<html><body>Sign in</body></html>', 'The file has no list of products.'],
  [
    'with entities of its own, which stay as they are',
    '<!DOCTYPE a [<!ENTITY b "c">]><a><item><name>&b;</name></item></a>',
    'No column has a heading for the price',
  ],
  ['nested too deeply', '<a>'.repeat(200), 'Its elements are nested too deeply.'],
])('XML %s', (_, text, message) =>
  expect(() => readCatalogue(new TextEncoder().encode(text))).toThrow(message),
);

test.each([
  ['sale without an end', '1,A,9,8,2026-11-01,in_stock', '“2026-11-01” is not the first'],
  ['sale of no amount', '1,A,9,reduced,,in_stock', '“reduced” is not a price above 0.'],
])('a %s is a price that is not known', (_, row, message) => {
  const text = `id,title,price,sale_price,sale_price_effective_date,availability,image_link\n${row},\n`;
  const [product] = readCatalogue(new TextEncoder().encode(text)).products;
  expect(product?.variants).toEqual([]);
  expect(product?.findings[0]).toMatchObject({
    severity: 'refused',
    message: expect.stringContaining(message),
  });
});
