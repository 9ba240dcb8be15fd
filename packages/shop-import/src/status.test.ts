/** A product that is not known to be public is a draft: for each system, column and word. */
import { describe, expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';

const read = (text: string) =>
  readCatalogue(new TextEncoder().encode(text), { name: 160, variants: 100 }).products;
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** A product with one more column, in the exports of each system. */
const exportsWith: Record<string, (heading: string, word: string) => string> = {
  Shopify: (heading, word) =>
    `Handle,Title,Variant Price,Option1 Name,Option1 Value,${quoted(heading)}\nbalm,Balm,100,Title,Default Title,${quoted(word)}\n`,
  WooCommerce: (heading, word) =>
    `ID,Type,Name,Regular price,${quoted(heading)}\n1,simple,Balm,100,${quoted(word)}\n`,
  'a table': (heading, word) => `Name,Price,${quoted(heading)}\nBalm,100,${quoted(word)}\n`,
};
const headings = [
  ...['Status', 'Published', 'Published on online store', 'Visible', 'Visibility', 'Visibility in catalog'],
  ...['Enabled', 'Is active', 'Product visible?', 'product_online', 'visible_on_frontend'],
];
const statusOf = (system: string, heading: string, word: string) =>
  read(exportsWith[system]?.(heading, word) ?? '')[0];

describe.each(Object.keys(exportsWith))('%s', (system) => {
  test.each(headings)('%s: only a known word publishes', (heading) => {
    for (const word of ['active', 'Published', 'TRUE', '1', 'Yes', 'enabled', 'Visible', 'Catalog, Search'])
      expect([word, statusOf(system, heading, word)?.status]).toEqual([word, 'published']);
    const drafts = ['draft', 'Disabled', '0', '-1', 'No', 'Private', 'Hidden', 'unlisted', 'FALSE', 'false'];
    for (const word of drafts)
      expect([word, statusOf(system, heading, word)?.status]).toEqual([word, 'draft']);
    const others = [
      'Pending review',
      'In Stock',
      'not active',
      'unpublished?',
      '2',
      'trueish',
      'सक्रिय',
      '✓',
      'yes, soon',
    ];
    for (const word of others) {
      const product = statusOf(system, heading, word);
      expect([word, product?.status]).toEqual([word, 'draft']);
      expect(product?.findings.map(({ column, message }) => `${column}: ${message}`)).toEqual([
        `${heading}: “${word}” does not say that everybody can see the product, so it is a draft.`,
      ]);
    }
    expect(statusOf(system, heading, '')?.status).toBe('draft');
  });

  test('a product that ended is retired; without such a column nothing is said', () => {
    expect(statusOf(system, 'Status', 'Archived')?.status).toBe('retired');
    expect(statusOf(system, 'Colour', 'Green')?.status).toBeUndefined();
  });
});

test('all columns have to say it', () => {
  const [balm, soap] = read(
    'Handle,Title,Variant Price,Published,Status\nbalm,Balm,100,true,active\nsoap,Soap,100,false,active\n',
  );
  expect([balm?.status, soap?.status]).toEqual(['published', 'draft']);
});

test('a variation of WooCommerce that is not published is left out, and named', () => {
  const [tint] = read(
    'ID,Type,SKU,Name,Published,Parent,Regular price,Attribute 1 name,Attribute 1 value(s)\n' +
      '1,variable,T,Tint,1,,,Shade,"Rose, Sand"\n' +
      '2,variation,T1,Tint Rose,1,T,499,Shade,Rose\n' +
      '3,variation,T2,Tint Sand,0,T,1,Shade,Sand\n',
  );
  expect(tint?.variants.map(({ values }) => values)).toEqual([['Rose']]);
  expect(tint?.findings.map(({ row, message }) => `${row}: ${message}`)).toEqual([
    '4: This variation is not published, so it is left out.',
  ]);
});
