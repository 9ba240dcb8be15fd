/** Which requests the service worker caches, and which it does not. */
import { describe, expect, test } from 'vitest';
import { kindOf } from './routing.ts';

const origin = 'https://harita.example';
const asked = (path: string, more: Partial<Parameters<typeof kindOf>[0]> = {}) =>
  kindOf(
    { method: 'GET', mode: 'cors', headers: new Headers(), url: new URL(path, origin).href, ...more },
    origin,
  );
const visited = (path: string) => asked(path, { mode: 'navigate' });

/** Paths that a text lists. */
const paths = (text: string) => text.split(/\s+/);

describe('pages', () => {
  test.each(
    paths(`/ /collection /collection?q=rose /collection/2 /product/vitamin-c-glow-serum /ingredients
      /ingredients/niacinamide /about/team /journal/turmeric-and-saffron /contact /policies/privacy /routine`),
  )('%s is cached when it was visited', (path) => expect(visited(path)).toBe('page'));

  test('/cart is served from the shell', () => expect(visited('/cart')).toBe('cart'));

  test.each(
    paths(`/checkout /place-order /verify?success=true /orders /account /account/email?token=x /login /register
      /forgot /reset?token=x /unsubscribe /a-page-of-tomorrow /collections /ingredients-of-tomorrow`),
  )('%s is never cached', (path) => expect(visited(path)).toBe('elsewhere'));

  test.each(['/desk', '/desk/orders', '/edit', '/dev/mail', '/api/order/export'])(
    '%s is not touched',
    (path) => expect(visited(path)).toBeUndefined(),
  );
});

test('a prefetched page comes only from the network', () => {
  for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip']) {
    const ahead = { mode: 'navigate', headers: new Headers({ 'Sec-Purpose': purpose }) };
    expect(asked('/product/vitamin-c-glow-serum', ahead)).toBe('ahead');
    for (const path of ['/cart', '/checkout', '/orders']) expect(asked(path, ahead)).toBeUndefined();
  }
});

describe('the API', () => {
  test.each(
    paths(`/api/order/list /api/order/quote /api/user/me /api/user/addresses /api/cart/get /api/desk/orders
      /api/reviews/vitamin-c-glow-serum /api/store /api/product/list /api/product/vitamin-c-glow-serum
      /api/webhooks/stripe`),
  )('%s is not touched', (path) => expect(asked(path)).toBeUndefined());

  test('product facts are network first', () => {
    expect(asked('/api/product/list?ids=a,b')).toBe('lines');
    expect(asked('/api/product/live?ids=a')).toBe('live');
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is never touched', (method) => {
    for (const path of ['/', '/cart', '/_astro/a.js', '/api/product/list?ids=a', '/api/cart/add'])
      expect(asked(path, { method })).toBeUndefined();
  });
});

describe('files', () => {
  test('scripts, styles, fonts, pictures and the directory of pincodes are cached', () => {
    for (const name of ['a.Dx.js', 'a.Dx.css', 'a.Dx.woff2', 'pincodes.Dx.txt'])
      expect(asked(`/_astro/${name}`)).toBe('asset');
    expect(asked('/_astro/1.Dx.avif')).toBe('picture');
    expect(asked('/media/products/rose/1-160.webp')).toBe('picture');
  });

  test('the data of search, filters and planner is network first', () => {
    const names = paths(`search collection services ingredient-names ingredient-products ingredient-words
      popular-searches skin-marks routine`);
    for (const name of names) expect(asked(`/${name}.json`)).toBe('search');
  });

  test('videos, parts of a file, other origins and the worker itself are not touched', () => {
    expect(asked('/_astro/glow.Dx.mp4')).toBeUndefined();
    expect(asked('/_astro/1.Dx.avif', { headers: new Headers({ range: 'bytes=0-' }) })).toBeUndefined();
    expect(asked('https://elsewhere.example/_astro/a.Dx.js')).toBeUndefined();
    expect(asked('/sw.js')).toBeUndefined();
  });
});
