import { expect, test } from 'vitest';
import { makeQueries, meant } from './queries.ts';

const names = ['Saffron Serum', 'Neem Face Wash'];
const queries = makeQueries(240, names);
const others = queries.filter(({ q }) => !meant.includes(q));

test('one to twelve letters, in every sort order, with and without a skin type', () => {
  expect(Math.max(...others.map(({ q }) => q.length))).toBe(12);
  expect(Math.min(...others.map(({ q }) => q.length))).toBe(1);
  expect(new Set(queries.map(({ sort }) => sort)).size).toBe(3);
  expect(new Set(queries.map(({ skin }) => skin)).size).toBe(5);
});

test('one in three has a meaning, and each meaning comes', () => {
  expect(others).toHaveLength(160);
  expect(new Set(queries.map(({ q }) => q).filter((q) => meant.includes(q)))).toEqual(new Set(meant));
});

test('most of the others are found, some are not', () => {
  const isFound = (q: string) => names.some((name) => name.toLowerCase().includes(q));
  const found = others.filter(({ q }) => isFound(q)).length;
  expect(found).toBeGreaterThan(80);
  expect(found).toBeLessThan(150);
});

test('the same each time', () => expect(makeQueries(240, names)).toEqual(queries));
