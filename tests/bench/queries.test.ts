import { expect, test } from 'vitest';
import { makeQueries } from './queries.ts';

const names = ['Saffron Serum', 'Neem Face Wash'];
const queries = makeQueries(240, names);

test('one to twelve letters, in every sort order, with and without a skin type', () => {
  expect(new Set(queries.map(({ q }) => q.length))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
  expect(new Set(queries.map(({ sort }) => sort)).size).toBe(3);
  expect(new Set(queries.map(({ skin }) => skin)).size).toBe(5);
});

test('most are found, some are not', () => {
  const isFound = (q: string) => names.some((name) => name.toLowerCase().includes(q));
  const found = queries.filter(({ q }) => isFound(q)).length;
  expect(found).toBeGreaterThan(120);
  expect(found).toBeLessThan(230);
});

test('the same each time', () => expect(makeQueries(240, names)).toEqual(queries));
