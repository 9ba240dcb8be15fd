/** Wix Stores' export, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('surcharges, discounts, hidden sizes, pictures by name, colours and sections are read', () => {
  const { format, products, questions, rows } = readSample('wix.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'Wix',
    rows: 7,
    questions: { currencies: [], uncounted: 0 },
  });
  expect(products).toEqual([
    {
      row: 2,
      brand: 'Vann',
      body: '<p>A "quiet" mist,\nfor every day.</p>\n<h3>Ingredients</h3><p>Aqua, Rosa Damascena Flower Water</p>\n<h3>Shipping &amp; returns</h3><p>Within 7 days.</p>',
      type: 'Mists',
      category: 'Mists',
      tags: ['Mists', 'Bestsellers'],
      pictures: [
        { address: 'https://static.wixstatic.com/media/a1b2c3_0d9e8f~mv2.jpg', alt: '' },
        { address: 'https://static.wixstatic.com/media/a1b2c3_77~mv2.png', alt: '' },
      ],
      options: ['Size'],
      variants: [
        { row: 3, values: ['50 ml'], price: 45000, originalPrice: 50000, sku: 'KM50', stock: 12 },
        { row: 4, values: ['100 ml'], price: 67545, originalPrice: 75050, sku: 'KM100', stock: 0 },
      ],
      others: {
        sku: 'row 2: KM; row 5: KM200',
        ribbon: 'New',
        weight: 'row 2: 0.12; 50 ml: 0.12; 100 ml: 0.2',
        cost: '180.0',
        productOptionType1: 'DROP_DOWN',
        surcharge: '700',
        inventory: '3',
      },
      findings: [
        {
          severity: 'left out',
          row: 5,
          column: 'visible',
          message: 'It is not known to be public (“false”), so it is left out.',
        },
      ],
      key: 'product_7f1c',
      name: 'केसर Face Mist & Toner',
      status: 'published',
      label: { countryOfOrigin: 'India' },
    },
    {
      row: 6,
      type: 'Make-up',
      category: 'Make-up',
      tags: ['Make-up'],
      options: ['Shade'],
      variants: [
        { row: 6, values: ['Gulab'], price: 34900, originalPrice: 39900, stock: 4 },
        { row: 6, values: ['Anar'], price: 34900, originalPrice: 39900, stock: 3 },
      ],
      others: { productOptionType1: 'COLOR', productOptionDescription1: '#b5485d:Gulab;#7a1f2b:Anar' },
      findings: [
        {
          severity: 'guessed',
          row: 6,
          column: 'inventory',
          message: 'Its 7 pieces are for all sizes and shades together, so they are divided among 2.',
        },
      ],
      key: 'product_9a',
      name: 'Lip Tint',
      status: 'published',
    },
    {
      row: 7,
      variants: [{ row: 7, values: [], price: 8000, stock: 'not counted' }],
      key: 'product_9b',
      name: 'Neem Soap',
      status: 'draft',
    },
    {
      row: 8,
      others: { discountMode: 'HALF', inventory: 'OutOfStock' },
      findings: [
        {
          severity: 'guessed',
          row: 8,
          column: 'visible',
          message: '“maybe” does not say that everybody can see the product, so it is a draft.',
        },
        {
          severity: 'refused',
          row: 8,
          column: 'discountValue',
          message: '“HALF 5” is no surcharge or discount that is known, so the price of today is not known.',
        },
      ],
      key: 'product_9c',
      name: 'Old Balm',
      status: 'draft',
    },
  ]);
});
