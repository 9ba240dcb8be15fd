/** Search, filter and sort (docs/behaviour.md, "Search and filters"). */
import { describe, expect, test } from 'vitest';
import type { CardProduct } from '#domain/catalogue/product.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { sampleCard } from '../catalogue/testing/sample-card.ts';
import { buildIndex, countLine, emptyMessage, searchIndex } from './search.ts';
import { defaultSearch, parseSearch, type Search, searchParams } from './search-query.ts';
import { suggest } from './suggestions.ts';

const glow = sampleCard('vitamin-c-glow-serum', {
  name: 'Glow Serum',
  order: 1,
  price: 59900,
  description: 'For a bright morning',
});
const clarity = sampleCard('niacinamide-clarity-serum', {
  name: 'Clarity Serum',
  order: 2,
  price: 49900,
  skinType: 'Oily Skin',
  skinTypes: ['Oily Skin', 'Combination Skin'],
});
const mask = sampleCard('turmeric-clay-mask', {
  name: 'Turmeric Mask',
  category: 'mask',
  order: 3,
  price: 54900,
  skinType: 'Oily Skin',
  skinTypes: ['Oily Skin'],
  description: 'Clay for a glow',
});
const cream = sampleCard('barrier-cream', {
  name: 'Barrier Cream',
  category: 'moisturizer',
  order: 4,
  price: 64900,
  skinType: 'Dry Skin',
  skinTypes: ['Dry Skin', 'Sensitive Skin'],
});
const all = [mask, cream, clarity, glow];
const names = (found: CardProduct[]) => found.map(({ name }) => name);
const findProducts = (products: readonly CardProduct[], search: Search) =>
  searchIndex(buildIndex(products), search);
const find = (search: Partial<typeof defaultSearch>) =>
  names(findProducts(all, { ...defaultSearch, ...search }));

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
  ])('on %s', (_, q, expected) => expect(find({ q })).toEqual(expected));
  test('empty search shows all, in the editor’s order', () =>
    expect(find({ q: '   ' })).toEqual(['Glow Serum', 'Clarity Serum', 'Turmeric Mask', 'Barrier Cream']));
});

describe('order of the results', () => {
  test('name starts, name contains, category and similar fields, description', () => {
    expect(find({ q: 'c' })[0]).toBe('Clarity Serum');
    expect(find({ q: 'glow' })).toEqual(['Glow Serum', 'Turmeric Mask']);
    expect(find({ q: 'mask' })).toEqual(['Turmeric Mask']);
  });
  test('these four ranks come before the editor’s order', () => {
    const ranked = [
      sampleCard('a', { order: 1, description: 'oil' }),
      sampleCard('b', { order: 2, category: 'face oil' }),
      sampleCard('c', { order: 3, name: 'Hair oil' }),
      sampleCard('d', { order: 4, name: 'Oil' }),
      sampleCard('e', { order: 0, name: 'Toil', description: 'oil' }),
      sampleCard('coil', { order: 5, name: 'f' }),
    ];
    const found = findProducts(ranked, { ...defaultSearch, q: 'OIL' }).map(({ id }) => id);
    expect(found).toEqual(['d', 'e', 'c', 'b', 'coil', 'a']);
  });
  test('a match cannot span two texts', () => expect(find({ q: 'serumharita' })).toEqual([]));
  test('products with the same position are sorted by name, alphabetically, then by id', () => {
    const twins = [
      ['z', 'b'],
      ['y', 'É'],
      ['x', 'a'],
      ['w', 'A'],
      ['b', 'f'],
      ['a', 'f'],
    ] as const;
    const shelf = buildIndex(twins.map(([id, name]) => sampleCard(id, { name })));
    expect(shelf.all.map((one) => one.product.id)).toEqual(['x', 'w', 'z', 'y', 'a', 'b']);
  });
  test('price low to high', () =>
    expect(find({ sort: 'low-high' })).toEqual([
      'Clarity Serum',
      'Turmeric Mask',
      'Glow Serum',
      'Barrier Cream',
    ]));
  test('price high to low', () => expect(find({ sort: 'high-low' })[0]).toBe('Barrier Cream'));
  test('equal prices keep the editor’s order', () => {
    const twin = sampleCard('twin', { name: 'Twin', order: 0, price: 49900 });
    expect(names(findProducts([clarity, twin], { ...defaultSearch, sort: 'low-high' }))).toEqual([
      'Twin',
      'Clarity Serum',
    ]);
  });
});

