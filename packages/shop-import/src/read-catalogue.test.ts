import { describe, expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCatalogue(bytes(text), { name: 160, variants: 100 });
const refusals = (text: string) =>
  read(text).products.flatMap(({ findings }) =>
    findings
      .filter(({ severity }) => severity === 'refused')
      .map(({ row, column, message }) => [row, column, message].filter(Boolean).join(' · ')),
  );

const shopify = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Gift Card,Status,Shelf (custom)
neem-balm,Neem Balm,"<p>Thick, green
and quiet.</p>",Vann,Balm,"dry, night",true,Size,15 g,NB15,40,3,"1,299.00",1499.00,890123,https://a.example/1.jpg,A tin,false,active,7
neem-balm,,,,,,,,50 g,NB50,90,-2,2999,,,https://a.example/2.jpg,,,,
neem-balm,,,,,,,,,,,,,,,https://a.example/3.jpg,,,,
हल्दी,हल्दी 🌼 उबटन,,Vann,,,true,Title,Default Title,,0,,199,99,,,,false,draft,
old-soap,Old Soap,,Vann,Soap,,true,Title,Default Title,,0,8,80,,,,,false,archived,
`;

describe("Shopify's CSV", () => {
  test('gathers the rows of a product: prices, stock, pictures, status, and what has no field', () => {
    const { format, products } = read(shopify);
    expect(format).toBe('Shopify CSV');
    expect(products.map(({ handle, status }) => [handle, status])).toEqual([
      ['neem-balm', 'published'],
      ['हल्दी', 'draft'],
      ['old-soap', 'retired'],
    ]);
    const [balm, ubtan] = products;
    expect(balm?.options).toEqual(['Size']);
    expect(balm?.variants).toEqual([
      {
        row: 2,
        values: ['15 g'],
        price: 129_900,
        originalPrice: 149_900,
        sku: 'NB15',
        barcode: '890123',
        stock: 3,
        grams: 40,
      },
      { row: 3, values: ['50 g'], price: 299_900, sku: 'NB50', stock: 0, grams: 90 },
    ]);
    expect(balm?.pictures).toEqual([
      { address: 'https://a.example/1.jpg', alt: 'A tin' },
      { address: 'https://a.example/2.jpg', alt: '' },
      { address: 'https://a.example/3.jpg', alt: '' },
    ]);
    expect(balm?.tags).toEqual(['dry', 'night']);
    expect(balm?.others).toEqual({ 'Shelf (custom)': '7' });
    expect(ubtan).toMatchObject({ name: 'हल्दी 🌼 उबटन', variants: [{ values: [], price: 19_900 }] });
    expect(products.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([
      '-2 pieces are imported as 0.',
      '₹99.00 is below the price, so it is left out.',
    ]);
  });

  test('a second product with the same handle is a product of its own', () => {
    const { products } = read(
      `Handle,Title,Option1 Name,Option1 Value,Variant Price
a,First,Title,Default Title,1
a,Second,Title,Default Title,2
b,Tint,Shade,Sand,3
b,Tint,Shade,Clay,3
b,Other,Shade,Rust,3`,
    );
    expect(products.map(({ handle, name, variants }) => [handle, name, variants.length])).toEqual([
      ['a', 'First', 1],
      ['a', 'Second', 1],
      ['b', 'Tint', 2],
      ['b', 'Other', 1],
    ]);
  });

  test.each([
    [
      'windows-1252, as old exports are',
      Uint8Array.from([...bytes('Handle,Title,Variant Price\r\nx,Cr'), 0xe8, ...bytes('me,9\r\n')]),
      'Crème',
    ],
    ['UTF-8 with a byte order mark', bytes('\ufeffHandle,Title,Variant Price\r\nx,Crème,9\r\n'), 'Crème'],
    [
      'UTF-16',
      new Uint8Array(
        Uint16Array.from('\ufeffHandle\tTitle\tVariant Price\nx\tCrème\t9\n', (one) => one.charCodeAt(0))
          .buffer,
      ),
      'Crème',
    ],
  ])('reads %s', (_, file, name) => expect(readCatalogue(file).products[0]?.name).toBe(name));
});

test("products.json has the CSV's rules", () => {
  const { format, products } = read(
    JSON.stringify({
      products: [
        {
          title: 'Tint',
          handle: 'tint',
          body_html: '<p>Sheer.</p>',
          vendor: 'Vann',
          product_type: 'Make-up',
          tags: ['day'],
          published_at: null,
          options: [{ name: 'Shade' }],
          variants: [
            { option1: 'Sand', price: '499.00', compare_at_price: '599.00', sku: 'T1', grams: 60 },
            {
              option1: 'Clay',
              price: '499.00',
              compare_at_price: null,
              featured_image: { src: 'https://a.example/c.png' },
            },
          ],
          images: [{ src: 'https://a.example/1.png' }],
        },
      ],
    }),
  );
  expect(format).toBe('Shopify JSON');
  expect(products).toMatchObject([
    {
      handle: 'tint',
      status: 'draft',
      variants: [
        { values: ['Sand'], price: 49_900, originalPrice: 59_900, grams: 60 },
        { values: ['Clay'], picture: 'https://a.example/c.png' },
      ],
    },
  ]);
});

test("WooCommerce's variations join their product, by SKU or by number", () => {
  const { format, products } = read(
    `ID,Type,SKU,Name,Published,"Short description",Description,"In stock?",Stock,"Weight (kg)","Sale price","Regular price",Categories,Tags,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Meta: _note"
11,variable,SER,Serum,1,Light.,<p>Long.</p>,1,,0.1,,,"Skin > Serums, Skin",glow,"https://a.example/1.jpg, https://a.example/2.jpg",,Size,"15 ml, 30 ml",x
12,variation,SER15,Serum - 15 ml,1,,,1,4,0.05,399,499,,,,SER,Size,15 ml,
13,variation,SER30,Serum - 30 ml,1,,,0,,,,899,,,https://a.example/30.jpg,id:11,Size,30 ml,
14,simple,SOAP,Soap,-1,,,1,9,,,80,Soap,,,,,,`,
  );
  expect(format).toBe('WooCommerce CSV');
  expect(products).toMatchObject([
    {
      name: 'Serum',
      type: 'Serums',
      category: 'Skin > Serums',
      options: ['Size'],
      others: { 'Meta: _note': 'x' },
      pictures: [{ address: 'https://a.example/1.jpg' }, { address: 'https://a.example/2.jpg' }],
      variants: [
        { values: ['15 ml'], price: 39_900, originalPrice: 49_900, stock: 4, grams: 50 },
        { values: ['30 ml'], price: 89_900, stock: 0, picture: 'https://a.example/30.jpg' },
      ],
    },
    { name: 'Soap', status: 'draft', variants: [{ values: [], price: 8000, stock: 9 }] },
  ]);
});

test('an attribute that only describes a WooCommerce product is no option', () =>
  expect(
    read(
      `ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
1,variable,SER,Serum,,,Size,"15 ml, 30 ml",Skin,"Dry, Oily"
2,variation,,Serum,99,SER,Size,15 ml,,
3,variation,,Serum,149,id:1,Size,30 ml,,`,
    ).products,
  ).toMatchObject([
    { options: ['Size'], findings: [], variants: [{ values: ['15 ml'] }, { values: ['30 ml'] }] },
  ]));

describe('headings are compared without case and punctuation, also those that have a field', () => {
  test.each([
    ['Shopify', 'HANDLE,TITLE,BODY (HTML),VARIANT PRICE,VARIANT GRAMS,OPTION1 NAME,SHELF\na,A,Text,9,5,,top'],
    [
      'Shopify, with underscores',
      'handle,title,body_html,variant_price,variant_grams,shelf\na,A,Text,9,5,top',
    ],
    [
      'WooCommerce',
      'id,type,name,regular price,short description,WEIGHT (KG),shelf\n1,simple,A,9,Text,0.005,top',
    ],
    ['a table', 'name,selling_price,details,weight in grams,shelf\nA,9,Text,5,top'],
  ])('%s', (_, file) => {
    const [product] = read(file).products;
    expect(product).toMatchObject({ name: 'A', body: 'Text', variants: [{ price: 900, grams: 5 }] });
    expect(Object.values(product?.others ?? {})).toEqual(['top']);
  });
});

describe('several pictures in a cell of a table', () => {
  test.each([
    [
      'https://a.example/1.jpg, https://a.example/2.jpg',
      'https://a.example/1.jpg',
      'https://a.example/2.jpg',
    ],
    [
      'https://a.example/1.jpg;  HTTP://a.example/2.jpg |',
      'https://a.example/1.jpg',
      'HTTP://a.example/2.jpg',
    ],
    ['https://a.example/w_10,h_20/1.jpg?u=https://b.example/2.jpg'],
    ['Rose Mist 1.jpg, rose mist v1.2 back.jpg', 'Rose Mist 1.jpg', 'rose mist v1.2 back.jpg'],
    ['"a.jpg\nb.jpg"', 'a.jpg', 'b.jpg'],
  ])('%s', (cell, ...expected) =>
    expect(
      read(`Name\tPrice\tImages\nMist\t9\t${cell}`).products[0]?.pictures.map(({ address }) => address),
    ).toEqual(expected.length ? expected : [cell]),
  );

  test('a long run of separators is read in one pass', () => {
    const cell = `https://a.example/1.jpg${', '.repeat(50_000)}${','.repeat(50_000)}`;
    const [product] = read(`Name\tPrice\tImages\nMist\t9\t${cell}`).products;
    expect(product?.pictures).toEqual([{ address: 'https://a.example/1.jpg', alt: '' }]);
  });
});

