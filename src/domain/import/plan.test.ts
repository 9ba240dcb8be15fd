import { readCatalogue } from 'shop-import/read-catalogue';
import { describe, expect, test } from 'vitest';
import { productContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { mostVariants } from '#domain/catalogue/variant.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { importLimits, planImport, type ShopFacts } from './plan.ts';
import { matterOf } from './product-file.ts';
import { reportImport } from './report.ts';

const shop: ShopFacts = {
  categories: [
    { name: 'serum', words: ['serum', 'drops'] },
    { name: 'cleanser', words: ['cleanser', 'face wash'] },
    { name: 'moisturizer', words: ['moisturiser', 'lotion'] },
  ],
  concepts: new Map([['night', 'night']]),
  record: new Map(),
  others: new Map([
    ['rose-mist', { name: 'Rose Mist', variants: [] }],
    ['neem-gel', { name: 'Our Neem Gel', sku: 'NG-1', variants: [] }],
  ]),
  rates: new Set(['330499']),
  names: { steps: ['treat'], actives: ['niacinamide'], codes: ['xx'], stepped: [], products: [] },
  now: Date.parse('2026-11-30T06:30Z'),
};
const plan = (text: string, facts: Partial<ShopFacts> = {}) =>
  planImport(readCatalogue(new TextEncoder().encode(text), importLimits), { ...shop, ...facts });
const written = (text: string, fileOf: (address: string) => string | undefined = () => undefined) =>
  plan(text).products.map((one) => matterOf(one, fileOf));

describe('ids', () => {
  const idsOf = (text: string, facts?: Partial<ShopFacts>) =>
    plan(text, facts).products.map(({ id, aliases }) => [id, ...aliases].join(' '));

  test('a handle that is none is made one and stays an alias; others get a number', () =>
    expect(
      idsOf(`Handle,Title,Variant Price
हल्दी,Haldi,1
Rose_Mist,Rose Mist,1
counts,Counts,1
a,First,1
a,Second,1
neem-gel,Neem Gel,1
🌼,🌼,1`),
    ).toEqual([
      'hldi हल्दी',
      'rose-mist rose_mist',
      'counts-2 counts',
      'a',
      'a-2',
      'neem-gel-2',
      'blossom 🌼',
    ]));

  test('those of the last import stay, and what has left the export is named', () => {
    const record = new Map(
      [
        { key: 'b', id: 'old-b' },
        { key: 'gone', id: 'gone' },
      ].map((one) => [one.key, { ...one, pictures: {}, kept: {}, said: {} }]),
    );
    const text = 'Handle,Title,Variant Price\na,A,1\nb,B,1';
    expect(idsOf(text, { record })).toEqual(['a', 'old-b b']);
    expect(plan(text, { record }).left).toEqual(['gone']);
  });
});

test.each([
  ['a type that the shop has', 'Face Washes', '', '', 'Gel', 'cleanser', 'said'],
  [
    'the last part of a category, as a guess',
    '',
    'Health & Beauty > Skin Care > Lotions & Moisturizers',
    '',
    'X',
    'moisturizer',
    'guessed',
  ],
  ['a broad type, and not of a tag', 'Skincare', '', 'Serum', 'X', 'skincare', 'new'],
  ['the name where the type is broad', 'Skincare', '', '', 'Rose Face Wash - 100 ml', 'cleanser', 'guessed'],
  ['a type of its own', 'Hair Serum', '', '', 'X', 'hair serum', 'new'],
  ['a type in another script', 'साबुन', '', '', 'X', 'sabun', 'new'],
  ['the name', 'Uncategorized', '', '', 'Vitamin C Serum with Aloe (Pack of 2)', 'serum', 'guessed'],
  ['no word inside a name', '', '', '', 'Face Wash Brush', 'other', 'new'],
  ['nothing', '', '', '', 'Lip Balm', 'other', 'new'],
])('the category is that of %s', (_, type, category, tags, name, found, basis) =>
  expect(
    plan(`Handle,Title,Type,Product Category,Tags,Variant Price\na,${name},${type},${category},${tags},1`)
      .products[0]?.category,
  ).toMatchObject({ name: found, basis }),
);

const sizes = `Handle,Title,Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Variant Image,SEO Title,Status,Shelf
oil,Balm &amp; Oil,Vann,Serum,"night, vegan, Dry Skin",true,Size,15ml,B15,40,3,299,399,890 123,https://a.example/1.jpg,A tin,,Best balm,active,7
oil,,,,,,,50 ML,B50,90,5,299,,"N/A",https://a.example/2.jpg,,https://a.example/50.jpg,,,
oil,,,,,,,Refill,,,,250,,,,,,,,
`;

test('sizes, codes, stock, weight, pictures and search words become fields; nothing else is said', () => {
  const files: Record<string, string> = {
    'https://a.example/1.jpg': '1.jpg',
    'https://a.example/50.jpg': '3.jpg',
  };
  const [matter] = written(sizes, (address) => files[address]);
  expect(matter).toEqual({
    name: 'Balm & Oil',
    status: 'published',
    category: 'serum',
    brand: 'Vann',
    pictures: [{ file: '1.jpg', alt: 'A tin' }, { file: '3.jpg' }],
    price: 299,
    originalPrice: 399,
    netQuantity: '15 ml',
    volume: 15,
    sku: 'B15',
    barcode: '890123',
    weight: 40,
    openingStock: 3,
    variants: [
      { label: '15ml', kind: 'size' },
      {
        id: '50-ml',
        label: '50 ML',
        kind: 'size',
        picture: '3.jpg',
        price: 299,
        netQuantity: '50 ml',
        volume: 50,
        sku: 'B50',
        weight: 90,
        openingStock: 5,
      },
      { id: 'refill', label: 'Refill', kind: 'size', price: 250 },
    ],
    tags: ['night'],
    skinTypes: ['Dry Skin'],
    seoTitle: 'Best balm',
  });
  const { status: _, ...content } = matter ?? {};
  const sold = sellablesOf('oil', productContent.parse(content));
  expect(
    sold.map(([id, { price, originalPrice, openingStock }]) => [id, price, originalPrice, openingStock]),
  ).toEqual([
    ['oil', 29_900, 39_900, 3],
    ['oil--50-ml', 29_900, undefined, 5],
    ['oil--refill', 25_000, undefined, 0],
  ]);
});

test('what has no field is kept by its heading', () =>
  expect(plan(sizes).products[0]?.kept).toEqual({
    Shelf: '7',
    'Product type': 'Serum',
    Options: 'Size',
    Tags: 'vegan',
    Barcode: 'N/A',
  }));

test.each([
  [
    'a long name',
    `Name,Price\n${'a'.repeat(161)},80`,
    'The name has 161 characters, and at most 160 are possible.',
  ],
  [
    '101 variants',
    `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${Array.from({ length: mostVariants + 1 }, (_, place) => `tint,${place ? '' : 'Tint'},${place ? '' : 'Shade'},No. ${place},9`).join('\n')}`,
    'It has 101 sizes and shades, and at most 100 are possible.',
  ],
])('a product with %s is refused', (_, text, message) =>
  expect(plan(text).products[0]?.product.findings).toContainEqual({ severity: 'refused', row: 2, message }),
);

test('a part of a description that does not fit its field stays in the description', () => {
  const long = 'word '.repeat(80).trim();
  const [{ body } = {}] = plan(
    `Handle,Title,Body (HTML),Variant Price\na,A,<h4>Benefits</h4><ul><li>${long}</li></ul>,9`,
  ).products;
  expect(body).toMatchObject({ benefits: [], markdown: `#### Benefits\n\n- ${long}` });
});

test('all texts that do not fit their fields are kept', () => {
  const long = 'x'.repeat(65);
  const { products } = plan(`Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price
a,A,${'y'.repeat(81)},Size,S,${long}1,9
a,,,,M,${long}2,9
a,,,,L,FITS,9`);
  expect(products[0]?.kept).toMatchObject({ SKU: `${long}1, ${long}2`, Brand: 'y'.repeat(81) });
});

test('names of sizes and shades differ, are short, and have ids', () => {
  const long = 'Very '.repeat(20).trim();
  const { products } = plan(`Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price
t,Tint,Shade,Sand,Size,S,1
t,,,Sand,,S,1
t,,,🌼,,🌼,1
t,,,${long},,M,1`);
  const [, second, , last] = [...(products[0]?.variants ?? [])];
  expect([...(products[0]?.variants.keys() ?? [])].slice(0, 2)).toEqual(['sand-s', 'sand-s-2']);
  expect(second?.[1].label).toBe('Sand / S (2)');
  expect(last?.[1].label).toMatch(/^Very .{40,53}…$/);
});

describe('options', () => {
  const tee = (rows: string, third = '') =>
    written(
      `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant Price
${rows.replace('t,,,', 't,Tee,Colour,').replace(',,', ',Size,').replace(',,', `,${third},`)}`,
    ).map(({ options, variants = [] }) => [options, ...variants.map(({ choices }) => choices?.join())]);

  test('two or three in which its sizes differ are pickers; one with the same value is none', () => {
    expect(tee('t,,,Red,,S,,Linen,1\nt,,,Red,,M,,Linen,1\nt,,,Blue,,M,,Linen,1', 'Fabric')).toEqual([
      [['Colour', 'Size'], 'Red,S', 'Red,M', 'Blue,M'],
    ]);
    expect(tee('t,,,Red,,S,,Linen,1\nt,,,Red,,M,,Cotton,1\nt,,,Blue,,M,,Linen,1', 'Fabric')).toEqual([
      [['Colour', 'Size', 'Fabric'], 'Red,S,Linen', 'Red,M,Cotton', 'Blue,M,Linen'],
    ]);
  });

  test.each([
    ['only one differs', 't,,,Red,,S,,,1\nt,,,Red,,M,,,1'],
    ['two have the same choices', 't,,,Red,,S,,,1\nt,,,Blue,,M,,,1\nt,,,red,,s,,,1'],
    ['a value is too long', `t,,,${'R'.repeat(61)},,S,,,1\nt,,,Red,,M,,,1`],
    ['a value runs a script', 't,,,[x](javascript:y),,S,,,1\nt,,,Red,,M,,,1'],
  ])('they are one list where %s', (_, rows) =>
    expect(tee(rows).map(([options, ...choices]) => [options, ...new Set(choices)])).toEqual([
      [undefined, undefined],
    ]),
  );
});

describe('country of origin, importer and maker', () => {
  const importer = 'Sea Imports, 1 Dock Road, Mumbai 400001';
  const maker = 'Han Lab, 2 Hill Street, Seoul';
  const label = (text: string) =>
    written(text).map(({ countryOfOrigin, importer, manufacturer }) => [
      countryOfOrigin,
      importer,
      manufacturer,
    ]);
  const cells = (origin: string) => `"${origin}","${importer}","${maker}"`;

  test.each([
    [
      'Shopify, fields of its own',
      `Handle,Title,Variant Price,Country of origin (product.metafields.custom.country_of_origin),Importer (product.metafields.custom.importer),Manufacturer (product.metafields.custom.manufacturer)\nveil,Veil,9,${cells('KR')}`,
    ],
    [
      'WooCommerce, meta data',
      `ID,Type,Name,Regular price,Meta: country_of_origin,Meta: _importer,Meta: manufacturer_details\n1,simple,Veil,9,${cells('Republic of Korea')}`,
    ],
    [
      'WooCommerce, attributes',
      `ID,Type,Name,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Attribute 3 name,Attribute 3 value(s)\n1,simple,Veil,9,Country of Origin,Korea,Imported by,"${importer.replaceAll(',', '\\,')}",Manufactured by,"${maker.replaceAll(',', '\\,')}"`,
    ],
    [
      'a table',
      `Product,Price,Brand,Country of Origin,Imported by,Manufacturer\nVeil,9,Han,${cells('south korea')}`,
    ],
    [
      'a table with a short heading',
      `Product,Price,Brand,Origin,Importer,Manufactured by\nVeil,9,Han,${cells('Made in Korea')}`,
    ],
    [
      'a table with the address apart',
      `Product,Price,Made in,Importer name,Importer address,Manufacturer name,Manufacturer address\nVeil,9,KOR,Sea Imports,"1 Dock Road, Mumbai 400001",Han Lab,"2 Hill Street, Seoul"`,
    ],
  ])('%s', (_, text) => expect(label(text)).toEqual([['South Korea', importer, maker]]));

  test('what names no country stays as it is, and the report says so', () => {
    const read = plan('Product,Price,Country of origin\nVeil,9,Koria\nMist,9,France\nBalm,9,India');
    expect(read.products.map((one) => matterOf(one, () => undefined).countryOfOrigin)).toEqual([
      'Koria',
      'France',
      'India',
    ]);
    const said = reportImport(read, new Map(), true).products.map(({ findings }) =>
      findings.map(({ message }) => message).filter((message) => /country|imported/.test(message)),
    );
    expect(said).toEqual([
      ['“Koria” names no country, so no filter for the country of origin shows the product.'],
      ['It is imported, and the file does not say by whom.'],
      [],
    ]);
  });

  test('an origin that is no country is a text without a field', () => {
    const [{ kept = {}, product } = {}] = plan('Product,Price,Origin\nVeil,9,Organic farm').products;
    expect([product?.label.countryOfOrigin, kept]).toMatchObject(['', { Origin: 'Organic farm' }]);
  });
});

describe('skin types', () => {
  const skins = (text: string) => {
    const { products } = plan(`Name,Price,Suitable for skin type\nMist,9,"${text}"`);
    return products.map((one) => {
      const { skinType, skinTypes } = matterOf(one, () => undefined);
      return [skinType, skinTypes, one.kept['Skin types']];
    })[0];
  };

  test.each([
    ['dry; sensitive', [undefined, ['Dry Skin', 'Sensitive Skin'], undefined]],
    ['oily-skin', ['Oily Skin', ['Oily Skin'], undefined]],
    [
      'Acne-prone; Combination; normal',
      ['Combination Skin', ['Combination Skin'], 'Acne-prone; Combination; normal'],
    ],
    ['all-skin-types', ['For All Skin Types', [...skinTypes], undefined]],
    ['Not for dry skin', [undefined, undefined, 'Not for dry skin']],
    ['normal', [undefined, undefined, 'normal']],
  ])('%s', (text, expected) => expect(skins(text)).toEqual(expected));
});

test('active ingredients are said as such, where the file has no list of all', () => {
  const heading = 'Active (product.metafields.shopify.active-ingredient)';
  const [first, second] = written(
    `Handle,Title,Variant Price,Ingredients,${heading}\na,A,9,,zinc-pca; Niacinamide\nb,B,9,"Aqua, Rosa",niacinamide`,
  );
  expect(first?.ingredients).toBe('Active ingredients: Zinc pca, Niacinamide');
  expect(second?.ingredients).toBe('Aqua, Rosa');
});
