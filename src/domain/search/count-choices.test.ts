/** The numbers beside skin types, ingredients and groups of the filters. */
import { expect, test } from 'vitest';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { applyFilter, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { type SkinChoice, skinChoices } from '#lib/product-constants.ts';
import { manyProducts } from '../../../tests/support/catalogue.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { searchFilesOf } from '../../../tests/support/search-files.ts';
import { countChoices } from './count-choices.ts';
import { openEngine, searchEngine } from './engine.ts';
import { facetNames } from './facet-names.ts';
import { applyFacets, openFacets, toggleFacet } from './facets.ts';
import { productsFromIndex } from './index-file.ts';
import { defaultSearch, type Search } from './search-query.ts';

const { words, products, ingredients, facets } = searchFilesOf(manyProducts(120));
const engine = openEngine(words, productsFromIndex(products));
const open = { ...openFacets(facets), soldOut: new Set<string>() };

const find = (search: Search) => searchEngine(engine, search).products;

/** The number of results of a search. */
const resultsOf = (search: Search): number => {
  const { products: met } = applyFilter(find(search), [], productFilter(ingredients, search), search.sort);
  return applyFacets(open, met, search.facets ?? {}).length;
};

test('each is the number of results that the choice gives, whatever else is chosen', () => {
  const random = randomFrom(9);
  const one = <T>(of: readonly T[]): T | undefined => of[random.between(0, of.length - 1)];
  for (let run = 0; run < 40; run++) {
    const search: Search = {
      ...defaultSearch,
      q: one(['', 'glow', 'serum', 'without fragrance', 'tea tree']) ?? '',
      skin: one(skinChoices) ?? 'For All Skin Types',
      with: one(['', '', 'niacinamide', 'vitamin-c', 'gold']) ?? '',
      free: freeFromGroups.filter(() => random.chance(0.2)),
      facets: one([{}, { category: ['serum', 'mask'] }, { price: ['5-25'], in: ['stock'] }]) ?? {},
    };
    const bySkin = (skin: SkinChoice) => find({ ...search, skin });
    const {
      skin,
      with: listed,
      free,
      ...others
    } = countChoices(open, ingredients, search, find(search), bySkin);
    expect(skin?.map(({ value }) => value)).toEqual([...skinChoices]);
    for (const { value, count } of skin ?? [])
      expect([search, value, count]).toEqual([
        search,
        value,
        resultsOf({ ...search, skin: value as SkinChoice }),
      ]);
    expect(listed?.every(({ count, value }) => count > 0 || value === search.with)).toBe(true);
    for (const { value, count } of listed ?? [])
      expect([search, value, count]).toEqual([search, value, resultsOf({ ...search, with: value })]);
    expect(free).toHaveLength(freeFromGroups.length);
    for (const [n, group] of freeFromGroups.entries()) {
      const more = [...new Set([...search.free, group])];
      expect([search, free?.[n]]).toMatchObject([
        search,
        { value: group, count: resultsOf({ ...search, free: more }) },
      ]);
    }
    for (const name of facetNames)
      for (const { value, count } of others[name] ?? []) {
        const alone = toggleFacet({ ...search.facets, [name]: [] }, name, value);
        expect([search, value, count]).toEqual([search, value, resultsOf({ ...search, facets: alone })]);
      }
  }
});

test('without the results of other skin types, these have no numbers', () =>
  expect(
    countChoices(open, ingredients, defaultSearch, find(defaultSearch), undefined).skin,
  ).toBeUndefined());
