/**
 * The laws of an import (docs/moving-in.md), for any column and value: what is written can be built, nothing of the file is
 * lost, a second import writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metafieldHeading } from 'shop-import/metafields';
import { readCatalogue } from 'shop-import/read-catalogue';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { metafieldLabels, metafieldNamespace } from '#domain/catalogue/product-metafields.ts';
import { importLimits, isRefused, planImport } from '#domain/import/plan.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles, readProducts, readRoutine, readSales } from '#tools/lib/content.ts';
import { exportCatalogue } from '#tools/lib/export-catalogue.ts';
import { readShop } from './shop.ts';
import { contentCopy } from './testing/content-copy.ts';
import { writeImport } from './write-import.ts';

const copy = contentCopy();
afterAll(() => copy.remove());
beforeEach(() => copy.reset());

async function write(text: string, replaceSamples = false) {
  const catalogue = readCatalogue(new TextEncoder().encode(text), importLimits);
  const plan = planImport(catalogue, readShop(copy.content, replaceSamples, Date.parse('2026-11-30T06:30Z')));
  const outcomes = await writeImport(plan, {
    content: copy.content,
    pictures: undefined,
    replaceSamples,
    onProgress: () => {},
  });
  return { plan, outcomes };
}
const laws = () => mistakesIn(contentFiles(copy.content)).laws;
const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
const row = (cells: readonly string[]) => cells.map(quoted).join(',');

/** Values that mean something to YAML, Markdown, templates, browsers, addresses, spreadsheets and people. */
const nasty = [
  '{{price}} and {{',
  '}}{{nothing}}',
  '[look](javascript:alert(1))',
  '[x]( javascript&#58;alert(1) )',
  '<script>alert(1)</script><b onclick="x">Bold',
  '<a href="javascript:x">a</a><img src=x onerror=y>',
  '2026-01-01',
  'true',
  'null',
  '~',
  '0x1F',
  '1e9',
  '- a\n- b',
  '---\nname: x\n---',
  '# heading',
  'a: b # c',
  '\'quoted\' "twice"',
  '`code` *bold* _under_ \\ back',
  '@handle %percent &amp; &lt;b&gt; &#39;',
  'हल्दी उबटन 🌼 \u202eevil\u202c',
  'کریم جلد',
  '=HYPERLINK("x")',
  '..',
  '../../etc/passwd',
  'CON',
  'a'.repeat(5000),
  'line\r\nline\r\n\r\nline',
  '\u0000\u0007control',
  '￥１２３',
  '::: note',
  '|a|b|\n|-|-|\n|1|2|',
  '![p](http://a.example/x.png)',
  '-5',
  '0',
];

const tables: Record<string, { headings: readonly string[]; usual: readonly string[] }> = {
  'Shopify CSV': {
    headings: [
      ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
      ...['Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker'],
      ...['Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Price', 'Variant Compare At Price'],
      ...['Variant Barcode', 'Image Src', 'Image Alt Text', 'SEO Title', 'SEO Description', 'Status'],
      ...['Country of origin (product.metafields.custom.country_of_origin)', 'HSN', 'Ingredients', 'Shelf'],
    ],
    usual: [
      ...['balm', 'Neem Balm', '<p>Thick.</p>', 'Vann', '', 'Balm', 'dry', 'true', 'Size', '15 g', 'NB15'],
      ...['40', 'shopify', '3', 'deny', '299', '399', '890123', '', '', '', '', 'active', 'India', '330499'],
      ...['Aqua', '7'],
    ],
  },
  'WooCommerce CSV': {
    headings: [
      ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Short description'],
      ...['Description', 'Date sale price starts', 'Date sale price ends', 'In stock?', 'Stock'],
      ...[
        'Backorders allowed?',
        'Weight (kg)',
        'Sale price',
        'Regular price',
        'Categories',
        'Tags',
        'Images',
      ],
      ...['Brands', 'Attribute 1 name', 'Attribute 1 value(s)', 'Meta: _yoast_wpseo_title', 'Meta: _note'],
    ],
    usual: [
      ...[
        '11',
        'simple',
        'SER',
        'Serum',
        '1',
        'visible',
        'Light.',
        '<p>Long.</p>',
        '',
        '',
        '1',
        '4',
        '0',
        '0.1',
      ],
      ...['', '899', 'Serums', 'glow', '', 'Vann', 'Skin', 'Dry', 'Best', 'x'],
    ],
  },
  CSV: {
    headings: [
      ...['Name', 'Price', 'MRP', 'Category', 'Brand', 'Description', 'Stock', 'SKU', 'Barcode', 'Tags'],
      ...['Status', 'Country of origin', 'Importer', 'Manufactured by', 'Ingredients', 'How to use', 'HSN'],
    ],
    usual: [
      ...['Rose Mist', '399', '450', 'Toner', 'Vann', 'Light.', '12', 'RM', '890', 'dry', 'active', 'Korea'],
      ...['Sea Imports', 'Han', 'Aqua', 'Spray', '330499'],
    ],
  },
};

