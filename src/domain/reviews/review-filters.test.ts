import { expect, test } from 'vitest';
import { filterQuery, isFiltered } from './review-filters.ts';

test.each<[Record<string, string>, string, boolean]>([
  [{ sort: 'newest', skin: '', rating: '' }, '', false],
  [{ sort: 'lowest', skin: '' }, 'sort=lowest', false],
  [
    { answered: 'true', skin: 'Oily Skin', rating: '4', verified: 'true', sort: 'highest' },
    'sort=highest&skin=Oily+Skin&rating=4&verified=true&answered=true',
    true,
  ],
  [{ before: '5.1.a', page: '2' }, '', false],
])('the fields %j are the query %s', (fields, query, filtered) => {
  expect(filterQuery(Object.entries(fields))).toBe(query);
  expect(isFiltered(query)).toBe(filtered);
});
