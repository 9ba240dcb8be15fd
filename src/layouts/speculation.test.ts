import { expect, test } from 'vitest';
import { speculationRules } from './speculation.ts';

const rules = JSON.parse(speculationRules) as Record<
  'prerender' | 'prefetch',
  { eagerness: string; where: { and: [{ href_matches: string[] }, ...{ not: Record<string, string> }[]] } }[]
>;
const all = [...rules.prerender, ...rules.prefetch];
const may = (path: string): boolean =>
  all.some(({ where: { and } }) => {
    const [{ href_matches: addresses }, ...exceptions] = and;
    const is = (pattern: string) =>
      new URLPattern(pattern, 'https://shop.example').test(path, 'https://shop.example');
    return addresses.some(is) && !exceptions.some(({ not }) => not.href_matches && is(not.href_matches));
  });

test('they apply only when the visitor is about to follow a link', () =>
  expect(new Set(all.map(({ eagerness }) => eagerness))).toEqual(new Set(['moderate'])));

test('they allow public pages, and no private page or search', () => {
  const allowed = [
    '/',
    '/collection',
    '/collection/2',
    '/product/vitamin-c-glow-serum',
    '/about',
    '/about/team',
    '/ingredients',
    '/ingredients/aqua',
    '/journal/x',
    '/policies/terms',
  ];
  const excluded = [
    '/cart',
    '/wishlist',
    '/checkout',
    '/place-order',
    '/orders',
    '/account',
    '/account/email',
    '/login',
    '/register',
    '/forgot',
    '/reset',
    '/verify',
    '/unsubscribe',
    '/subscribed',
    '/desk',
    '/edit',
    '/dev',
    '/api/store',
    '/offline',
    '/collection?q=serum',
  ];
  expect([...allowed, ...excluded].filter(may)).toEqual(allowed);
});
