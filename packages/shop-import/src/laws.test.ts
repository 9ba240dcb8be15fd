/** What holds in every format, for any column and any value. */
import { describe, expect, test } from 'vitest';
import { ImportRefused } from './problem.ts';
import type { ImportedProduct } from './product.ts';
import { type ImportedCatalogue, readCatalogue } from './read-catalogue.ts';
import { isStatusHeading } from './status.ts';
import { nasty, newToken, random } from './testing/any-text.ts';
import { type Format, fileOf, formats, withCell } from './testing/formats.ts';

const named = formats.map((format, place) => [`${format.name} (${place + 1})`, format] as const);
const others = ['Shelf', 'Farbe', 'मूल्य', '?', '__proto__', 'constructor', 'toString', 'a.b', 'Importer'];

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
        const text = newToken();
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
      for (const word of [newToken(), 'In Stock', 'hidden', '0', 'N', 'coming soon', 'password'])
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
