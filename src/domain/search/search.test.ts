/** The filters, the URL and the texts of a search (docs/behaviour.md, "Search and filters"). */
import { buildIndex } from 'search/text-index';
import { describe, expect, test } from 'vitest';
import type { CardProduct } from '#domain/catalogue/product.ts';
import { discountPercent } from '#lib/money.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { sampleCard } from '../catalogue/testing/sample-card.ts';
import { countLine, emptyMessage, inSortOrder, searchIndex } from './search.ts';
import { defaultSearch, parseSearch, type Search, searchParams, shownSorts } from './search-query.ts';

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

test('sorted by price', () => expect(find({ sort: 'high-low' })[0]).toBe('Barrier Cream'));

test('an order keeps every product, puts the larger discounts or the list first, and leaves all others as they were', () => {
  const random = randomFrom(5);
  for (let run = 0; run < 100; run++) {
    const products = Array.from({ length: random.between(0, 12) }, (_, n) => {
      const originalPrice = random.between(1, 5) * 100;
      return { id: `p-${n}`, price: random.between(1, originalPrice), originalPrice };
    });
    const ids = products.map(({ id }) => id);
    const list = random.shuffled([...ids, 'gone']).slice(0, random.between(0, 6));
    for (const sort of shownSorts) {
      const sorted = inSortOrder(products, sort, list);
      const percent = (n: number) => discountPercent(sorted[n]?.price ?? 0, sorted[n]?.originalPrice ?? 0);
      const places = sorted.map(({ id }) => ids.indexOf(id));
      expect(places.toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n));
      const first = list.filter((id) => ids.includes(id)).map((id) => ids.indexOf(id));
      if (sort !== 'discount') {
        expect(places.slice(0, first.length)).toEqual(first);
        const rest = places.slice(first.length);
        expect(rest).toEqual(rest.toSorted((a, b) => a - b));
        continue;
      }
      for (let n = 1; n < sorted.length; n++) {
        expect(percent(n)).toBeLessThanOrEqual(percent(n - 1));
        if (percent(n) === percent(n - 1)) expect(places[n]).toBeGreaterThan(places[n - 1] ?? 0);
      }
    }
  }
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
    sampleCard('b', {
      category: 'face oil',
      description: 'A serum would be thinner',
      newUntil: Date.now() + 60_000,
    }),
    sampleCard('c', {
      onSale: true,
      newUntil: Date.now() - 60_000,
      skinType: 'Dry Skin',
      skinTypes: ['Dry Skin'],
    }),
  ];
  test.each([
    [{ only: 'bestsellers' }, ['a']],
    [{ only: 'sale' }, ['c']],
    [{ only: 'new' }, ['b']],
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