test.each([',', ';', '\t', '|'])('a table of one’s own with %j between its cells', (separator) => {
  const { format, products } = read(
    [
      ['Product name', 'M.R.P.', 'Selling Price', 'Category', 'Qty', 'Note'],
      ['Rose Mist', '₹ 450/-', 'Rs. 399.50', 'Mist', '12', 'new'],
    ]
      .map((row) => row.join(separator))
      .join('\r\n'),
  );
  expect(format).toBe('CSV');
  expect(products).toMatchObject([
    {
      key: 'Rose Mist',
      type: 'Mist',
      others: { Note: 'new' },
      variants: [{ price: 39_950, originalPrice: 45_000, stock: 12 }],
    },
  ]);
});

test('a separator that a first line names', () =>
  expect(read('sep=;\r\nName;Price\r\nSoap;80').products[0]).toMatchObject({ row: 3, name: 'Soap' }));

describe('what cannot be imported as a whole', () => {
  test.each([
    ['an empty file', ' \r\n', 'The file is empty.'],
    [
      'one column',
      'Name\nSoap\n',
      'The file has one column only. It needs a row of headings and at least a name and a price.',
    ],
    [
      'a file that ends in the middle',
      'Name,Price\nSoap,80\nBalm,"12',
      'Row 3: A quoted cell begins here and never ends. The file may have been cut off: please export it again.',
    ],
    [
      'no column of prices',
      'Name,Colour\nSoap,red\n',
      'Row 1: No column has a heading for the price, such as “Price”, “Selling price”, “Sale price”. The headings are: Name, Colour.',
    ],
    [
      'too many rows',
      `Name,Price\n${'a,1\n'.repeat(50_001)}`,
      'The file has 50,002 rows; at most 50,000 are read. Please export it in parts.',
    ],
    [
      'JSON that was cut off',
      '{"products": [',
      'The file begins as JSON and cannot be read. It may have been cut off.',
    ],
    ['JSON without a list', '{"items": []}', 'The file has no list of products.'],
  ])('%s', (_, file, message) => expect(() => read(file)).toThrow(message));
});

