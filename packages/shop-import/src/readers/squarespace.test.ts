/** Squarespace's export, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('a sale counts where it is on, stock may be unlimited, and what cannot be sent is no product for sale', () => {
  const { format, products, questions, rows } = readSample('squarespace.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'Squarespace',
    rows: 6,
    questions: { currencies: [], uncounted: 1 },
  });
  expect(products).toEqual([
    {
      row: 2,
      handle: 'haldi-ubtan',
      body: '<p class="">Ground turmeric,\n“slow”.</p>',
      type: 'masks',
      category: 'skin > masks',
      tags: ['ubtan', 'glow', 'gifts'],
      pictures: [
        { address: 'https://images.example/a.jpg', alt: '' },
        { address: 'https://images.example/b, c.jpg', alt: '' },
      ],
      options: ['Size'],
      variants: [
        {
          row: 2,
          values: ['100 g'],
          price: 39900,
          originalPrice: 45000,
          sku: 'SQ001',
          barcode: '8901234567894',
          stock: 14,
        },
        { row: 3, values: ['200 g'], price: 80000, sku: 'SQ002', stock: 'not counted' },
        { row: 4, values: ['500 g'], price: 150000, sku: 'SQ003', stock: 0 },
      ],
      others: {
        'Variant ID [Non Editable]': '100 g: v1; 200 g: v2; 500 g: v3',
        'Product Page': 'shop',
        Weight: '100 g: 0.3; 200 g: 0.5',
        Length: '5',
        'Sale Price': '200 g: 700.00; 500 g: 0.00',
        'On Sale': 'No',
      },
      key: '65f0aa',
      name: 'हल्दी Ubtan',
      status: 'published',
    },
    {
      row: 5,
      handle: 'facial',
      variants: [{ row: 5, values: [], price: 200000, sku: 'SQ010', stock: 'not counted' }],
      others: { 'Variant ID [Non Editable]': 'v4' },
      findings: [
        {
          severity: 'guessed',
          row: 5,
          column: 'Product Type [Non Editable]',
          message: '“SERVICE” does not say that it is something that can be sent, so it is a draft.',
        },
      ],
      key: '65f0ab',
      name: 'Facial',
      status: 'draft',
    },
    {
      row: 6,
      variants: [{ row: 6, values: [], price: 50000 }],
      others: { 'Variant ID [Non Editable]': 'v5' },
      findings: [
        {
          severity: 'refused',
          row: 6,
          column: 'Product Type [Non Editable]',
          message: 'The shop does not sell products of the type “GIFT_CARD”.',
        },
      ],
      key: '65f0ac',
      name: 'Gift Card',
      status: 'published',
    },
    {
      row: 7,
      others: { 'Variant ID [Non Editable]': 'v6' },
      findings: [
        { severity: 'refused', row: 7, column: 'On Sale', message: '“perhaps” is not a price above 0.' },
      ],
      key: '65f0ad',
      name: 'Rose Mist',
      status: 'draft',
    },
  ]);
});
