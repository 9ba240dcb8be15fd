/**
 * The pause of a deploy whose migration the running Worker cannot work with: pages and lists go on, what would write is
 * answered 503 `paused` with `Retry-After`, nothing is written, and all of it works afterwards.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect } from 'vitest';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';
import { linksOf } from '../support/every-route.ts';
import { guestOrder, newGuest, outcome } from '../support/guests.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { payAtProvider, pendingOrder, recordOf, verifyPayment } from '../support/payments.ts';
import { allRequests, type RouteUsers, sendRequest } from '../support/routes/index.ts';
import { snapshot } from '../support/rows.ts';
import { createActivity } from '../support/sample-activity.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({
  keepsData: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '1000' },
});
let users: RouteUsers;
const database = () => ({ url: shop.stack.databaseUrl });

beforeAll(async () => {
  const { shopper, orderId } = await createActivity(shop);
  const guest = await newGuest(shop);
  const { orderId: guestId } = await guestOrder(guest);
  const data = {
    order: orderId,
    placedOrder: guestId,
    pendingOrder: await pendingOrder(shopper, 'stripe'),
    email: shopper.email,
    guestToken: guest.token,
    ...linksOf(guestId),
    shopUrl: shop.stack.url,
  };
  users = { nobody: () => shop.client(), shopper, operator, data };
  await shop.simulators.settled();
}, 120_000);
afterEach(async () => {
  await resumeWrites(database());
});

test('reading goes on, and no request writes: it is answered 503 with a sentence and Retry-After', async () => {
  await pauseWrites(database());
  const before = await snapshot(shop.db);
  const wrong: string[] = [];
  const codes = new Set<string>();
  for (const one of allRequests) {
    const { name, route } = one;
    const { status, text, headers, body } = await sendRequest(users, one);
    if (status === 503 && body?.code === 'paused') {
      codes.add(name);
      const isTold = Number(headers.get('retry-after')) > 0 && /being updated/.test(body.message);
      if (!isTold || name.startsWith('GET') || route.reads) wrong.push(`${name}: ${text}`);
    } else if (status >= 500) wrong.push(`${name}: ${status} ${text}`);
  }
  expect(wrong).toEqual([]);
  expect([...codes]).toEqual(
    expect.arrayContaining(['POST /api/order/place', 'POST /api/order/cancel', 'POST /api/user/register']),
  );
  expect((await orderOf(users.shopper, { [serum]: 1 })).amount).toBeGreaterThan(0);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('a payment of the pause is confirmed after it, by the webhook that is sent again', async ({
  shopper,
}) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  await pauseWrites(database());
  const before = await snapshot(shop.db);
  const paymentId = await payAtProvider(shop, 'stripe', orderId);
  const returned = await verifyPayment(shop, shopper, 'stripe', orderId, paymentId);
  expect(outcome(returned)).toEqual([503, 'paused']);
  // The job neither asks a provider nor counts a failure.
  await shop.stack.scheduled();
  expect(await snapshot(shop.db)).toEqual(before);
  expect(await resumeWrites(database())).toBe(true);
  expect(await resumeWrites(database())).toBe(false);
  await shop.simulators.settled();
  await expect.poll(async () => (await recordOf(shop, orderId)).status).toBe('Order Placed');
  expect(await recordOf(shop, orderId)).toMatchObject({ paid: true, refunds: [], flags: [] });
});

test('an order that was refused is placed afterwards with the same key, once', async ({ shopper }) => {
  const order = await orderOf(shopper, { [serum]: 1 });
  const place = () => placeOrder(shopper, order, key);
  const key = randomUUID();
  await pauseWrites(database());
  expect((await place()).body).toMatchObject({ success: false, code: 'paused' });
  await resumeWrites(database());
  const placed = await place();
  expect(placed.status).toBe(200);
  expect((await place()).body.order._id).toBe(placed.body.order._id);
});

test('a pause twice, the catalogue’s sync with a new price during it, and the health', async ({
  shopper,
}) => {
  await pauseWrites(database());
  await pauseWrites(database());
  const products = new Map([...readProducts()].slice(1));
  const [[dearer, product] = []] = products;
  if (dearer && product) products.set(dearer, { ...product, price: product.price + 1 });
  expect(await syncCatalogue(database(), products)).toMatchObject({ retired: 1, changed: 1 });
  for (const path of ['/api/health', '/api/store']) expect((await shopper.get(path)).status).toBe(200);
  await resumeWrites(database());
});
