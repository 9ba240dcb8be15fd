/** Columns that the owner has named, and headings that say more than their field. */
import { describe, expect, test } from 'vitest';
import { readFormColumns } from './column-form.ts';
import { readCatalogue } from './read-catalogue.ts';
import { type ColumnMapping, fieldOf, headingParts, mappingText, readMapping } from './table-fields.ts';
import { filledFields } from './testing/read-sample.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, columns?: ColumnMapping, rate?: number) => {
  const catalogue = readCatalogue(bytes(text), {}, { columns, rate });
  return { ...catalogue, products: catalogue.products.map(filledFields) };
};

describe('a table of which the owner has named the columns', () => {
  const text = 'Artikel,Preis,Land,Rang,Note\n“Neem” Balm,₹ 250,India,3,new\nSoap,80,India,,\n';

  test('is read by them; columns without a name of their own are known as ever, ignored ones are kept', () =>
    expect(
      read(text, { Artikel: 'name', Preis: 'price', land: 'countryOfOrigin', Rang: 'ignore' }).products,
    ).toEqual([
      {
        row: 2,
        key: '“Neem” Balm',
        name: '“Neem” Balm',
        variants: [{ row: 2, values: [], price: 25_000 }],
        label: { countryOfOrigin: 'India' },
        others: { Rang: '3', Note: 'new' },
      },
      {
        row: 3,
        key: 'Soap',
        name: 'Soap',
        variants: [{ row: 3, values: [], price: 8000 }],
        label: { countryOfOrigin: 'India' },
      },
    ]));

  test('needs a name and a price all the same', () => {
    expect(() => read(text)).toThrow('No column has a heading for the name');
    expect(() => read(text, { Artikle: 'name' })).toThrow(
      'No column is called “Artikle”. The headings are: Artikel, Preis, Land, Rang, Note.',
    );
    expect(() => read(text, { Artikel: 'name' })).toThrow('No column has a heading for the price');
  });

  test('may have any format: the names come before it', () =>
    expect(
      read('Handle,Title,Variant Price,Cost\nmist,Mist,499,300\n', {
        Cost: 'price',
        'Variant Price': 'originalPrice',
      }).products,
    ).toMatchObject([{ name: 'Mist', variants: [{ price: 30_000, originalPrice: 49_900 }] }]));

  test('keeps the laws: a column that is named the status publishes by known words only', () => {
    const file = 'Name,Price,Zustand\nA,1,active\nB,1,neu\n';
    expect(read(file, { Zustand: 'status' }).products.map(({ status }) => status)).toEqual([
      'published',
      'draft',
    ]);
  });

  test('is shown with its first three rows, and the fields that are known', () =>
    expect(readFormColumns(bytes(`${text}C,1,IN,,\nD,2,IN,,\n`))).toEqual([
      { heading: 'Artikel', values: ['“Neem” Balm', 'Soap', 'C'], field: undefined },
      { heading: 'Preis', values: ['₹ 250', '80', '1'], field: undefined },
      { heading: 'Land', values: ['India', 'India', 'IN'], field: undefined },
      { heading: 'Rang', values: ['3', '', ''], field: undefined },
      { heading: 'Note', values: ['new', '', ''], field: undefined },
    ]));
});

test('the option of the command says the same', () => {
  const mapping: ColumnMapping = { 'Item, long=name': 'name', 'a\\b': 'ignore', मूल्य: 'price' };
  expect(mappingText(mapping)).toBe('Item\\, long\\=name=name,a\\\\b=ignore,मूल्य=price');
  expect(readMapping(mappingText(mapping))).toEqual(mapping);
  expect(readMapping('Item = name , Rate=price')).toEqual({ Item: 'name', Rate: 'price' });
  expect(readMapping(mappingText({ 'a\\': 'name' }))).toEqual({ 'a\\': 'name' });
  expect(() => readMapping('Item=name,Rate')).toThrow('“Rate” does not begin with “heading=field”.');
  expect(() => readMapping('Item=nam')).toThrow('“nam” is no field. The fields are: name, price,');
});

describe('a heading', () => {
  test.each([
    ['Price (USD)', 'price', { currency: 'USD' }],
    ['MRP ₹', 'originalPrice', { currency: 'INR' }],
    ['Selling Price in Rs. (incl. GST)', 'salePrice', { currency: 'INR' }],
    ['PRICE_EUR', 'price', { currency: 'EUR' }],
    ['Weight (kg)', 'weight', { unit: 'kg' }],
    ['Weight in grams', 'weight', { unit: 'grams' }],
    ['Grams', 'weight', { unit: 'Grams' }],
  ] as const)('%s names its field, and the currency or unit', (heading, field, parts) => {
    expect(fieldOf(heading)).toBe(field);
    expect(headingParts(heading)).toMatchObject(parts);
  });

  test.each(['Price (excl. GST)', 'Cost price', 'Old price list', 'Price per kg', 'Shelf'])(
    '%s is none that is known',
    (heading) => expect(fieldOf(heading)).toBeUndefined(),
  );
});

describe('prices of a table', () => {
  const prices = (text: string, rate?: number) =>
    read(text, undefined, rate).products.map(({ variants }) => variants);

  test('with a currency in the heading need its rate; two currencies are none that is known', () => {
    expect(read('Name,Price (USD)\nBalm,12\n').questions.currencies).toEqual(['USD']);
    expect(prices('Name,Price (USD)\nBalm,12\n', 80)).toMatchObject([[{ price: 96_000 }]]);
    expect(prices('Name,Price (USD)\nBalm,₹12\n', 80)).toEqual([undefined]);
    expect(prices('Name,Price,Currency\nBalm,₹12,USD\n', 80)).toEqual([undefined]);
    expect(prices('Name,Price (USD),MRP (INR)\nBalm,12,1200\n', 80)).toEqual([undefined]);
  });

  test('beside a reduced one: it counts while its days last', () => {
    expect(prices('Name,Price,Sale price\nA,500,400\nB,500,\nC,,300\n')).toMatchObject([
      [{ price: 40_000, originalPrice: 50_000 }],
      [{ price: 50_000 }],
      [{ price: 30_000 }],
    ]);
    expect(prices('Name,Regular price,Sale price\nA,500,400\nB,500,\n')).toMatchObject([
      [{ price: 40_000, originalPrice: 50_000 }],
      [{ price: 50_000 }],
    ]);
    expect(
      prices('Name,Price,Offer price,Sale start,Sale end\nA,500,400,2026-12-01,31/12/2026\nB,9,8,soon,\n'),
    ).toMatchObject([
      [{ price: 50_000, sale: { price: 40_000, from: '2026-12-01', until: '2026-12-31' } }],
      undefined,
    ]);
  });
});

test.each([
  ['12', { stock: 12 }],
  ['12 pcs', { stock: 12 }],
  ['Out of stock', { stock: 0 }],
  ['sold out', { stock: 0 }],
  ['50 ml', { quantity: '50 ml' }],
  ['In stock', {}],
])('stock of a table: %s', (text, said) => {
  const [product] = read(`Name,Price,Stock\nSoap,80,${text}\n`).products;
  expect(product?.variants).toEqual([{ row: 2, values: [], price: 8000, ...said }]);
});
