/** BigCommerce's two exports, cell by cell. */
import { expect, test } from 'vitest';
import { readSample } from '../testing/read-sample.ts';

test('the export of before: SKUs and rules of prices below a product', () => {
  const { format, products, questions, rows } = readSample('bigcommerce.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'BigCommerce',
    rows: 6,
    questions: { currencies: [], uncounted: 0 },
  });
  expect(products).toEqual([
    {
      row: 2,
      handle: 'chandan-cream',
      brand: 'Vann',
      body: '<p>Thick &amp; "quiet",\ngreen.</p>',
      type: 'Creams',
      category: 'Skin > Creams',
      tags: ['cream', 'sandal'],
      pictures: [
        { address: 'https://cdn.example/cream.jpg', alt: 'A jar' },
        { address: 'c/101/cream-b.jpg', alt: '' },
      ],
      seoTitle: 'Sandal cream',
      seoDescription: 'Dry skin.',
      options: ['Size', 'Scent'],
      variants: [
        { row: 3, values: ['50 g', 'Rose'], price: 40000, originalPrice: 45000, sku: 'CC50', stock: 6 },
        { row: 4, values: ['100 g', 'Rose'], price: 65000, sku: 'CC100', stock: 2 },
      ],
      others: {
        'Product Code/SKU': 'CC',
        'Option Set': 'Cream',
        'Cost Price': '150.00',
        'Free Shipping': 'N',
        'Product Weight': '0.2',
        'Current Stock Level': '0',
        'Product Image File - 1': 'c/100/cream.jpg',
        'Product UPC/EAN': '8901234567894',
        'Product ID': '50 g / Rose: 10; 100 g / Rose: 11; row 5: 5',
        Price: '[ADD]250',
      },
      findings: [
        {
          severity: 'guessed',
          row: 4,
          column: 'Retail Price',
          message: '₹450.00 is below the price, so it is left out.',
        },
      ],
      key: '81',
      name: 'चंदन Cream',
      status: 'published',
    },
    {
      row: 6,
      handle: 'soap',
      type: 'Bath',
      category: 'Bath',
      variants: [{ row: 6, values: [], price: 6000, originalPrice: 8000, sku: 'SO', stock: 'not counted' }],
      others: { 'Current Stock Level': '0', Category: 'Bath;Sale' },
      key: '82',
      name: 'Soap',
      status: 'draft',
    },
    {
      row: 7,
      variants: [{ row: 7, values: [], price: 30000, sku: 'OI', stock: 9 }],
      others: { 'Allow Purchases?': 'N' },
      findings: [
        {
          severity: 'guessed',
          row: 7,
          column: 'Allow Purchases?',
          message: 'It does not say that it can be bought, so it is a draft.',
        },
      ],
      key: '83',
      name: 'Oil',
      status: 'draft',
    },
  ]);
});

test('the present export: variants and pictures below a product', () => {
  const { format, products, questions, rows } = readSample('bigcommerce-v3.csv');
  expect({ format, rows, questions }).toEqual({
    format: 'BigCommerce',
    rows: 8,
    questions: { currencies: [], uncounted: 0 },
  });
  expect(products).toEqual([
    {
      row: 2,
      handle: 'gulab-tint',
      body: '<p>Sheer.</p>',
      pictures: [{ address: 'https://cdn.example/tint.jpg', alt: 'Two tubes' }],
      options: ['Shade', 'Size'],
      variants: [
        {
          row: 3,
          values: ['Anar', '3 g'],
          price: 35000,
          sku: 'GT-R',
          stock: 4,
          picture: 'https://cdn.example/anar.jpg',
        },
        { row: 4, values: ['Gulab', '5 g'], price: 45000, originalPrice: 50000, sku: 'GT-P', stock: 0 },
      ],
      others: {
        SKU: 'GT',
        'Current Stock': '0',
        'Brand ID': '3',
        Channels: '1',
        Categories: '23;24',
        Weight: '0.1',
        ID: 'Anar / 3 g: 78; Gulab / 5 g: 79',
        Options:
          'Anar / 3 g: Type=Swatch|Name=Shade|Value=Anar[#7a1f2b]Type=Rectangle|Name=Size|Value=3 g; Gulab / 5 g: Type=Swatch|Name=Shade|Value=Gulab[#b5485d]Type=Rectangle|Name=Size|Value=5 g',
        'Image is Thumbnail': 'TRUE',
      },
      key: '112',
      name: 'गुलाब Tint',
      status: 'published',
    },
    {
      row: 6,
      variants: [{ row: 6, values: [], price: 9900, stock: 'not counted' }],
      findings: [
        {
          severity: 'guessed',
          row: 6,
          column: 'Type',
          message: '“digital” does not say that it is something that can be sent, so it is a draft.',
        },
      ],
      key: '113',
      name: 'Guide',
      status: 'draft',
    },
    {
      row: 7,
      options: ['Size'],
      variants: [
        { row: 8, values: ['50 g'], price: 20000, stock: 6 },
        { row: 9, values: ['100 g'], price: 35000, stock: 5 },
      ],
      others: { ID: '50 g: 80; 100 g: 81' },
      findings: [
        {
          severity: 'guessed',
          row: 7,
          column: 'Current Stock',
          message: 'Its 11 pieces are for all sizes and shades together, so they are divided among 2.',
        },
      ],
      key: '114',
      name: 'Mask',
      status: 'published',
    },
  ]);
});
