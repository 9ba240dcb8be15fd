/** JSON of other systems, as a table. */
import { describe, expect, test } from 'vitest';
import { type Answers, readCatalogue } from './read-catalogue.ts';
import { filledFields } from './testing/read-sample.ts';

function read(json: unknown, answers: Answers = {}) {
  const catalogue = readCatalogue(new TextEncoder().encode(JSON.stringify(json)), {}, answers);
  return { ...catalogue, products: catalogue.products.map(filledFields) };
}

test('a list of flat objects is a table', () => {
  const { format, rows, products } = read([
    {
      name: 'हल्दी "Ubtan"',
      price: 499,
      mrp: 499,
      tags: ['glow', 'mask'],
      inStock: true,
      shelf: null,
      bin: 7,
    },
    {
      name: 'Soap',
      price: '80.00',
      'Country of origin': 'India',
      images: ['https://a.example/1,2.jpg', 'https://a.example/b.jpg'],
    },
  ]);
  expect([format, rows]).toEqual(['JSON', 2]);
  expect(products).toEqual([
    {
      row: 2,
      key: 'हल्दी "Ubtan"',
      name: 'हल्दी "Ubtan"',
      tags: ['glow', 'mask'],
      variants: [{ row: 2, values: [], price: 49_900, originalPrice: 49_900 }],
      others: { inStock: 'true', bin: '7' },
    },
    {
      row: 3,
      key: 'Soap',
      name: 'Soap',
      pictures: [
        { address: 'https://a.example/1,2.jpg', alt: '' },
        { address: 'https://a.example/b.jpg', alt: '' },
      ],
      variants: [{ row: 3, values: [], price: 8000 }],
      label: { countryOfOrigin: 'India' },
    },
  ]);
});

describe('nested objects', () => {
  const graphQl = {
    data: {
      products: {
        edges: [
          {
            node: {
              id: 'gid://1',
              title: 'Rose Mist',
              handle: 'rose-mist',
              status: 'ACTIVE',
              vendor: 'Vann',
              metafields: { edges: [{ node: { key: 'ingredients', value: 'Aqua, Rosa' } }] },
              images: { edges: [{ node: { url: 'https://a.example/1.jpg', altText: 'Front' } }] },
              seo: { title: 'Mist', description: 'Calm.' },
              variants: {
                edges: [
                  {
                    node: {
                      id: 'v1',
                      title: '50 ml',
                      sku: 'RM50',
                      price: { amount: '399.0', currencyCode: 'INR' },
                      selectedOptions: [{ name: 'Size', value: '50 ml' }],
                      inventoryQuantity: 4,
                    },
                  },
                  {
                    node: {
                      id: 'v2',
                      title: '100 ml',
                      price: { amount: '699.0', currencyCode: 'INR' },
                      selectedOptions: [{ name: 'Size', value: '100 ml' }],
                      available: false,
                    },
                  },
                ],
              },
            },
          },
        ],
      },
    },
  };

  test('of GraphQL: sizes and shades are rows, and nothing is lost', () =>
    expect(read(graphQl).products).toEqual([
      {
        row: 2,
        key: 'rose-mist',
        handle: 'rose-mist',
        name: 'Rose Mist',
        brand: 'Vann',
        seoTitle: 'Mist',
        seoDescription: 'Calm.',
        status: 'published',
        options: ['Size'],
        pictures: [{ address: 'https://a.example/1.jpg', alt: '' }],
        variants: [
          { row: 2, values: ['50 ml'], price: 39_900, sku: 'RM50', stock: 4 },
          { row: 3, values: ['100 ml'], price: 69_900, stock: 0 },
        ],
        others: {
          id: 'gid://1',
          'images (details)': '[{"altText":"Front"}]',
          'variant.id': '50 ml: v1; 100 ml: v2',
          Variant: '50 ml: 50 ml; 100 ml: 100 ml',
        },
        label: { ingredients: 'Aqua, Rosa' },
      },
    ]));

  test('with amounts in another currency need its rate', () => {
    const foreign = [{ name: 'Balm', price: { amount: '12.50', currencyCode: 'USD' } }];
    expect(read(foreign).questions.currencies).toEqual(['USD']);
    expect(read(foreign).products[0]?.findings).toMatchObject([{ severity: 'refused' }]);
    expect(read(foreign, { rate: 80 }).products[0]?.variants).toMatchObject([{ price: 100_000 }]);
  });
});

test('products.json of Shopify: fields that have no use are kept, and what is not available has no pieces', () => {
  const { format, products } = read({
    products: [
      {
        id: 7,
        title: 'Tint',
        handle: 'tint',
        published_at: '2026-01-01T00:00:00+05:30',
        template: { suffix: 'big' },
        options: [{ name: 'Shade' }],
        variants: [
          { id: 1, option1: 'Sand', price: '499.00', available: true, taxable: true },
          { id: 2, option1: 'Clay', price: '499.00', available: false, inventory_quantity: null },
        ],
      },
    ],
  });
  expect(format).toBe('Shopify JSON');
  expect(products).toMatchObject([
    {
      variants: [{ values: ['Sand'] }, { values: ['Clay'], stock: 0 }],
      others: {
        'product.id': '7',
        'product.template.suffix': 'big',
        'variant.id': 'Sand: 1; Clay: 2',
        'variant.taxable': 'true',
      },
    },
  ]);
  expect(products[0]?.variants).not.toMatchObject([{ stock: expect.anything() }, {}]);
});

test('many levels and many rows do not matter', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 500; level += 1) deep = { level: deep };
  const { products } = read([{ name: 'A', price: 1, deep }]);
  expect(JSON.stringify(products)).toContain('end');
  const many = Array.from({ length: 50_001 }, () => ({ name: 'A', price: 1 }));
  expect(() => read(many)).toThrow('The file has 50,001 rows; at most 50,000 are read.');
});
