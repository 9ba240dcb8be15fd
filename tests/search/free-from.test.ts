/** "Without" in a search and "free from" in the filter say the same of every product, also where it is not known. */
import { describe, expect, test } from 'vitest';
import { toCardProduct } from '#domain/catalogue/product.ts';
import { avoidedIn } from '#domain/ingredients/avoid.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import { applyFilter, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { defaultSearch } from '#domain/search/search-query.ts';
import { readIngredients, readProducts } from '#tools/lib/content.ts';
import { searchFilesOf } from '../support/search-files.ts';

const own = readProducts();
const lookup = inciLookup(readIngredients());
/** Two products without a list, and three with a name that nothing explains, one of them in a list with a fragrance. */
const mixed = new Map(
  [...own].map(([id, product], n) => {
    const added = n === 2 ? ', Linalool, Stardust' : n < 5 ? ', Stardust (Moonlight)' : '';
    return [id, { ...product, ingredients: n < 2 ? undefined : `${product.ingredients}${added}` }];
  }),
);

describe.each([
  ['the shop’s own products', own],
  ['products with names that nothing explains', mixed],
])('%s', (_, products) => {
  const { words, ingredients } = searchFilesOf(products);
  const engine = openEngine(
    words,
    [...products].map(([id, product]) => toCardProduct(id, product)),
  );

  test.each([
    ['fragrance', 'without fragrance'],
    ['essential-oils', 'without essential oils'],
    ['drying-alcohol', 'without alcohol'],
    ['silicones', 'without silicones'],
    ['animal', 'vegan'],
  ] as const)('%s', (group, q) => {
    const isMet = productFilter(ingredients, { with: '', free: [group] });
    const filtered = applyFilter(engine.products, [], isMet, 'relevant');
    const found = searchEngine(engine, { ...defaultSearch, q });
    const searched = applyFilter(found.products, found.unknown, () => 'met', 'relevant');
    const idsOf = ({ products: shown, unknown }: typeof filtered): [sure: string[], open: string[]] => [
      shown.flatMap(({ id }) => (unknown.includes(id) ? [] : id)).sort(),
      [...unknown].sort(),
    ];
    const [sure, open] = idsOf(searched);
    expect(idsOf(filtered)).toEqual([sure, open]);
    const known = [...products].map(([id, product]) => [id, avoidedIn(product.ingredients, lookup)] as const);
    expect([sure, open]).toEqual([
      known.flatMap(([id, { free }]) => (free.includes(group) ? id : [])).sort(),
      known.flatMap(([id, { unknown }]) => (unknown.includes(group) ? id : [])).sort(),
    ]);
    expect(sure.length).toBeGreaterThan(0);
    expect(open.length > 0).toBe(products === mixed);
    // The open ones come last.
    expect(
      searched.products
        .slice(searched.products.length - open.length)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(open);
  });
});

test('an ingredient is excluded as far as is known', () => {
  const { words } = searchFilesOf(mixed);
  const engine = openEngine(
    words,
    [...mixed].map(([id, product]) => toCardProduct(id, product)),
  );
  const { products, unknown } = searchEngine(engine, { ...defaultSearch, q: 'without niacinamide' });
  expect(unknown.length).toBeGreaterThan(0);
  expect(products.filter(({ id }) => /niacinamide/i.test(mixed.get(id)?.ingredients ?? ''))).toEqual([]);
  expect(searchEngine(engine, { ...defaultSearch, q: 'serum' }).unknown).toEqual([]);
});
