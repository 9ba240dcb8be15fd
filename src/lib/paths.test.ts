import { expect, test } from 'vitest';
import { paths, productPath } from './paths.ts';

test('a search URL leaves out missing values', () => {
  expect(paths.search({})).toBe('/collection');
  expect(paths.search({ q: 'rose & clay', sort: 'low-high' })).toBe(
    '/collection?q=rose+%26+clay&sort=low-high',
  );
});

test('an id cannot change the rest of a URL', () =>
  expect(productPath('../x?y')).toBe('/product/..%2Fx%3Fy'));
