/**
 * Hot stock (docs/decisions/46-hot-stock.md): of a product that sells out in seconds the pieces are reserved in the order in
 * which buyers ask, and those who get none are told so without a write.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { type Client, tally } from '../support/client.ts';
import { changeSettings, minute, setClock } from '../support/clock.ts';
import { addressOf, orderOf, placeOrder, placeWithRetry, serum } from '../support/orders.ts';
import { countRows, knownBy, makeKnown, select, setStock, stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { HOT_STOCK: 'on' } });

/** People who have bought here before. */
async function customers(count: number) {
  const people = await shop.people(count);
  await makeKnown(shop.db, people);
  return people;
}

const orderFor = (order: object, buyer: Client) => ({ ...order, address: addressOf(buyer) });
const countOrders = () => countRows(shop.db, 'orders', sql`request_hash <> ${knownBy}`);
const hotness = () =>
  select<{ until: number }>(shop.db, sql`SELECT hot_until AS until FROM products WHERE id = ${serum}`);

/** Makes the serum hot by hand; the isolate learns it with the next order of it, which is refused. */
async function heat() {
  const until = Date.now() + 60 * minute;
  await shop.db.write.update(products).set({ hotUntil: until }).where(eq(products.id, serum));
  await learn();
}

/** An order of too many pieces, from which the isolate learns whether the serum is hot. */
async function learn() {
  const [somebody] = (await customers(1)) as [Person];
  const order = { items: [{ _id: serum, quantity: 50 }], amount: 1, address: addressOf(somebody) };
  await setStock(shop.db, serum, 0);
  expect((await placeOrder(somebody, order)).body.code).toBe('out_of_stock');
}

/** All of them order at once. */
const rush = (buyers: readonly Person[], order: object) =>
  Promise.all(buyers.map((buyer) => placeWithRetry(buyer, orderFor(order, buyer), buyer.id)));

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([
    write.delete(orderLines),
    write.delete(orders),
    write.update(products).set({ hotUntil: null }),
  ]);
  // The object and the isolate of each test know nothing.
  await shop.stack.restartWorker();
});

describe('a hot product', () => {
  test('is sold to exactly as many of 200 buyers as there are pieces, and the others cause no write', async () => {
    const buyers = await customers(200);
    const order = await orderOf(shop.client(), { [serum]: 1 });
    await heat();
    await setStock(shop.db, serum, 10);
    shop.proxy.reset();
    const answers = await rush(buyers, order);
    expect(tally(answers)).toEqual({ 200: 10, 409: 190 });
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect([body.code, body.items]).toEqual([
        'out_of_stock',
        [expect.objectContaining({ _id: serum, name: 'Glow Serum', available: 0 })],
      ]);
    expect([await stockOf(shop.db, serum), await countOrders()]).toEqual([0, 10]);
    // A write that meets another one is sent again.
    expect(shop.proxy.batches.length).toBeLessThan(20);
  });

  test('answers a repeated order by its key, also one from before it was hot', async ({ shopper }) => {
    const [other] = (await customers(1)) as [Person];
    const order = await orderOf(shopper, { [serum]: 1 });
    const { body } = await placeOrder(shopper, order, 'key-of-before');
    await heat();
    await setStock(shop.db, serum, 1);
    const last = await placeOrder(other, orderFor(order, other), 'key-of-the-last');
    expect([last.status, await stockOf(shop.db, serum)]).toEqual([200, 0]);
    expect((await placeOrder(shopper, order, 'key-of-before')).body.order._id).toBe(body.order._id);
    const again = await placeOrder(other, orderFor(order, other), 'key-of-the-last');
    expect(again.body.order._id).toBe(last.body.order._id);
    expect(await countOrders()).toBe(2);
  });

  test('has the piece of a Worker that was killed again when the time of the reservation is over', async () => {
    const [lost, refused] = (await customers(2)) as [Person, Person];
    const order = await orderOf(shop.client(), { [serum]: 1 });
    await heat();
    await setStock(shop.db, serum, 1);
    // The object has asked about the buyer; the Worker's own reading waits.
    const reading = shop.proxy.hold(1);
    const placing = placeOrder(lost, orderFor(order, lost), 'key-of-the-killed').catch(() => undefined);
    await reading.arrived;
    await shop.stack.killWorker();
    reading.release();
    await placing;
    await learn();
    await setStock(shop.db, serum, 1);
    const first = await placeOrder(refused, orderFor(order, refused), 'key-of-the-first');
    expect([first.status, first.body.code]).toEqual([409, 'out_of_stock']);
    await setClock(shop, 31_000);
    const second = await placeOrder(refused, orderFor(order, refused), 'key-of-the-second');
    expect([second.status, await stockOf(shop.db, serum)]).toEqual([200, 0]);
  });

  test('sells what comes back', async () => {
    const [one, other] = (await customers(2)) as [Person, Person];
    const order = await orderOf(shop.client(), { [serum]: 1 });
    await heat();
    expect((await placeOrder(one, orderFor(order, one), 'key-of-the-early')).status).toBe(409);
    await setStock(shop.db, serum, 3);
    await setClock(shop, 3_000);
    expect((await placeOrder(other, orderFor(order, other), 'key-of-the-late')).status).toBe(200);
  });

  test('says nothing else than the shop: who has no session is signed out', async () => {
    const order = await orderOf(shop.client(), { [serum]: 1 });
    await heat();
    const { status, body } = await placeOrder(shop.client('nobody has this token'), order);
    expect([status, body.code]).toEqual([401, 'signed_out']);
  });
});

test('a product is hot after many refusals for want of pieces, and cools down again', async () => {
  const buyers = await customers(25);
  const order = await orderOf(shop.client(), { [serum]: 1 });
  await setStock(shop.db, serum, 0);
  expect(tally(await rush(buyers, order))).toEqual({ 409: 25 });
  const [{ until } = { until: 0 }] = await hotness();
  expect(until).toBeGreaterThan(Date.now() + 9 * minute);
  await setStock(shop.db, serum, 1);
  await setClock(shop, 11 * minute);
  const [last] = (await customers(1)) as [Person];
  shop.proxy.reset();
  expect((await placeOrder(last, orderFor(order, last))).status).toBe(200);
  // Its reading and its writing, and nothing about a reservation.
  expect(shop.proxy.calls).toHaveLength(2);
});

test('when it is off, a hot product is sold like any other', async () => {
  await changeSettings(shop, { HOT_STOCK: 'off' });
  const [buyer] = (await customers(1)) as [Person];
  const order = await orderOf(buyer, { [serum]: 1 });
  await heat();
  await setStock(shop.db, serum, 1);
  shop.proxy.reset();
  expect((await placeOrder(buyer, order)).status).toBe(200);
  expect(shop.proxy.calls).toHaveLength(2);
});
