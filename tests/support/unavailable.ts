/** A shop without its database: 503 with `Retry-After` and a message for shoppers from all routes, and static pages. */
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { address, itemsOf, orderOf, placeOrder, serum } from './orders.ts';
import type { TestShop } from './shop.ts';

const order = { address, items: itemsOf({ [serum]: 1 }), amount: 599 };
const account = { name: 'Asha', email: 'asha@example.in', password: 'correct horse 9' };
/** Every route that needs the database. */
const routes: [method: string, path: string, json?: object][] = [
  ['GET', '/api/product/list'],
  ['GET', `/api/product/${serum}`],
  ['GET', `/api/product/live?ids=${serum}`],
  ['GET', `/api/reviews/${serum}`],
  ['POST', `/api/reviews/${serum}`, { rating: 5, comment: 'Good' }],
  ['POST', `/api/reviews/${serum}/mine`, {}],
  ['DELETE', `/api/reviews/${serum}`, {}],
  ['GET', '/api/reviews/counts'],
  ['POST', '/api/user/register', account],
  ['POST', '/api/user/login', account],
  ['GET', '/api/user/me'],
  ['POST', '/api/cart/get', {}],
  ['POST', '/api/cart/add', { itemId: serum, quantity: 1 }],
  ['POST', '/api/cart/update', { itemId: serum }],
  ['POST', '/api/cart/reset', {}],
  ['POST', '/api/order/quote', order],
  ['POST', '/api/order/place', order],
  ['POST', '/api/order/userorders', {}],
  ['POST', '/api/order/cancel', { orderId: '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11' }],
  ['POST', '/api/order/correct', { orderId: '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11', address }],
  ['GET', '/api/order/tracking-info/6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11'],
  [
    'POST',
    '/api/order/update-tracking',
    { orderId: '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11', trackingId: '1', courierPartner: 'DTDC' },
  ],
  ['POST', '/api/contact/submit', { email: account.email, subject: 'Help', message: 'Where?' }],
  ['POST', '/api/subscribe', { email: account.email }],
];

async function expectUnavailable(
  client: Client,
  [method, path, json]: (typeof routes)[number],
): Promise<void> {
  const { status, body, headers } = await client.send(method, path, { json });
  const message = 'The shop is busy for a moment. Please try again.';
  const requestId = headers.get('x-request-id');
  expect([path, status, body]).toEqual([
    path,
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
export async function expectAway(client: Client): Promise<void> {
  const checks = routes.map((route) => expectUnavailable(client, route));
  await Promise.all([...checks, expectUnwell(client), expectPages(client), expectNoProductPage(client)]);
}

export async function expectWell(shop: TestShop): Promise<void> {
  expect((await shop.client().get('/api/health')).status).toBe(200);
  const buyer = await shop.person();
  expect((await placeOrder(buyer, await orderOf(buyer, { [serum]: 1 }))).status).toBe(200);
}
