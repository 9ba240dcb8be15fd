/** Decisions, "Accounts and roles": `next` must resolve to our own origin, else `/`. */
import { describe, expect, test } from 'vitest';
import { paths, safeNext } from './paths.ts';

const origin = 'https://harita.example';

describe('after signing in', () => {
  test.each([
    '/orders',
    '/checkout',
    '/collection?q=serum&skin=Dry+Skin',
    '/product/rose-balance-toner#faq',
    '/verify?success=true&orderId=1',
  ])('goes to %s', (next) => expect(safeNext(next, origin)).toBe(next));
  test.each([
    undefined,
    null,
    '',
    'orders',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%09/evil.example/..//\u0009',
    'javascript:alert(1)',
    ' /orders',
    '/\n/evil.example',
    '///evil.example',
    'http:evil.example',
    '/\t/evil.example',
  ])('goes home for %j', (next) => {
    expect(safeNext(next, origin)).toBe('/');
  });
});

test('a search leaves out what is not given', () => {
  expect(paths.search({})).toBe('/collection');
  expect(paths.search({ q: 'rose & clay', sort: 'low-high' })).toBe(
    '/collection?q=rose+%26+clay&sort=low-high',
  );
});

test('an id never leaves its place in an address', () =>
  expect(paths.product('../x?y')).toBe('/product/..%2Fx%3Fy'));
