/**
 * Calls to the database: one per request where possible, since production's database is in another building. Two are
 * needed where a password is hashed between reading and writing, and for an order, which is decided between them.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client, RequestOptions } from '../support/client.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const email = 'asha@example.in';
const password = 'correct horse 9';
let shopper: Person;
let operator: Person;
let orderId = '';

beforeAll(async () => {
  await refillStock(shop.db);
  [shopper, operator] = [await shop.person(), await shop.person('operator')];
  orderId = (await placeOrder(shopper, await orderOf(shopper, { [serum]: 1 }), 'round-trip-key')).body.order
    ._id;
  // The first question writes; its write is proof for a minute.
  await shop.client().get('/api/health');
});

const line = { itemId: serum, quantity: 2 };
const request = { items: [{ _id: serum, quantity: 1 }] };
const tracking = () => ({ orderId, trackingId: 'AWB1', courierPartner: 'DTDC' });

type Call = [
  calls: number,
  what: string,
  method: string,
  path: string | (() => string),
  status: number,
  json?: object | (() => object),
  as?: 'nobody' | 'operator',
];
const calls: Call[] = [
  [0, 'settings', 'GET', '/api/store', 200],
  [1, 'health', 'GET', '/api/health', 200],
  [1, 'the list', 'GET', '/api/product/list', 200],
  [1, 'a page of the list', 'GET', '/api/product/list?limit=5', 200],
  [1, 'a search', 'GET', '/api/product/search?q=serum', 200],
  [1, 'a search that finds nothing', 'GET', '/api/product/search?q=qqqqqqqqqq', 200],
  [1, 'a report of a search', 'POST', '/api/product/searched', 200, { q: 'serum', found: 4 }, 'nobody'],
  [
    0,
    'a report of an email address',
    'POST',
    '/api/product/searched',
    200,
    { q: 'a@b.in', found: 0 },
    'nobody',
  ],
  [1, 'one product', 'GET', `/api/product/${serum}`, 200],
  [1, 'the live state', 'GET', `/api/product/live?ids=${serum}`, 200],
  [1, 'reviews', 'GET', `/api/reviews/${serum}`, 200],
  [1, 'reviews by rating', 'GET', `/api/reviews/${serum}?sort=lowest&skin=Dry+Skin`, 200],
  [1, 'the counts of reviews', 'GET', '/api/reviews/counts', 200],
  [1, 'me', 'GET', '/api/user/me', 200],
  [1, 'a cart', 'POST', '/api/cart/get', 200, {}],
  [1, 'adding', 'POST', '/api/cart/add', 200, line],
  [1, 'changing', 'POST', '/api/cart/update', 200, line],
  [1, 'removing', 'POST', '/api/cart/update', 200, { itemId: serum }],
  [1, 'emptying', 'POST', '/api/cart/reset', 200, {}],
  [1, 'a quote', 'POST', '/api/order/quote', 200, request],
  [2, 'an order', 'POST', '/api/order/place', 200, { ...request, address, amount: 599 }],
  [1, 'an order that is refused', 'POST', '/api/order/place', 409, { ...request, address, amount: 600 }],
  [1, 'orders', 'POST', '/api/order/userorders', 200, {}],
  [1, 'tracking', 'GET', () => `/api/order/tracking-info/${orderId}`, 200],
  // Reads what the invoice needs, and writes it with the move.
  [2, 'shipping', 'POST', '/api/order/update-tracking', 200, tracking, 'operator'],
  [1, 'an invoice', 'POST', '/api/order/document', 200, () => ({ orderId })],
  [1, 'an invoice as a PDF', 'POST', '/api/order/document.pdf', 200, () => ({ orderId })],
  [1, 'shipping by a shopper', 'POST', '/api/order/update-tracking', 403, tracking],
  [1, 'cancelling what is not there', 'POST', '/api/order/cancel', 404, () => ({ orderId: randomUUID() })],
  [
    1,
    'cancelling a part of what is not there',
    'POST',
    '/api/order/cancel',
    404,
    () => ({ orderId: randomUUID(), lines: [{ _id: serum, keep: 0 }] }),
  ],
  [
    1,
    'correcting what has left',
    'POST',
    '/api/order/correct',
    409,
    () => ({ orderId, address: { ...address, city: 'X' } }),
  ],
  [2, 'a review', 'POST', `/api/reviews/${serum}`, 200, { rating: 5, comment: 'Good' }],
  [2, 'one’s own review', 'POST', `/api/reviews/${serum}/mine`, 200, {}],
  [2, 'an objection', 'POST', `/api/reviews/${serum}/objection`, 409, { text: 'Why?' }],
  [2, 'withdrawing it', 'DELETE', `/api/reviews/${serum}`, 200, {}],
  [
    2,
    'a report of a review',
    'POST',
    '/api/reviews/report',
    200,
    () => ({ reviewId: randomUUID(), reason: 'spam' }),
    'nobody',
  ],
  [
    1,
    'a link to a review that was not signed',
    'POST',
    `/api/reviews/${serum}/mine`,
    404,
    { link: 'x' },
    'nobody',
  ],
  [
    2,
    'a ticket',
    'POST',
    '/api/contact/submit',
    200,
    { email, subject: 'Help', message: 'Where?' },
    'nobody',
  ],
  [2, 'a subscription', 'POST', '/api/subscribe', 200, { email }, 'nobody'],
  [2, 'registering', 'POST', '/api/user/register', 200, { name: 'Asha', email, password }, 'nobody'],
  [3, 'signing in', 'POST', '/api/user/login', 200, { email, password }, 'nobody'],
  [1, 'a guest', 'POST', '/api/user/guest', 200, { name: 'Asha', email, phone: '9876543210' }, 'nobody'],
  [
    1,
    'tracking by a wrong phone',
    'POST',
    '/api/order/track',
    404,
    { reference: 'ORD-123456', contact: '9876543210' },
    'nobody',
  ],
  [1, 'a link that was not signed', 'POST', '/api/order/open', 404, { link: 'x' }, 'nobody'],
  [2, 'a wrong password', 'POST', '/api/user/login', 401, { email, password: 'x' }, 'nobody'],
  [
    1,
    'a weak password',
    'POST',
    '/api/user/register',
    422,
    { name: 'A', email: 'b@example.in', password: 'password1' },
    'nobody',
  ],
  [1, 'a new name', 'POST', '/api/user/name', 200, { name: 'Asha' }],
  [1, 'addresses', 'GET', '/api/user/addresses', 200],
  [1, 'a new address', 'POST', '/api/user/addresses', 200, address],
  [
    1,
    'an address that is not there',
    'POST',
    '/api/user/addresses/remove',
    404,
    () => ({ id: randomUUID() }),
  ],
  [1, 'devices', 'GET', '/api/user/sessions', 200],
  [1, 'signing out elsewhere', 'POST', '/api/user/sessions/end-others', 200, {}],
  [1, 'asking for a link', 'POST', '/api/user/forgot', 200, { email }, 'nobody'],
  [1, 'a dead link', 'POST', '/api/user/email/confirm', 409, { token: 'x'.repeat(43) }, 'nobody'],
  [
    1,
    'a dead link to a password',
    'POST',
    '/api/user/reset',
    409,
    { token: 'x'.repeat(43), password },
    'nobody',
  ],
  [1, 'a wrong password to a new one', 'POST', '/api/user/password', 422, { current: 'x', password }],
  [
    1,
    'a wrong password to a new address',
    'POST',
    '/api/user/email',
    422,
    { email: 'n@example.in', password: 'x' },
  ],
  [1, 'a wrong password to an export', 'POST', '/api/user/export', 422, { password: 'x' }],
  [1, 'a wrong password to an end', 'POST', '/api/user/delete', 422, { password: 'x' }],
  [1, 'the counts of stars', 'GET', `/api/reviews/${serum}/ratings`, 200],
  [0, 'a link that cannot be one', 'POST', '/api/unsubscribe?token=x', 404, {}, 'nobody'],
  [0, 'wrong fields', 'POST', '/api/cart/add', 422, {}],
  [0, 'no token', 'POST', '/api/cart/get', 401, {}, 'nobody'],
  [0, 'an unknown address', 'GET', '/api/nowhere', 404],
  [0, 'a page that is a file', 'GET', '/', 200],
  [1, 'a product page that is none', 'GET', '/product/nothing-like-it', 404],
  [1, 'signing out', 'POST', '/api/user/logout', 200, {}],
];

test.each(calls)('%i for %s', async (count, _, method, path, status, json, as) => {
  const client: Client = as === 'operator' ? operator : as === 'nobody' ? shop.client() : shopper;
  const sending: RequestOptions =
    json === undefined ? {} : { json: typeof json === 'function' ? json() : json };
  shop.proxy.reset();
  const answer = await client.send(method, typeof path === 'function' ? path() : path, sending);
  expect(answer.status).toBe(status);
  expect(shop.proxy.calls).toHaveLength(count);
});

test('2 for an order that is repeated with its key: the first order is read only then', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1 });
  await placeOrder(person, order, 'repeated-key');
  shop.proxy.reset();
  expect((await placeOrder(person, order, 'repeated-key')).status).toBe(200);
  expect(shop.proxy.calls).toHaveLength(2);
});
