/**
 * Calls to the database: one per request where possible, since production's database is in another building. Two are
 * needed where a password is hashed between reading and writing, and to place or change an order, which is decided between them. The table
 * of routes says how many each request makes (tests/support/routes). Payments step by step: round-trips-payments.test.ts.
 */

import { beforeAll, expect, test } from 'vitest';
import { followOrders } from '#functions/orders/follow.ts';
import { attachTracking } from '../support/desk.ts';
import { roomyShop, useEverything } from '../support/every-route.ts';
import { orderOf, placed, placeOrder, serum } from '../support/orders.ts';
import { onlineMethods } from '../support/payments.ts';
import { allRequests, sendRequest } from '../support/routes/index.ts';
import { callsOf } from '../support/routes/route.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop(roomyShop);
let users: Awaited<ReturnType<typeof useEverything>>;

beforeAll(async () => {
  users = await useEverything(shop);
  // What a request causes is not counted: its emails wait in the outbox, and the providers send no events.
  for (const method of onlineMethods) shop.simulators[method].webhooks.fault = 'never';
  await shop.stack.restartWorker({ MAIL_API_URL: '', MAIL_API_KEY: '' });
  // The first question writes; its write is proof for a minute.
  await shop.client().get('/api/health');
}, 120_000);

test.each(allRequests)('$name, request $n', async (one) => {
  const { route, request } = one;
  // Readers at the desk would do it.
  await followOrders(shop.db, Number.POSITIVE_INFINITY);
  shop.proxy.reset();
  const { status, text } = await sendRequest(users, one);
  const expected = [request.status ?? 200, callsOf(route, request)];
  expect([status, shop.proxy.calls.length], text).toEqual(expected);
});

test.each([
  [0, 'wrong fields', 'POST', '/api/cart/add', 422],
  [0, 'an unknown address', 'GET', '/api/nowhere', 404],
  [0, 'a page that is a file', 'GET', '/', 200],
  [1, 'a product page that is none', 'GET', '/product/nothing-like-it', 404],
  [0, 'no token', 'POST', '/api/cart/get', 401],
] as const)('%i for %s', async (count, what, method, path, status) => {
  const client = what === 'no token' ? shop.client() : await shop.person();
  shop.proxy.reset();
  const answer = await client.send(method, path, method === 'POST' ? { json: {} } : {});
  expect([answer.status, shop.proxy.calls.length]).toEqual([status, count]);
});

test('2 for the parcel of an order, which reads what the invoice needs and writes it with the move; 1 for a refusal to a shopper', async () => {
  const person = await shop.person();
  const { _id: orderId } = await placed(person, { [serum]: 1 });
  for (const [by, status, calls] of [
    [person, 403, 1],
    [users.operator, 200, 2],
  ] as const) {
    shop.proxy.reset();
    expect([(await attachTracking(by, orderId)).status, shop.proxy.calls.length]).toEqual([status, calls]);
  }
});

test('2 for an order that is repeated with its key: the first order is read only then', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1 });
  await placeOrder(person, order, 'repeated-key');
  shop.proxy.reset();
  const again = await placeOrder(person, order, 'repeated-key');
  expect([again.status, shop.proxy.calls.length]).toEqual([200, 2]);
});
