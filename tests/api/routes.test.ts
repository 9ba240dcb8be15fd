/**
 * Properties of every route (docs/behaviour.md, "API answers"), by the API's own list: the security headers, caching,
 * other methods, and that reading writes nothing.
 */
import { expect } from 'vitest';
import { apiVersion } from '#lib/api-version.ts';
import { type Client, inBatches } from '../support/client.ts';
import { apiRoutes, type Route, readRoutes, table, writeRoutes } from '../support/routes/index.ts';
import { snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
};

test('the list has no duplicates, and contains well-known routes', () => {
  const names = apiRoutes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const known = [
    'POST /api/order/stripe',
    'GET /api/desk/refunds',
    'POST /api/webhooks/razorpay',
    'GET /api/store',
  ];
  expect(names).toEqual(expect.arrayContaining(known));
});

test('every route has the security headers, and personal responses are never cached', async ({ shopper }) => {
  const check = async (client: Client, { name, method, path }: Route) => {
    const { status, headers } = await client.send(method, path);
    expect(status, name).not.toBe(500);
    expect(Object.fromEntries(headers), name).toMatchObject(securityHeaders);
    for (const header of ['access-control-allow-origin', 'set-cookie', 'x-powered-by'])
      expect(headers.has(header), `${name}: ${header}`).toBe(false);
    // The headers of the others say how they may be cached.
    if (!table[name]?.isPublic) expect(headers.get('cache-control'), name).toBe('no-store');
  };
  for (const client of [shop.client(), shopper]) await inBatches(apiRoutes, (route) => check(client, route));
});

test('another method is a 405 that lists the route’s methods', async () => {
  await inBatches([...Map.groupBy(apiRoutes, ({ path }) => path)], async ([path, routes], n) => {
    const methods = routes.map(({ method }) => method).sort();
    const without = (...names: string[]) => names.filter((method) => !methods.includes(method));
    const rare = without('PUT', 'PATCH', 'DELETE', 'OPTIONS');
    // At the desk, only an operator gets this answer.
    const asker = path.startsWith('/api/desk') ? operator : shop.client();
    // Those that the API uses elsewhere, and one of the rest, which are all alike.
    for (const method of [...without('GET', 'POST'), `${rare[n % rare.length]}`]) {
      const { status, headers, body } = await asker.send(method, path);
      const allowed = headers.get('allow')?.split(', ').sort();
      expect([method, path, status, body.code, allowed]).toEqual([method, path, 405, 'method', methods]);
    }
  });
});

test('reading writes nothing', async ({ shopper }) => {
  const before = await snapshot(shop.db);
  for (const client of [shop.client(), shopper, operator]) {
    await inBatches(readRoutes, async ({ path }) =>
      expect((await client.get(path)).status, path).toBeLessThan(500),
    );
    expect(await snapshot(shop.db)).toEqual(before);
  }
});

test('no route that changes data is a GET', () => {
  const changing =
    /\/(place|stripe|razorpay|pay|cancel|correct|move|confirm|verify\w+|update\S*|add|reset|remove|end\S*|delete|log\w+|register|forgot|submit|report|objection)$/;
  expect(readRoutes.filter(({ path }) => changing.test(path))).toEqual([]);
  expect(writeRoutes.length).toBeGreaterThan(30);
});

test('the desk asks a page of an older build to load again, since its amounts were rupees; a script needs no version', async () => {
  const asked = (headers: Record<string, string>) => operator.get('/api/desk/refunds', headers);
  const page = { 'sec-fetch-site': 'same-origin' };
  const old = await asked(page);
  expect([old.status, old.body.code]).toEqual([409, 'old_page']);
  expect((await asked({ ...page, 'api-version': '1' })).status).toBe(409);
  expect((await asked({ ...page, 'api-version': apiVersion })).status).toBe(200);
  expect((await asked({})).status).toBe(200);
});
