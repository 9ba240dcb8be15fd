/** What holds in every format, for any column and any value. */
import { describe, expect, test } from 'vitest';
import { ImportRefused } from './problem.ts';
import type { ImportedProduct } from './product.ts';
import { type ImportedCatalogue, readCatalogue } from './read-catalogue.ts';
import { isStatusHeading } from './status.ts';
import { type Format, fileOf, formats, withCell } from './testing/formats.ts';

const named = formats.map((format, place) => [`${format.name} (${place + 1})`, format] as const);
const others = ['Shelf', 'Farbe', 'मूल्य', '?', '__proto__', 'constructor', 'toString', 'a.b', 'Importer'];

/** Texts that people, systems and attackers write into cells. */
const nasty = [
  ...['0', '0.00', '-1', '1e5', '8.9E+12', 'NaN', 'Infinity', '1,2,3', '1.299,50', '99999999999999999999'],
  ...[
    '=1+1',
    '@x',
    "'=x",
    '<script>x</script>',
    '&lt;b&gt;',
    '{"a":1}',
    '[ADD]5',
    '[S]a=b,[X]',
    '#ff0:Red;#:x',
  ],
  ...[
    'sku=a,size=b|sku=a,size=b|',
    'Type=a|Name=b|Value=',
    'a;b|c,d/e>f',
    '|||',
    ',',
    '\\',
    '%',
    '__proto__',
  ],
  ...['1/2/2026', '2026-02-31', '2026-01-01/2025-01-01', '10 kg', 'kg', '12 USD', '$', 'INR', '₹ 5', 'yes'],
  ...['\u202e\u0000x', '🌼'.repeat(300), 'क्‍ष', '\n', 'a'.repeat(3000), 'null', 'parent', 'Unlimited', 'on'],
];

/** The catalogue of a file, or undefined for one that is refused as a whole. No other error is thrown. */
function read(file: Uint8Array, rate?: number): ImportedCatalogue | undefined {
  try {
    return readCatalogue(file, { name: 160, variants: 100 }, { rate });
  } catch (error) {
    expect(error).toBeInstanceOf(ImportRefused);
    return undefined;
  }
}

const isRefused = ({ findings }: ImportedProduct) => findings.some(({ severity }) => severity === 'refused');
const imported = (catalogue: ImportedCatalogue | undefined) =>
  catalogue?.products.filter((product) => !isRefused(product)) ?? [];

let seed = 11;
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const token = () => `zq${Array.from({ length: 8 }, () => 'bcdfghjklmn'[random(11)]).join('')}`;

const columnsOf = ({ headings }: Format) => [...new Set([...headings, ...others])];

describe.each(named)('%s', (_, format) => {
  test('is read with a published product', () => {
    const catalogue = read(fileOf(format.headings, format.rows));
    expect(catalogue?.format).toBe(format.name);
    expect(imported(catalogue).map(({ variants }) => variants.length > 0)).toEqual([true]);
    expect(catalogue?.products[0]?.status).toBe(format.name === 'Etsy' ? undefined : 'published');
  });

  test('loses no cell: a text in any column is in the product or among its other texts', () => {
    const lost: string[] = [];
    for (const heading of columnsOf(format))
      for (const place of format.rows.keys()) {
        const text = token();
        const catalogue = read(withCell(format, heading, place, text));
        if (!catalogue || catalogue.products.some(isRefused)) continue;
        const all = JSON.stringify(catalogue.products).toLowerCase();
        if (!all.includes(text)) lost.push(`${heading}, row ${place + 2}`);
      }
    expect(lost).toEqual([]);
  });

  test('takes any value in any column: amounts are whole paise above 0, pieces whole numbers', () => {
    const wrong: string[] = [];
    for (const heading of columnsOf(format))
      for (const text of Array.from({ length: 8 }, () => nasty[random(nasty.length)] ?? ''))
        for (const { variants } of imported(
          read(withCell(format, heading, random(format.rows.length), text)),
        ))
          for (const { price, originalPrice = price, sale, stock = 0, grams = 1 } of variants) {
            const amounts = [price, originalPrice, sale?.price ?? price];
            const areAmounts = amounts.every((one) => Number.isSafeInteger(one) && one > 0);
            const isStock = stock === 'not counted' || (Number.isSafeInteger(stock) && stock >= 0);
            if (!areAmounts || originalPrice < price || !isStock || !(grams > 0))
              wrong.push(`${heading}: ${text}`);
          }
    expect(wrong).toEqual([]);
  });

  test('publishes nothing that a column for it does not call public', () => {
    const published: string[] = [];
    const headings = columnsOf(format).filter(isStatusHeading);
    for (const heading of [...headings, 'Enabled', 'Is active'])
      for (const word of [token(), 'In Stock', 'hidden', '0', 'N', 'coming soon', 'password'])
        for (const product of imported(read(withCell(format, heading, 0, word))))
          if (product.status === 'published') published.push(`${heading}: ${word}`);
    expect(published).toEqual([]);
  });

  test('takes no price in another currency for rupees', () => {
    for (const text of ['USD 12.34', '12.34 EUR', '$12.34', '£12.34', '12.34 AED', 'Rs 12.34 USD']) {
      const file = withCell(format, format.price, format.priceRow, text);
      const prices = (rate?: number) =>
        imported(read(file, rate)).flatMap(({ variants }) => variants.map(({ price }) => price));
      expect(prices().filter((price) => price === 1234)).toEqual([]);
      expect(prices(80).filter((price) => price === 1234)).toEqual([]);
    }
  });

  test('sells nothing for 0 or without a price', () => {
    for (const text of ['0', '0.00', '', 'free', '-5', '₹0']) {
      const file = withCell(format, format.price, format.priceRow, text);
      for (const { variants } of imported(read(file)))
        expect(variants.map(({ price }) => price).filter((price) => price !== 89_900)).toEqual([]);
    }
  });
});
