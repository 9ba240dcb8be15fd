import { describe, expect, it, test } from 'vitest';
import { safeNext, wantedNext } from './next.ts';

const shop = 'https://shop.in';

it.each([
  ['/login?next=/checkout', '', '/checkout'],
  ['/login', '', null],
  ['/register', '/login?next=/checkout', '/checkout'],
  ['/login', '/register?next=/orders', '/orders'],
  ['/register?next=/orders', '/login?next=/checkout', '/orders'],
  ['/login', '/cart?next=/checkout', null],
  ['/login', '/login', null],
])('%s, coming from %s, leads to %s', (here, from, next) =>
  expect(wantedNext(shop + here, from && shop + from)).toBe(next),
);

it('does not listen to other sites', () =>
  expect(wantedNext(`${shop}/login`, 'https://evil.example/login?next=/orders')).toBeNull());

/** Decisions, "Accounts and roles": `next` must resolve to our own origin, else `/`. */
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
