import { describe, expect, it, test } from 'vitest';
import { requestedRedirect, safeRedirect } from './redirect-target.ts';

const shop = 'https://shop.in';

it.each([
  ['/login?next=/checkout', '', '/checkout'],
  ['/login', '', null],
  ['/register', '/login?next=/checkout', '/checkout'],
  ['/login', '/register?next=/orders', '/orders'],
  ['/register?next=/orders', '/login?next=/checkout', '/orders'],
  ['/login', '/cart?next=/checkout', null],
  ['/login', '/login', null],
])('%s with the referrer %s leads to %s', (here, from, next) =>
  expect(requestedRedirect(shop + here, from && shop + from)).toBe(next),
);

it('ignores other sites', () =>
  expect(requestedRedirect(`${shop}/login`, 'https://evil.example/login?next=/orders')).toBeNull());

/** docs/behaviour.md, "Signing in and up": `next` must resolve to our own origin, else `/`. */
const origin = 'https://harita.example';

describe('after signing in', () => {
  test.each([
    '/orders',
    '/checkout',
    '/collection?q=serum&skin=Dry+Skin',
    '/product/rose-balance-toner#faq',
    '/verify?success=true&orderId=1',
    '/orders?from=//evil.example',
  ])('goes to %s', (next) => expect(safeRedirect(next, origin)).toBe(origin + next));
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
    '/.//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    '/..//evil.example',
  ])('refuses %j', (next) => {
    expect(safeRedirect(next, origin)).toBeUndefined();
  });
});

describe('in any spelling', () => {
  const openings = ['', ...String.raw`/ // \ /\ \/ /x/ https: https:// HTTP: javascript: data:,`.split(' ')];
  const middles = [
    '',
    ...'. .. %2e %2E%2e .%2e x/.. x/../.. ./. %2f %5c %252e ． 。 ․ ／ ⁄'.split(' '),
    '\t',
    '\n',
    '\r',
    '\u0000',
    '\u001f',
    ' ',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u2028',
    ...'user@ user:secret@ harita.example@ harita.example:443 harita.example:444 ? # ; :80'.split(' '),
  ];
  const joints = ['', '/', '//', '\\', '/\\', '/\t/'];
  const ends = ['evil.example', 'evil.example:443/orders', '@evil.example', 'orders?q=1#top'];
  const spellings = openings.flatMap((opening) =>
    middles.flatMap((middle) =>
      joints.flatMap((joint) => ends.map((end) => `${opening}${middle}${joint}${end}`)),
    ),
  );
  const led = spellings.flatMap((spelling) => {
    const url = safeRedirect(spelling, origin);
    return url === undefined ? [] : [{ spelling, url }];
  });

  test('it stays on our origin, also when a browser resolves it again', () => {
    expect(spellings.length).toBeGreaterThan(10_000);
    expect(led.length).toBeGreaterThan(500);
    expect(spellings.length - led.length).toBeGreaterThan(1000);
    for (const { spelling, url } of led) {
      const arrived = new URL(url, `${origin}/login`);
      const path = arrived.pathname + arrived.search + arrived.hash;
      // As a URL, as a path made of it, and again as `next`.
      expect([arrived.origin, arrived.href], spelling).toEqual([origin, url]);
      expect(new URL(path, origin).href, spelling).toBe(url);
      expect(safeRedirect(path, origin), spelling).toBe(url);
    }
  });
});
