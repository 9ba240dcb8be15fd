/** A shop without its database: 503 with `Retry-After` and a message for shoppers from all routes, and static pages. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { linksOf } from './every-route.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import { allRequests, prepareRequest } from './routes/index.ts';
import { callsOf } from './routes/route.ts';
import type { TestShop } from './shop.ts';

/** The first request of every route that needs the database; the health says more. */
const requests = allRequests.filter(
  ({ name, route, request, n }) => n === 0 && callsOf(route, request) > 0 && name !== 'GET /api/health',
);

async function expectUnavailable(
  shop: TestShop,
  client: Client,
  { name, request }: (typeof allRequests)[number],
): Promise<void> {
  const {
    method,
    path,
    json,
    headers: sent,
  } = prepareRequest(name, request, { shopUrl: shop.stack.url, ...linksOf(randomUUID()) });
  const { status, body, headers } = await client.send(method, path, { json, headers: sent });
  const message = 'The shop is busy for a moment. Please try again.';
  const requestId = headers.get('x-request-id');
  expect([name, status, body]).toEqual([
    name,
    503,
    { success: false, code: 'unavailable', message, requestId },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
}

async function expectUnwell(client: Client): Promise<void> {
  const { status, body, headers } = await client.get('/api/health');
  expect([status, body.success, body.database, headers.get('retry-after')]).toEqual([
    503,
    false,
    'down',
    '3',
  ]);
}

async function expectPages(client: Client): Promise<void> {
  for (const path of ['/', '/404']) {
    const page = await client.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.text).toMatch(/^<!doctype html>/i);
  }
  expect((await client.get('/nowhere')).status).toBe(404);
  expect((await client.get('/api/store')).status).toBe(200);
}

async function expectNoProductPage(client: Client): Promise<void> {
  const { status, headers } = await client.get('/product/nothing-like-it');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
}

/** Expects 503 from all routes at once, and that pages without a database are served. */
export async function expectAway(shop: TestShop, client: Client): Promise<void> {
  const checks = requests.map((one) => expectUnavailable(shop, client, one));
  await Promise.all([...checks, expectUnwell(client), expectPages(client), expectNoProductPage(client)]);
}

export async function expectWell(shop: TestShop): Promise<void> {
  expect((await shop.client().get('/api/health')).status).toBe(200);
  const buyer = await shop.person();
  expect((await placeOrder(buyer, await orderOf(buyer, { [serum]: 1 }))).status).toBe(200);
}
