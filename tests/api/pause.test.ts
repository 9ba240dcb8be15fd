/**
 * The pause of a deploy whose migration the running Worker cannot work with: pages and lists go on, what would write is
 * answered 503 `paused` with `Retry-After`, nothing is written, and all of it works afterwards.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { guestOrder, linkTo, newGuest } from '../support/guests.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { payAtProvider, pendingOrder, recordOf, verifyPayment } from '../support/payments.ts';
import { requests } from '../support/requests/index.ts';
import type { RequestData } from '../support/requests/values.ts';
import { linkFor } from '../support/reviews.ts';
import { snapshot } from '../support/rows.ts';
import { createActivity } from '../support/sample-activity.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, flood: 10_000, writes: 10_000, vars: { ORDERS_PER_HOUR: '1000' } });
let shopper: Person;
let operator: Person;
let things: RequestData;
const database = () => ({ url: shop.stack.databaseUrl });

/** Requests that only read, although they are not GET. A quote with a code counts it. */
const reading = ['POST /api/order/userorders', 'POST /api/order/document', 'POST /api/cart/get'];

beforeAll(async () => {
  const done = await createActivity(shop);
  shopper = done.shopper;
  operator = await operatorWithPassword(shop);
  const guest = await newGuest(shop);
  const { orderId: guestId } = await guestOrder(guest);
  const id = randomUUID();
  things = {
    orderId: done.orderId,
    placedId: guestId,
    pendingId: await pendingOrder(shopper, 'stripe'),
    email: shopper.email,
    addressId: id,
    ticketId: id,
    reviewId: id,
    refundId: id,
    flagId: id,
    heldId: id,
    sessionId: id,
    unsubscribe: '',
    guestToken: guest.token,
    guestLink: linkTo(guestId),
    ownLink: linkTo(guestId),
    reviewLink: linkFor(guestId, serum),
    shopUrl: shop.stack.url,
  };
  await shop.simulators.settled();
}, 120_000);
afterEach(async () => {
  await resumeWrites(database());
});

const send = (route: string, asked: { path?: string; json?: object; headers?: Record<string, string> }) => {
  const [method = '', path = ''] = route.split(' ');
  const client = /desk|second-factor|tracking$|move$/.test(path) ? operator : shopper;
  return client.send(method, asked.path ?? path, { json: asked.json, headers: asked.headers ?? {} });
};

test('reading goes on, and no request writes: it is answered 503 with a sentence and Retry-After', async () => {
  await pauseWrites(database());
  const before = await snapshot(shop.db);
  const wrong: string[] = [];
  const codes = new Set<string>();
  for (const [route, make] of Object.entries(requests))
    for (const asked of make(things)) {
      const { status, text, headers, body } = await send(route, asked);
      if (status === 503 && body.code === 'paused') {
        codes.add(route);
        const isTold = Number(headers.get('retry-after')) > 0 && /being updated/.test(body.message);
        if (!isTold || route.startsWith('GET') || reading.includes(route)) wrong.push(`${route}: ${text}`);
      } else if (status >= 500) wrong.push(`${route}: ${status} ${text}`);
    }
  expect(wrong).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining(['POST /api/order/place', 'POST /api/order/cancel', 'POST /api/user/register']),
  );
  expect((await orderOf(shopper, { [serum]: 1 })).amount).toBeGreaterThan(0);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('a payment of the pause is confirmed after it: by the webhook that the provider sends again', async () => {
  const buyer = await shop.person();
  const orderId = await pendingOrder(buyer, 'stripe');
  await pauseWrites(database());
  const before = await snapshot(shop.db);
  const paymentId = await payAtProvider(shop, 'stripe', orderId);
  const returned = await verifyPayment(shop, buyer, 'stripe', orderId, paymentId);
  expect([returned.status, returned.body.code]).toEqual([503, 'paused']);
  // The job neither asks a provider nor counts a failure.
  await shop.stack.scheduled();
  expect(await snapshot(shop.db)).toEqual(before);
  expect(await resumeWrites(database())).toBe(true);
  expect(await resumeWrites(database())).toBe(false);
  await shop.simulators.settled();
  await expect.poll(async () => (await recordOf(shop, orderId)).status).toBe('Order Placed');
  expect(await recordOf(shop, orderId)).toMatchObject({ paid: true, refunds: [], flags: [] });
});

test('an order that was refused is placed afterwards with the same key, once', async () => {
  const buyer = await shop.person();
  const order = await orderOf(buyer, { [serum]: 1 });
  const key = randomUUID();
  await pauseWrites(database());
  expect((await placeOrder(buyer, order, key)).body).toMatchObject({ success: false, code: 'paused' });
  await resumeWrites(database());
  const placed = await placeOrder(buyer, order, key);
  expect(placed.status).toBe(200);
  expect((await placeOrder(buyer, order, key)).body.order._id).toBe(placed.body.order._id);
});

test('a pause twice, the catalogue’s sync during it, and the health', async () => {
  await pauseWrites(database());
  await pauseWrites(database());
  const products = new Map([...readProducts()].slice(1));
  expect(await syncCatalogue(database(), products)).toMatchObject({ retired: 1 });
  expect((await shopper.get('/api/health')).status).toBe(200);
  expect((await shopper.get('/api/store')).status).toBe(200);
  await resumeWrites(database());
});
