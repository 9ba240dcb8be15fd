/** The page of a category, brand or country as a search (docs/behaviour.md, "Search and filters"). */
import { expect, test } from 'vitest';
import { type Group, inGroup, withoutGroup } from './group-filter.ts';
import { defaultSearch, parseSearch } from './search-query.ts';

const serums: Group = {
  name: 'Serums',
  facets: { category: ['serum'] },
  path: '/category/serum',
  catalogue: 60,
};

test('the filter of the group holds whatever its address says, and is no choice there', () => {
  const search = parseSearch(new URLSearchParams('category=mask&price=-500&q=glow'));
  const own = withoutGroup(search, serums);
  expect(own).toEqual({ ...search, facets: { price: ['-500'] } });
  expect(inGroup(own, serums).facets).toEqual({ category: ['serum'], price: ['-500'] });
  expect(inGroup(defaultSearch, serums).facets).toEqual({ category: ['serum'] });
});

test('the collection has none', () => {
  expect(withoutGroup(defaultSearch, undefined)).toBe(defaultSearch);
  expect(inGroup(defaultSearch, undefined)).toBe(defaultSearch);
});
