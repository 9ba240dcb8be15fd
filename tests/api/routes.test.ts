/**
 * Properties of every route (docs/behaviour.md 19, 20), by the API's own list: the security headers, caching, other
 * methods, and that reading writes nothing.
 */
import { beforeAll, expect, test } from 'vitest';
import { apiRoutes, type Route, readRoutes, writeRoutes } from '../support/routes.ts';
import { snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
let person: Person;
let operator: Person;
beforeAll(async () => {
  person = await shop.person();
  operator = await shop.person('operator');
});

/** Responses without personal data; their own headers say how they may be cached. */
const forEverybody = /^\/api\/(store|product|reviews|unsubscribe)\b/;

test('the list has no duplicates, and contains well-known routes', () => {
  const names = apiRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  for (const one of [
    'POST /api/order/stripe',
    'GET /api/desk/refunds',
    'POST /api/webhooks/razorpay',
    'GET /api/store',
  ])
    expect(names).toContain(one);
});

test.each(apiRoutes)(
  '$method $path has the security headers, and personal responses are never cached',
  async ({ method, path }) => {
    for (const client of [shop.client(), person]) {
      const { status, headers } = await client.send(method, path);
      expect(status).not.toBe(500);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      for (const name of ['access-control-allow-origin', 'set-cookie', 'x-powered-by'])
        expect(headers.has(name)).toBe(false);
      if (method !== 'GET' || !forEverybody.test(path)) expect(headers.get('cache-control')).toBe('no-store');
    }
  },
);

const methodsOf = new Map<string, string[]>();
for (const { method, path } of apiRoutes) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);

test.each([...methodsOf].map(([path, methods]) => ({ path, methods })))(
  '$path with another method than $methods is a 405 that lists them',
  async ({ path, methods }) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
      // At the desk, only an operator gets this answer.
      const asker = path.startsWith('/api/desk') ? operator : shop.client();
      const { status, headers, body } = await asker.send(method, path);
      expect([method, status, body.code]).toEqual([method, 405, 'method']);
      expect(headers.get('allow')?.split(', ').sort()).toEqual([...methods].sort());
    }
  },
);

test.each([...readRoutes] as Route[])('GET $path writes nothing', async ({ path }) => {
  const before = await snapshot(shop.db);
  for (const client of [shop.client(), person, operator])
    expect((await client.get(path)).status).toBeLessThan(500);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('no route that changes data is a GET', () => {
  const changing =
    /\/(place|stripe|razorpay|pay|cancel|move|confirm|verify\w+|update\S*|add|reset|remove|end\S*|delete|log\w+|register|forgot|submit)$/;
  expect(readRoutes.filter(({ path }) => changing.test(path))).toEqual([]);
  expect(writeRoutes.length).toBeGreaterThan(30);
});