test.each(Object.entries(tables))(
  '%s: any value of any column is written so that the shop can be built',
  async (format, { headings, usual }) => {
    const rows = headings.flatMap((_, place) =>
      nasty.map((value, n) =>
        row(
          usual.map((one, at) => {
            if (at === place) return value;
            // Each is a product of its own.
            const isKey = at === 0 || ['SKU', 'Variant SKU'].includes(headings[at] ?? '');
            return isKey ? `${one} ${place} ${n}` : one;
          }),
        ),
      ),
    );
    const { plan, outcomes } = await write([row(headings), ...rows].join('\n'));
    expect(plan.catalogue.format).toBe(format);
    expect(plan.products).toHaveLength(rows.length);
    expect(laws()).toEqual([]);
    // What the file says of a product may refuse it, but never the shop's own rules, which nobody can read before.
    const unwritten = plan.products
      .filter(({ product, key }) => !isRefused(product) && outcomes.get(key)?.result === 'refused')
      .map(({ key }) => outcomes.get(key)?.findings);
    expect(unwritten).toEqual([]);
  },
);

/** What agrees with the schemas, and names what this shop does not have. */
const wrongNames = [
  '{"code":"zz","step":"nowhere","layer":1,"times":["morning"],"how":"Rub.","amount":1}',
  '{"code":"cs","layer":1,"times":["morning"],"how":"Rub.","amount":1}',
  '{"code":"zy","step":"treat","layer":1,"times":["morning"],"actives":["none"],"how":"{{rub}}","amount":1}',
  '["morning-ritual-kit","rose-balance-toner"]',
  '["{{saving}} {{nothing}}","b"]',
  '[{"file":"9.png"},{"file":"9.png","alt":"<b>x</b>"}]',
  '[{"id":"x","label":"{{mrp}}"},{"label":"b","picture":"9.png"}]',
  '[{"label":"a"}]',
  '["price","name","category","id","label","nothing"]',
  '999999',
  'For All Skin Types',
  'hidden',
  '2026-02-31',
];

test('an export of this shop: any value of its own columns is written so that the shop can be built', async () => {
  const own = (['product', 'variant'] as const).flatMap((owner) =>
    Object.entries(metafieldLabels[owner]).map(([name, label]) =>
      metafieldHeading(owner, metafieldNamespace, name, label),
    ),
  );
  const headings = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Type', ...own];
  const values = [...nasty, ...wrongNames];
  // Each value is once in each column, in a product of its own and beside others.
  const rows = values.flatMap((_, n) => {
    const cells = own.map((_, place) => values[(place + n) % values.length] ?? '');
    const [ofProduct, ofVariant] = ['(product.', '(variant.'].map((owner) =>
      cells.map((cell, place) => (own[place]?.includes(owner) ? cell : '')),
    );
    const product = (handle: string, first: readonly string[] = [], second: readonly string[] = []) => [
      row([handle, handle, 'Size', '15 g', '299', 'Balm', ...first]),
      row([handle, '', '', '50 g', '599', '', ...second]),
    ];
    const alone = own.map((_, place) => (place === n % own.length ? (values[n] ?? '') : ''));
    return [...product(`balm-${n}`, ofProduct, ofVariant), ...product(`soap-${n}`, alone, alone)];
  });
  const { plan, outcomes } = await write([row(headings), ...rows].join('\n'));
  expect(plan.products).toHaveLength(values.length * 2);
  expect(laws()).toEqual([]);
  expect([...outcomes.values()].filter(({ result }) => result !== 'added')).toEqual([]);
  const lost = plan.products
    .flatMap(({ product }) => product.findings)
    .filter(({ column = '' }) => own.includes(column));
  expect(lost.length).toBeGreaterThan(values.length * 40);
});

test('names and handles that the shop uses itself are those of products too', async () => {
  const { kinds } = readRoutine(copy.content);
  const handles = [
    ...kinds.map(({ id }) => id),
    ...readProducts(copy.content).keys(),
    'live',
    'search',
    'counts',
  ];
  const rows = handles.map((handle, n) => row([handle, `Product ${n}`, '99', 'Thing']));
  await write([row(['Handle', 'Title', 'Variant Price', 'Type']), ...rows].join('\n'), true);
  expect(laws()).toEqual([]);
  expect(readProducts(copy.content).size).toBe(handles.length);
});