describe('skin type', () => {
  test('keeps products whose skin type equals it or whose list contains it', () =>
    expect(find({ skin: 'Combination Skin' })).toEqual(['Glow Serum', 'Clarity Serum']));
  test('one of the two is enough', () => {
    const equals = sampleCard('equals', { skinType: 'Dry Skin', skinTypes: [] });
    const contains = sampleCard('contains', { skinTypes: ['Dry Skin'] });
    const neither = sampleCard('neither', { skinTypes: ['Oily Skin'] });
    const found = findProducts([equals, contains, neither], { ...defaultSearch, skin: 'Dry Skin' });
    expect(names(found)).toEqual(['contains', 'equals']);
  });
  test('every filter keeps products for all skin types', () => {
    for (const skin of skinTypes) expect(find({ skin })).toContain('Glow Serum');
  });
  test('together with a search', () =>
    expect(find({ skin: 'Oily Skin', q: 'clay' })).toEqual(['Turmeric Mask']));
});

describe('parts of the collection', () => {
  const some = [
    sampleCard('a', { bestseller: true, originalPrice: 150 }),
    sampleCard('b', { category: 'face oil', description: 'A serum would be thinner' }),
    sampleCard('c', { onSale: true, skinType: 'Dry Skin', skinTypes: ['Dry Skin'] }),
  ];
  test.each([
    [{ only: 'bestsellers' }, ['a']],
    [{ only: 'sale' }, ['c']],
    [{ only: 'face oil' }, ['b']],
    [{ only: 'serum' }, ['a', 'c']],
    [{ only: 'serum', q: 'serum', skin: 'Oily Skin' }, ['a']],
    [{ only: 'kit' }, []],
    [{ only: 'soap' }, []],
  ] as const)('%j', (search, ids) =>
    expect(findProducts(some, { ...defaultSearch, ...search }).map(({ id }) => id)).toEqual(ids),
  );
});

describe('the URL', () => {
  test('has only values other than the default', () => {
    const search = {
      skin: 'Dry Skin',
      with: 'aqua',
      free: ['silicones', 'animal'],
      sort: 'high-low',
    } as const;
    expect(searchParams({ q: ' rose ', ...search })).toEqual({
      ...search,
      q: 'rose',
      free: 'silicones,animal',
    });
    expect(searchParams(defaultSearch)).toEqual({});
  });
  test('unknown values count as missing', () =>
    expect(
      parseSearch(new URLSearchParams('skin=Blue&only=../x&sort=up&q=x&with=../x&free=water,,animal')),
    ).toEqual({ ...defaultSearch, q: 'x', free: ['animal'] }));
  test('a search is read back unchanged', () => {
    const search: Search = {
      q: 'a&b',
      only: 'face oil',
      skin: 'Sensitive Skin',
      with: 'zinc-pca',
      free: ['fragrance', 'silicones'],
      facets: {},
      sort: 'low-high',
    };
    expect(parseSearch(new URLSearchParams(searchParams(search)))).toEqual(search);
  });
});

