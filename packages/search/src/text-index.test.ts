/** Which products contain a text, and their order. */
import { describe, expect, test } from 'vitest';
import { sampleProduct, sampleProducts } from './testing/sample-product.ts';
import { buildIndex, type SearchProduct, searchText } from './text-index.ts';

const index = buildIndex(sampleProducts);
const find = (q: string, sort?: string) => searchText(index, q, { sort }).map(({ name }) => name);
const idsOf = (products: readonly SearchProduct[], q: string, sort?: string) =>
  searchText(buildIndex(products), q, { sort }).map(({ id }) => id);

describe('search is a case-insensitive, trimmed substring match', () => {
  test.each([
    ['name', 'CLARITY', ['Clarity Serum']],
    ['category', ' moisturizer ', ['Barrier Cream']],
    ['description', 'morning', ['Glow Serum']],
    ['id', 'niacin', ['Clarity Serum']],
    ['brand', 'harita', ['Glow Serum', 'Clarity Serum', 'Turmeric Mask', 'Barrier Cream']],
    ['part of a word', 'urmeri', ['Turmeric Mask']],
    ['nothing', 'shampoo', []],
    ['a dot is a dot', '.', []],
  ])('on %s', (_, q, expected) => expect(find(q)).toEqual(expected));
  test('an empty search shows all, in the order of the catalogue', () =>
    expect(find('   ')).toEqual(['Glow Serum', 'Clarity Serum', 'Turmeric Mask', 'Barrier Cream']));
});

describe('order of the results', () => {
  test('name starts, name contains, category and similar fields, description', () => {
    expect(find('c')[0]).toBe('Clarity Serum');
    expect(find('glow')).toEqual(['Glow Serum', 'Turmeric Mask']);
    expect(find('mask')).toEqual(['Turmeric Mask']);
  });
  test('these four ranks come before the order of the catalogue', () => {
    const ranked = [
      sampleProduct('a', { order: 1, description: 'oil' }),
      sampleProduct('b', { order: 2, category: 'face oil' }),
      sampleProduct('c', { order: 3, name: 'Hair oil' }),
      sampleProduct('d', { order: 4, name: 'Oil' }),
      sampleProduct('e', { order: 0, name: 'Toil', description: 'oil' }),
      sampleProduct('coil', { order: 5, name: 'f' }),
    ];
    expect(idsOf(ranked, 'OIL')).toEqual(['d', 'e', 'c', 'b', 'coil', 'a']);
  });
  test('a match cannot span two texts', () => expect(find('serumharita')).toEqual([]));
  test('products with the same position are sorted by name, alphabetically, then by id', () => {
    const twins = [
      ['z', 'b'],
      ['y', 'É'],
      ['x', 'a'],
      ['w', 'A'],
      ['b', 'f'],
      ['a', 'f'],
    ] as const;
    const shelf = buildIndex(twins.map(([id, name]) => sampleProduct(id, { name })));
    expect(shelf.all.map((one) => one.product.id)).toEqual(['x', 'w', 'z', 'y', 'a', 'b']);
  });
  test('price low to high', () =>
    expect(find('', 'low-high')).toEqual(['Clarity Serum', 'Turmeric Mask', 'Glow Serum', 'Barrier Cream']));
  test('price high to low', () => expect(find('', 'high-low')[0]).toBe('Barrier Cream'));
  test('equal prices keep the order of the catalogue', () => {
    const twin = sampleProduct('twin', { name: 'Twin', order: 0, price: 49900 });
    expect(idsOf([...sampleProducts, twin], '', 'low-high').slice(0, 2)).toEqual([
      'twin',
      'niacinamide-clarity-serum',
    ]);
  });
});

test('a filter leaves products out, whatever they contain', () =>
  expect(
    searchText(index, 'serum', { filter: ({ price }) => price < 55000 }).map(({ name }) => name),
  ).toEqual(['Clarity Serum']));
