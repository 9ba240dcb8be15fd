import { describe, expect, test } from 'vitest';
import { suggest } from './suggestions.ts';
import { sampleProduct, sampleProducts } from './testing/sample-product.ts';
import { buildIndex, type SearchProduct } from './text-index.ts';

const names = (found: readonly SearchProduct[]) => found.map(({ name }) => name);

describe('nothing found', () => {
  test('a typing error is corrected', () => {
    const near = suggest(buildIndex(sampleProducts), 'tumeric');
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
    expect(suggest(buildIndex(sampleProducts), query).didYouMean).toBe(word),
  );
  test('words of two letters are not suggested', () =>
    expect(
      suggest(buildIndex([sampleProduct('a', { name: 'Go On', category: '' })]), 'og').didYouMean,
    ).toBeUndefined());
  test('a word that products have is not corrected: a filter is why nothing is shown', () => {
    const near = suggest(buildIndex(sampleProducts), 'Turmeric');
    expect(near.didYouMean).toBeUndefined();
    expect(names(near.products)).toEqual(['Turmeric Mask']);
  });
  test('at most two products are suggested', () =>
    expect(
      names(suggest(buildIndex([...sampleProducts, sampleProduct('serum')]), 'serim').products),
    ).toHaveLength(2));
  test('a query unlike any word is not corrected, but the two nearest names are shown, the nearest first', () => {
    const near = suggest(buildIndex(sampleProducts), 'barricade dream');
    expect(near.didYouMean).toBeUndefined();
    expect(names(near.products)).toEqual(['Barrier Cream', 'Clarity Serum']);
  });
  test('an empty catalogue', () =>
    expect(suggest(buildIndex([]), 'rose')).toEqual({ didYouMean: undefined, products: [] }));
});