describe('a second import', () => {
  test.each(['shopify-1.csv', 'shopify-2-variants.csv'])('of %s writes no file', async (name) => {
    const text = readFileSync(join(import.meta.dirname, 'testing', name), 'utf8');
    await write(text, true);
    const before = copy.files();
    await write(text);
    expect(copy.files()).toEqual(before);
  });

  test('finds a product by its SKU after its handle has changed, and the old handle leads to it', async () => {
    const file = (handle: string) =>
      `Handle,Title,Variant Price,Variant SKU\n${handle},Balm,99,B-1\nsoap,Soap,80,S-1`;
    await write(file('balm'));
    const { plan } = await write(file('neem-balm'));
    expect(plan.products.map(({ id }) => id)).toEqual(['balm', 'soap']);
    expect(plan.left).toEqual([]);
    expect(readProducts(copy.content).get('balm')?.aliases).toEqual(['neem-balm']);
    const before = copy.files();
    await write(file('neem-balm'));
    expect(copy.files()).toEqual(before);
  });
});

describe('sales with dates', () => {
  const file = (sale: string, from: string, until: string) =>
    `ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price
1,simple,A,Diwali Serum,1,${from},${until},${sale},999`;
  const sold = () => readProducts(copy.content).get('diwali-serum');

  test('that are to come are sales of the shop, once, and end when the export changes them', async () => {
    await write(file('99', '2027-10-20 00:00:00', '2027-10-30 23:59:59'));
    expect(sold()).toMatchObject({ price: 99_900 });
    const [sale] = readSales(copy.content);
    expect(sale).toMatchObject({ price: 9_900, products: ['diwali-serum'] });
    expect(new Date(sale?.from ?? 0).toISOString()).toBe('2027-10-19T18:30:00.000Z');
    expect(new Date(sale?.until ?? 0).toISOString()).toBe('2027-10-30T18:30:00.000Z');
    await write(file('99', '2027-10-20 00:00:00', '2027-10-30 23:59:59'));
    expect(readSales(copy.content)).toHaveLength(1);
    await write(file('149', '2027-10-20', '2027-10-25'));
    expect(readSales(copy.content)).toMatchObject([{ price: 14_900, products: ['diwali-serum'] }]);
    await write(file('', '', ''));
    expect(readSales(copy.content)).toEqual([]);
    expect(laws()).toEqual([]);
  });

  test('that are over charge nothing, and without an end they are the price', async () => {
    await write(file('99', '2025-10-01', '2025-10-05'));
    expect([sold()?.price, readSales(copy.content)]).toEqual([99_900, []]);
    await write(file('99', '2025-10-01', ''));
    expect([sold()?.price, sold()?.originalPrice]).toEqual([9_900, 99_900]);
  });

  test.each([
    ['soon', ''],
    ['2027-10-20', '2027-10-19'],
    ['2027-10-20 18:00', '2027-10-20 17:59'],
  ])('that are from %s until %s keep the product out', async (from, until) => {
    const { plan } = await write(file('99', from, until));
    expect(plan.products.map(({ product }) => isRefused(product))).toEqual([true]);
    expect(laws()).toEqual([]);
  });

  test('of one day are a sale', async () => {
    await write(file('99', '2027-10-20', '2027-10-20'));
    expect(readSales(copy.content)).toHaveLength(1);
  });
});

test('the export of this shop, imported again, changes no product and adds none', async () => {
  // One with options, of which one is the same in all, and with names of the editor's own.
  const cream = join(copy.content, 'products/barrier-cream/index.md');
  const variant = (label: string, ...choices: string[]) =>
    `label: ${label}\n    kind: size\n    choices:\n${choices.map((one) => `      - ${one}\n`).join('')}`;
  const options = `options:
  - Scent
  - Lid
  - Set
variants:
  - ${variant('Rose with a lid', 'Rose', 'Closed', 'One')}  - id: open
    ${variant('Rose, open', 'Rose', 'Open', 'One')}    openingStock: 0
  - id: mint
    ${variant('Mint / Closed / One', 'Mint', 'Closed', 'One')}    openingStock: 0
`;
  writeFileSync(
    cream,
    readFileSync(cream, 'utf8').replace(/^commonName:/m, (field) => options + field),
  );
  const before = readProducts(copy.content);
  const { plan, outcomes } = await write(exportCatalogue(contentFiles(copy.content), 'shopify', undefined));
  expect(plan.products.map(({ id }) => id).sort()).toEqual([...before.keys()].sort());
  expect([...outcomes.values()].map(({ result }) => result)).toEqual(plan.products.map(() => 'unchanged'));
  expect(laws()).toEqual([]);
});