describe('texts', () => {
  test('count line', () => {
    expect(countLine({ ...defaultSearch, q: 'serum', skin: 'Oily Skin' }, 3, 16)).toBe(
      'Showing 3 of 16 products for "serum" in Oily Skin',
    );
    expect(countLine({ ...defaultSearch, q: ' rose ' }, 1, 16)).toBe('Showing 1 of 16 products for "rose"');
    expect(countLine({ ...defaultSearch, skin: 'Dry Skin' }, 8, 16)).toBe(
      'Showing 8 of 16 products in Dry Skin',
    );
    expect(countLine({ ...defaultSearch, sort: 'low-high' }, 16, 16)).toBe('');
    const filtered: Search = { ...defaultSearch, with: 'aqua', free: ['fragrance', 'animal'] };
    expect(countLine({ ...filtered, q: 'serum', skin: 'Dry Skin' }, 3, 16, { with: 'Water' })).toBe(
      'Showing 3 of 16 products for "serum" in Dry Skin, with Water, free from fragrance and animal origin',
    );
    expect(countLine({ ...defaultSearch, only: 'mask' }, 1, 16, { only: 'Masks' })).toBe(
      'Showing 1 of 16 products in Masks',
    );
    expect(countLine(filtered, 3, 16)).toBe(
      'Showing 3 of 16 products with aqua, free from fragrance and animal origin',
    );
  });
  test('empty list: the search text wins over the skin type', () => {
    expect(emptyMessage({ ...defaultSearch, q: 'zinc', skin: 'Dry Skin' }).text).toBe(
      "We couldn't find any products matching zinc",
    );
    expect(emptyMessage({ ...defaultSearch, skin: 'Dry Skin' })).toEqual({
      title: 'No products found',
      text: 'No products match Dry Skin',
    });
    expect(emptyMessage({ ...defaultSearch, only: 'mask', skin: 'Dry Skin' }, { only: 'Masks' }).text).toBe(
      'We found no products in Masks, in Dry Skin',
    );
    const free: Search = { ...defaultSearch, skin: 'Dry Skin', free: ['silicones'] };
    expect(emptyMessage(free).text).toBe('We found no products in Dry Skin, free from silicones');
    expect(emptyMessage({ ...free, q: 'zinc' }).text).toBe(
      "We couldn't find any products matching zinc, free from silicones",
    );
    expect(emptyMessage({ ...defaultSearch, only: 'sale' }).text).toBe('There is no sale at the moment');
    expect(emptyMessage(defaultSearch).text).toBe('There are currently no products available');
  });
});

describe('nothing found', () => {
  test('a typing error is corrected', () => {
    const near = suggest(buildIndex(all), 'tumeric');
    expect(near.didYouMean).toBe('turmeric');
    expect(names(near.products)).toEqual(['Turmeric Mask']);
  });
  test.each([
    ['serim', 'serum'],
    ['sreum', 'serum'],
    ['sxxum', 'serum'],
    ['sxxxm', undefined],
    ['glwo', 'glow'],
    ['xkz', undefined],
  ])('a third of the letters may be wrong: %s', (query, word) =>
    expect(suggest(buildIndex(all), query).didYouMean).toBe(word),
  );
  test('words of two letters are not suggested', () =>
    expect(
      suggest(buildIndex([sampleCard('a', { name: 'Go On', category: '' })]), 'og').didYouMean,
    ).toBeUndefined());
  test('a word that products have is not corrected: a filter is why nothing is shown', () => {
    const near = suggest(buildIndex(all), 'Turmeric');
    expect(near.didYouMean).toBeUndefined();
    expect(names(near.products)).toEqual(['Turmeric Mask']);
  });
  test('at most two products are suggested', () =>
    expect(names(suggest(buildIndex([...all, sampleCard('serum')]), 'serim').products)).toHaveLength(2));
  test('a query unlike any word is not corrected, but the two nearest names are shown, the nearest first', () => {
    const near = suggest(buildIndex(all), 'barricade dream');
    expect(near.didYouMean).toBeUndefined();
    expect(names(near.products)).toEqual(['Barrier Cream', 'Clarity Serum']);
  });
  test('an empty shop', () =>
    expect(suggest(buildIndex([]), 'rose')).toEqual({ didYouMean: undefined, products: [] }));
});
