/** A table that somebody has made, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('rows of one product are joined, with MRP, units, pictures and the texts of the label', () => {
  const { format, products, questions, rows } = readSample('table.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'CSV',
    rows: 4,
    questions: { currencies: [], uncounted: 0 },
  });
  expect(products).toEqual([
    {
      row: 2,
      handle: 'tint',
      brand: 'Vann',
      pictures: [
        { address: 'https://cdn.example/1.jpg', alt: '' },
        { address: 'https://cdn.example/2.jpg', alt: '' },
        { address: 'https://cdn.example/3.jpg', alt: '' },
      ],
      options: ['Size', 'Shade'],
      variants: [
        {
          row: 2,
          values: ['3 g', 'Anar'],
          price: 35000,
          originalPrice: 35000,
          stock: 4,
          quantity: '3 g',
          grams: 40,
        },
        {
          row: 3,
          values: ['5 g', 'Gulab'],
          price: 45000,
          originalPrice: 50000,
          stock: 0,
          quantity: '5 g',
          grams: 60,
          picture: 'https://cdn.example/3.jpg',
        },
        { row: 4, values: ['9 g', 'Neel'], price: 90000, originalPrice: 90000, stock: 10 },
      ],
      others: { Shelf: '3 g / Anar: A1; 5 g / Gulab: A2', Weight: '70' },
      key: 'tint',
      name: 'गुलाब Tint',
      status: 'published',
      label: {
        ingredients: 'Ricinus Communis Seed Oil,\nCI 77491',
        howToUse: 'Dab & blend.',
        benefits: 'Soft\nSheer',
        hsn: '33049990',
        netQuantity: '3 g',
      },
    },
    {
      row: 5,
      handle: 'soap',
      variants: [{ row: 5, values: [], price: 8000, stock: 7 }],
      others: { Weight: '100' },
      key: 'soap',
      name: 'Soap',
      status: 'draft',
    },
  ]);
});
