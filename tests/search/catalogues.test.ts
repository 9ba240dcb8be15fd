/**
 * The search over other catalogues: names, brands and types of three real shops, whose words are replaced, and products
 * whose names have words that the search reads as something else.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { products, searchAmong } from './real-engine.ts';

type Row = readonly [name: string, brand: string, type: string];
const catalogues = JSON.parse(
  readFileSync(new URL('catalogues.json', import.meta.url), 'utf8'),
) as readonly (readonly Row[])[];

const [sample] = products.values();
/** Products with nothing but a name, a brand and a type. Their ids say nothing. */
const catalogueOf = (rows: readonly Row[]) =>
  new Map<string, ProductContent>(
    rows.map(([name, brand, type], order) => [
      `p${order}`,
      {
        ...(sample as ProductContent),
        name,
        brand,
        category: type,
        order,
        description: '',
        commonName: '',
        labelLine: '',
        tags: [],
        features: [],
        keyIngredients: [],
        ingredients: undefined,
      },
    ]),
  );

/** Some shops have two products of one name. */
const plain = (name = '') => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.]+/gu, ' ');

test.each(catalogues.map((rows, n) => [n + 1, rows] as const))(
  'catalogue %i: each product is found first by its own name, in any case, without signs, and with its brand',
  (_, rows) => {
    const find = searchAmong(catalogueOf(rows));
    const lost = rows.flatMap(([name, brand]) =>
      [name, name.toUpperCase(), plain(name), `${brand} ${name}`].filter((q) => {
        const [first] = find(q);
        return plain(rows[Number(first?.slice(1))]?.[0]) !== plain(name);
      }),
    );
    expect(lost).toEqual([]);
  },
);

test.each(catalogues.map((rows, n) => [n + 1, rows] as const))(
  'catalogue %i: a brand finds its own products first',
  (_, rows) => {
    const find = searchAmong(catalogueOf(rows));
    const brands = [...new Set(rows.map(([, brand]) => brand))];
    const wrong = brands.filter((brand) => {
      const [first] = find(brand);
      return rows[Number(first?.slice(1))]?.[1] !== brand;
    });
    expect(wrong).toEqual([]);
  },
);

describe('words of the catalogue outrank those of grammar, exclusions and what is not sold', () => {
  const rows: Row[] = [
    ['Heartleaf Toner', 'Anua', 'toner'],
    ['Unscented Oil-Free Gel Cream With No Added Colour, For Day', 'Free Soul', 'moisturizer'],
    ['Vegan Lip Balm', 'Free Soul', 'lip balm'],
    ['Scalp Shampoo', 'Koru', 'shampoo'],
    ['Neem Bar', 'Koru', 'soap'],
    ['Snail Essence', 'Anua', 'essence'],
    ['Under 30 Serum', 'Koru', 'serum'],
    ['Crème Légère', 'Koru', 'moisturizer'],
    ['हल्दी उबटन', 'Koru', 'mask'],
    ['Anuanna Toner', 'Free', 'toner'],
    ['Freesia Toner', 'Other', 'toner'],
  ];
  const find = searchAmong(catalogueOf(rows));
  const names = (q: string) => find(q).map((id) => rows[Number(id.slice(1))]?.[0]);
  test.each([
    ['anua', ['Heartleaf Toner', 'Snail Essence']],
    ['unscented oil free gel cream with no added colour for day', [rows[1]?.[0]]],
    ['vegan lip balm', ['Vegan Lip Balm']],
    ['lipbalm', ['Vegan Lip Balm']],
    ['honth', ['Vegan Lip Balm']],
    ['shampu', ['Scalp Shampoo']],
    ['साबुन', ['Neem Bar']],
    ['sabun', ['Neem Bar']],
    ['creme legere', ['Crème Légère']],
    ['हल्दी उबटन', ['हल्दी उबटन']],
    ['nail', []],
    ['lipstick', []],
    ['snail', ['Snail Essence']],
  ])('%s', (q, expected) => expect(names(q).slice(0, Math.max(1, expected.length))).toEqual(expected));
  test('a whole name with a price in it', () => expect(names('under 30 serum')[0]).toBe('Under 30 Serum'));
  test('a brand whose first word is one of grammar', () =>
    expect(names('free soul').slice(0, 2)).toEqual([rows[1]?.[0], 'Vegan Lip Balm']));
  test('a brand comes before names and brands that only contain it', () => {
    expect(names('anua')).toEqual(['Heartleaf Toner', 'Snail Essence', 'Anuanna Toner']);
    expect(names('free')[0]).toBe('Anuanna Toner');
  });
  test('the words of a name and a brand, in any order', () =>
    expect(names('toner anua')[0]).toBe('Heartleaf Toner'));
});
