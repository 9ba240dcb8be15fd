/** Etsy's export of listings, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('variations become sizes and shades with one price, which waits as a draft; other currencies need a rate', () => {
  const { format, products, questions, rows } = readSample('etsy.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'Etsy',
    rows: 3,
    questions: { currencies: ['USD'], uncounted: 0 },
  });
  expect(products).toEqual([
    {
      row: 2,
      body: 'An oil for the night.\n\n&quot;Two drops&quot; are enough.',
      tags: ['face oil', 'ayurveda'],
      pictures: [
        { address: 'https://i.etsystatic.com/1/il_fullxfull.1.jpg', alt: '' },
        { address: 'https://i.etsystatic.com/1/il_fullxfull.2.jpg', alt: '' },
      ],
      variants: [{ row: 2, values: [], price: 89900, sku: 'KT30', stock: 5 }],
      others: { MATERIALS: 'saffron,sesame_oil' },
      key: 'KT30',
      name: "Kumkumadi Tailam 'केसर' Face Oil",
    },
    {
      row: 3,
      body: 'Soap.',
      options: ['Scent', 'Weight'],
      variants: [
        { row: 3, values: ['Rose', '75 g'], price: 12000, sku: 'S1', stock: 2 },
        { row: 3, values: ['Rose', '125 g'], price: 12000, sku: 'S2', stock: 2 },
        { row: 3, values: ['Neem', '75 g'], price: 12000, sku: 'S3', stock: 2 },
        { row: 3, values: ['Neem', '125 g'], price: 12000, sku: 'S4', stock: 1 },
      ],
      others: { 'VARIATION 1 TYPE': 'Scent', 'VARIATION 2 TYPE': 'Custom' },
      findings: [
        {
          severity: 'guessed',
          row: 3,
          column: 'SKU',
          message: 'Its numbers are given to its sizes and shades in their order.',
        },
        {
          severity: 'guessed',
          row: 3,
          column: 'QUANTITY',
          message: 'Its 7 pieces are for all sizes and shades together, so they are divided among 4.',
        },
        {
          severity: 'guessed',
          row: 3,
          message:
            'Etsy’s file has one price for all its sizes and shades. It is a draft until somebody has looked at their prices.',
        },
      ],
      key: 'S1,S2,S3,S4',
      name: 'Soap Bar',
      status: 'draft',
    },
    {
      row: 4,
      body: 'Balm.',
      variants: [{ row: 4, values: [], price: 1250, currency: 'USD', sku: 'B1', stock: 2 }],
      findings: [
        { severity: 'refused', row: 4, message: 'Its price is USD 12.50, and no rate for rupees is given.' },
      ],
      key: 'B1',
      name: 'Balm',
    },
  ]);
});