test('numbers that a spreadsheet has shortened are left out, with row and column', () => {
  const [product] = read('Name,Price,SKU,EAN\nSoap,80,7.01234E+13,"8,90123E+12"').products;
  expect(product?.variants[0]).not.toMatchObject({ sku: expect.anything() });
  expect(product?.variants[0]).not.toMatchObject({ barcode: expect.anything() });
  expect(product?.findings.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
    '2 SKU: A spreadsheet has shortened the number “7.01234E+13”. Please format its column as text, and enter it again.',
    '2 EAN: A spreadsheet has shortened the number “8,90123E+12”. Please format its column as text, and enter it again.',
  ]);
});

describe('what refuses one product, with its row and column', () => {
  test.each([
    ['a price of 0', 'Name,Price\nSoap,0', '2 · Price · “0” is not a price above 0.'],
    ['a text for a price', 'Name,Price\nSoap,free', '2 · Price · “free” is not a price above 0.'],
    ['a formula for a price', 'Name,Price\nSoap,=9+9', '2 · Price · “=9+9” is not a price above 0.'],
    ['a negative price', 'Name,Price\nSoap,-80', '2 · Price · “-80” is not a price above 0.'],
    ['no price', 'Name,Price\nSoap,', '2 · Price · There is no price.'],
    ['no name', 'Name,Price\n,80', '2 · There is no name.'],
    [
      'a long name',
      `Name,Price\n${'a'.repeat(161)},80`,
      '2 · The name has 161 characters, and at most 160 are possible.',
    ],
    [
      'a description of 5 MB',
      `Name,Price,Description\nSoap,80,${'a '.repeat(2_500_000)}`,
      '2 · The description has 49,99,999 characters, and at most 2,00,000 are possible.',
    ],
    [
      '101 variants',
      `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${Array.from({ length: 101 }, (_, place) => `tint,${place ? '' : 'Tint'},${place ? '' : 'Shade'},No. ${place},9`).join('\n')}`,
      '2 · It has 101 sizes and shades, and at most 100 are possible.',
    ],
  ])('%s', (_, file, message) => expect(refusals(file)).toEqual([message]));

  test('a size that cannot be sold is left out alone', () => {
    const [tint] = read(
      'Handle,Title,Option1 Name,Option1 Value,Variant Price\na,A,Size,10 ml,9\na,,,20 ml,\na,,,30 ml,free\na,,,,8',
    ).products;
    expect(tint?.variants.map(({ values }) => values)).toEqual([['10 ml']]);
    expect(tint?.findings).toEqual([
      { severity: 'left out', row: 3, column: 'Variant Price', message: 'There is no price.' },
      { severity: 'left out', row: 4, column: 'Variant Price', message: '“free” is not a price above 0.' },
      { severity: 'left out', row: 5, message: 'The value of “Size” is missing.' },
    ]);
  });

  test('the others come over', () =>
    expect(read('Name,Price\nSoap,free\nBalm,90').products.map(({ variants }) => variants.length)).toEqual([
      0, 1,
    ]));
});

test('a formula in a name stays a text; marks of direction go', () =>
  expect(read('Name,Price\n=HYPERLINK(1),9\n\u202eBalm\u202c,9').products.map(({ name }) => name)).toEqual([
    '=HYPERLINK(1)',
    'Balm',
  ]));
