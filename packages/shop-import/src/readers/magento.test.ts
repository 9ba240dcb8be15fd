/** Magento 2's export, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('sizes join their product, store views add to it, dates have the month first, and stock is what it was', () => {
  const { format, products, questions, rows } = readSample('magento.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'Magento',
    rows: 9,
    questions: { currencies: [], uncounted: 2 },
  });
  expect(products).toEqual([
    {
      row: 5,
      handle: 'kesar-serum',
      body: 'Light.\n\n<p>Long,\n&amp; calm.</p>',
      type: 'Serums',
      category: 'Skin > Serums',
      pictures: [
        { address: '/s/e/ser.jpg', alt: 'A bottle' },
        { address: '/s/e/ser-a.jpg', alt: 'Box' },
        { address: '/s/e/ser-b.jpg', alt: 'Drop' },
        { address: '/s/e/ser15.jpg', alt: '' },
      ],
      seoTitle: 'Kesar serum',
      seoDescription: 'For the night.',
      options: ['Size'],
      variants: [
        {
          row: 2,
          values: ['15 ml'],
          price: 49900,
          sale: { price: 39900, from: '2026-11-01', until: '2026-12-31' },
          sku: 'SER15',
          stock: 4,
          picture: '/s/e/ser15.jpg',
        },
        { row: 3, values: ['30 ml'], price: 89900, sku: 'SER30', stock: 'not counted' },
      ],
      others: {
        pack: 'box',
        attribute_set_code: 'Default',
        categories:
          'row 5: Default Category/Skin,Default Category/Skin/Serums,Default Category/Sale; 15 ml: Default Category/Skin',
        product_websites: 'base',
        tax_class_name: 'GST 18%',
        created_at: '5/13/24, 10:02 AM',
        qty: 'row 5: 0; row 4: 9',
        is_in_stock: '1',
        store_view_code: 'hi',
        name: 'row 6: केसर सीरम; 15 ml: Serum 15 ml; 30 ml: Serum 30 ml; row 4: Serum 50 ml',
        url_key: 'serum-15',
        sku: 'SER50',
        price: '1299',
      },
      findings: [
        {
          severity: 'left out',
          row: 4,
          column: 'product_online',
          message: 'It is not known to be public (“2”), so it is left out.',
        },
        {
          severity: 'left out',
          row: 5,
          column: 'configurable_variations',
          message: 'No row has the SKU “SER90”.',
        },
      ],
      key: 'SER',
      name: 'केसर "Night" Serum',
      status: 'published',
      label: {
        countryOfOrigin: 'India',
        importer: 'Vann Imports, Mumbai',
        ingredients: 'Aqua, Niacinamide, Glycerin',
        skinTypes: 'Dry|Oily',
      },
    },
    {
      row: 7,
      handle: 'soap',
      type: 'Bath',
      category: 'Bath',
      variants: [{ row: 7, values: [], price: 8000, originalPrice: 9500, sku: 'SOAP', stock: 0 }],
      key: 'SOAP',
      name: 'Soap',
      status: 'published',
    },
    {
      row: 8,
      variants: [{ row: 8, values: [], price: 30000, sku: 'OIL', stock: 'not counted' }],
      key: 'OIL',
      name: 'Oil',
      status: 'draft',
    },
    {
      row: 9,
      variants: [{ row: 9, values: [], price: 90000, sku: 'SET' }],
      findings: [
        {
          severity: 'refused',
          row: 9,
          column: 'product_type',
          message: 'The shop does not sell products of the type “bundle”.',
        },
      ],
      key: 'SET',
      name: 'Set',
      status: 'published',
    },
    {
      row: 10,
      variants: [{ row: 10, values: [], price: 9900, sku: 'PDF' }],
      findings: [
        {
          severity: 'guessed',
          row: 10,
          column: 'product_type',
          message: '“downloadable” does not say that it is something that can be sent, so it is a draft.',
        },
      ],
      key: 'PDF',
      name: 'Guide',
      status: 'draft',
    },
  ]);
});
