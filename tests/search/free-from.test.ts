/** "Without" in a search and "free from" in the filter say the same of every product of the shop. */
import { expect, test } from 'vitest';
import { freeOf } from '#domain/ingredients/avoid.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { unpackProducts } from '#domain/search/search-file.ts';
import { readIngredients, readProducts } from '#tools/lib/content.ts';
import { searchFilesOf } from '../support/search-files.ts';

const products = readProducts();
const lookup = inciLookup(readIngredients());
const { words, products: index } = searchFilesOf(products);

test.each([
  ['fragrance', 'fragrance'],
  ['essential-oils', 'essential-oils'],
  ['drying-alcohol', 'alcohol'],
  ['silicones', 'silicones'],
  ['animal', 'animal-origin'],
] as const)('%s', (group, concept) => {
  const packed = words.concepts.find(({ kind, id }) => kind === 'free' && id === concept)?.products;
  const searched = [...unpackProducts(packed).keys()].map((position) => index.cards.id[position]);
  const filtered = [...products].filter(([, { ingredients }]) => freeOf(ingredients, lookup).includes(group));
  expect(filtered.length).toBeGreaterThan(0);
  expect(filtered.map(([id]) => id).sort()).toEqual(searched.sort());
});

test('a product without a list is free of nothing', () => {
  const [[id, product] = []] = products;
  if (!id || !product) throw new Error('content has no product');
  const { words: own } = searchFilesOf(new Map([[id, { ...product, ingredients: undefined }]]));
  expect(own.concepts.filter(({ kind, products: free }) => kind === 'free' && free)).toEqual([]);
});
