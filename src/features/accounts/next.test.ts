import { expect, it } from 'vitest';
import { wantedNext } from './next.ts';

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
