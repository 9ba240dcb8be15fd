/**
 * Concurrent orders: 100 buyers for 10 units make exactly 10 orders, one key sent 50 times at once makes one, and the
 * data of a request may be outdated when it writes: a proxy in front of the database makes sure that all have read before
 * the first one writes. On a busy machine the shop may refuse with 503, and workerd may close a
 * connection without an answer: such a request is repeated.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { cartLines, coupons, orderLines, orders, products } from '#db/schema/index.ts';
import { type Client, tally, times } from '../support/client.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { newGuest } from '../support/guests.ts';
import { addressOf, cream, placeOrder, placeWithRetry, serum, toner } from '../support/orders.ts';
import {
  countRows,
  knownBy,
  makeKnown,
  select,
  setPrice,
  setRetired,
  setStatus,
  setStock,
  stockOf,
} from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true });

/** An order with a code: 10 % off, for everybody and any number of orders. */
const ordered = async (client: Client, lines: Record<string, number>) =>
  orderWith(client, lines, await insertCoupon(shop.db, { percent: 10 }));

/** People who have bought here before, so that the limits of strangers do not end the race. */
async function customers(count: number) {
  const people = await shop.people(count);
  await makeKnown(shop.db, people);
  return people;
}

/** All of them order at once, each to their own address, when all have read. @param orderAt the order of the nth */
function race(buyers: readonly Person[], orderAt: (n: number) => object) {
  shop.proxy.readFirst(buyers.length);
  return Promise.all(
    buyers.map((buyer, n) => placeWithRetry(buyer, { ...orderAt(n), address: addressOf(buyer) }, buyer.id)),
  );
}

/** The orders of these races. */
const countOrders = () => countRows(shop.db, 'orders', sql`request_hash <> ${knownBy}`);

/** Orders whose totals differ from the sum of their lines; there must be none. */
const crooked = () =>
  select(
    shop.db,
    sql`SELECT o.id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id GROUP BY o.id
        HAVING coalesce(sum(l.price * l.quantity), 0) <> o.subtotal OR coalesce(sum(l.discount), 0) <> o.discount
            OR o.total <> o.subtotal - o.discount + o.delivery`,
  );
const orphans = () => countRows(shop.db, 'order_lines', sql`order_id NOT IN (SELECT id FROM orders)`);

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([write.delete(orderLines), write.delete(orders), write.delete(cartLines)]);
});

describe('orders', () => {
  test('100 buyers for 10 units make exactly 10', async () => {
    const buyers = await customers(100);
    const order = await ordered(shop.client(), { [serum]: 1 });
    await setStock(shop.db, serum, 10);
    const answers = await race(buyers, () => order);
    expect(tally(answers)).toEqual({ 200: 10, 409: 90 });
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect([body.code, body.items]).toEqual([
        'out_of_stock',
        [expect.objectContaining({ _id: serum, available: 0 })],
      ]);
    expect(await stockOf(shop.db, serum)).toBe(0);
    const stored = await select<{ n: number; total: number }>(
      shop.db,
      sql`SELECT (SELECT count(*) FROM order_lines WHERE order_id = o.id AND product_id = ${serum} AND quantity = 1) AS n, total FROM orders o WHERE request_hash <> ${knownBy}`,
    );
    expect(stored).toEqual(times(10, () => ({ n: 1, total: 54_000 })));
    expect([await crooked(), await orphans()]).toEqual([[], 0]);
  });

  test('of several pieces and lines never sell more than the stock', async () => {
    const buyers = await customers(12);
    const [one, other] = [
      await ordered(shop.client(), { [serum]: 3, [toner]: 2 }),
      await ordered(shop.client(), { [toner]: 2, [serum]: 3 }),
    ];
    await setStock(shop.db, serum, 10);
    await setStock(shop.db, toner, 9);
    const answers = await race(buyers, (n) => (n % 2 ? one : other));
    expect(tally(answers)).toEqual({ 200: 3, 409: 9 });
    expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([1, 3]);
    expect([await crooked(), await orphans(), await countOrders()]).toEqual([[], 0, 3]);
  });

  test('of {A, B} and {B, A} in parallel all succeed with the right totals', async () => {
    const buyers = await customers(10);
    for (const buyer of buyers)
      for (const itemId of [serum, toner]) await buyer.post('/api/cart/add', { itemId, quantity: 1 });
    const [one, other] = [
      await ordered(shop.client(), { [serum]: 1, [toner]: 1 }),
      await ordered(shop.client(), { [toner]: 1, [serum]: 1 }),
    ];
    const answers = await race(buyers, (n) => (n % 2 ? one : other));
    expect(tally(answers)).toEqual({ 200: 10 });
    // Cash is paid in whole rupees.
    expect(new Set(answers.map(({ body }) => body.order.amount))).toEqual(new Set([854]));
    expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([90, 90]);
    expect([await crooked(), await countRows(shop.db, 'cart_lines')]).toEqual([[], 0]);
  });

  test('with one key, sent 50 times at once, are one order in all responses', async ({ shopper }) => {
    const order = await ordered(shopper, { [serum]: 2 });
    shop.proxy.readFirst(50);
    const answers = await Promise.all(times(50, () => placeOrder(shopper, order, 'one-key-for-all')));
    expect(tally(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countRows(shop.db, 'orders')).toBe(1);
    expect(await countRows(shop.db, 'order_lines')).toBe(1);
    expect(await stockOf(shop.db, serum)).toBe(98);
  });

  test('with one key and two bodies at once: one is placed, the other is refused', async ({ shopper }) => {
    const [one, two] = [await ordered(shopper, { [serum]: 1 }), await ordered(shopper, { [serum]: 2 })];
    shop.proxy.readFirst(20);
    const answers = await Promise.all(
      times(20, (n) => placeOrder(shopper, n % 2 ? one : two, 'contested-key')),
    );
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    for (const { status, body } of answers) expect(body.code).toBe(status === 409 ? 'key_reused' : undefined);
    expect(await countRows(shop.db, 'orders')).toBe(1);
  });

  test('ten of one account at once: six are placed, what a confirmed person may hold unpaid', async ({
    shopper,
  }) => {
    const order = { ...(await ordered(shopper, { [serum]: 1 })), again: true };
    shop.proxy.readFirst(10);
    const answers = await Promise.all(times(10, (n) => placeOrder(shopper, order, `attempt-${n}`)));
    expect(tally(answers)).toEqual({ 200: 6, 409: 4 });
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.code).toBe('pay_online');
    expect(await countRows(shop.db, 'orders')).toBe(6);
    expect(await stockOf(shop.db, serum)).toBe(94);
  });

  test('five at once of an account with one place left in the hour: one is placed', async ({ shopper }) => {
    // The limit is 30.
    const earlier = times(29, () => shopper);
    await makeKnown(shop.db, earlier, Date.now());
    const order = { ...(await ordered(shopper, { [serum]: 1 })), again: true };
    shop.proxy.readFirst(5);
    const answers = await Promise.all(times(5, (n) => placeOrder(shopper, order, `attempt-${n}`)));
    expect(tally(answers)).toEqual({ 200: 1, 429: 4 });
    expect(await countOrders()).toBe(1);
  });

  /** Places an order, and makes a change between reading its data and writing it. */
  async function whilePlacing(
    shopper: Client,
    lines: Record<string, number>,
    change: () => Promise<unknown>,
  ) {
    const order = await ordered(shopper, lines);
    const writing = shop.proxy.hold(1);
    const placing = placeOrder(shopper, order);
    await writing.arrived;
    await change();
    writing.release();
    return placing;
  }

  test.for([
    [
      'a sale begins to name the product',
      () => {
        const sale = { name: 'Sale', from: 0, until: 4_000_000_000_000, percent: 20 };
        return shop.db.write
          .update(products)
          .set({ sales: [sale] })
          .where(eq(products.id, serum));
      },
      'amount_changed',
    ],
    ['the price rises', () => setPrice(shop.db, serum, 60_000), 'amount_changed'],
    ['the product is retired', () => setRetired(shop.db, serum, true), 'not_sold'],
    [
      'the product is paused',
      () => shop.db.write.update(products).set({ paused: 'A new label is printed.' }),
      'paused',
    ],
    ['the last piece goes', () => setStock(shop.db, serum, 0), 'out_of_stock'],
    ['the code saves less', () => shop.db.write.update(coupons).set({ percent: 5 }), 'amount_changed'],
    ['the code ends', () => shop.db.write.update(coupons).set({ validUntil: 1 }), 'coupon'],
    [
      'the code becomes somebody else’s',
      () => shop.db.write.update(coupons).set({ email: 'somebody.else@example.in' }),
      'coupon',
    ],
  ] as const)(
    'are read again and refused if %s before they are written',
    async ([, change, code], { shopper }) => {
      await shopper.post('/api/cart/add', { itemId: toner, quantity: 1 });
      const { status, body } = await whilePlacing(shopper, { [toner]: 1, [serum]: 1 }, change);
      expect([status, body.code]).toEqual([409, code]);
      expect(await countRows(shop.db, 'orders')).toBe(0);
      expect(await countRows(shop.db, 'order_lines')).toBe(0);
      expect(await stockOf(shop.db, toner)).toBe(100);
      expect((await shopper.post('/api/cart/get')).body.cartData).toEqual({ [toner]: 1 });
    },
  );

  test.for([
    ['the shopper signs out', (id: string) => sql`DELETE FROM sessions WHERE user_id = ${id}`],
    ['their time is over', (id: string) => sql`UPDATE sessions SET expires_at = 1 WHERE user_id = ${id}`],
  ] as const)('are not placed if %s before they are written', async ([, ending], { shopper }) => {
    const { status, body } = await whilePlacing(shopper, { [serum]: 1 }, () =>
      shop.db.write.run(ending(shopper.id)),
    );
    expect([status, body.code]).toEqual([401, 'signed_out']);
    expect(await countRows(shop.db, 'orders')).toBe(0);
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('of a guest are read again and refused if the guest’s email is changed before they are written', async () => {
    const guest = await newGuest(shop);
    const { status, body } = await whilePlacing(guest, { [serum]: 1 }, () =>
      shop.db.write.run(
        sql`UPDATE users SET email = 'somebody.else@example.in' WHERE email = ${guest.email}`,
      ),
    );
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(await countRows(shop.db, 'orders')).toBe(0);
  });

  test('are read again and placed if another order of the buyer is cancelled before they are written', async ({
    shopper,
  }) => {
    const other = (await placeOrder(shopper, await ordered(shopper, { [cream]: 1 }))).body.order._id;
    const calls = () => shop.proxy.calls.length;
    let before = 0;
    const { status } = await whilePlacing(shopper, { [serum]: 1 }, async () => {
      before = calls();
      await setStatus(shop.db, other, 'Cancelled');
    });
    // Two calls are a second try: it reads, and writes.
    expect([status, calls() - before]).toEqual([200, 2]);
    expect(await countRows(shop.db, 'orders')).toBe(2);
  });

  test('have the product’s name at the time of writing', async ({ shopper }) => {
    const rename = (from: string, to: string) =>
      shop.db.write.run(sql`UPDATE products SET name = replace(name, ${from}, ${to}) WHERE id = ${serum}`);
    const { status, body } = await whilePlacing(shopper, { [serum]: 1 }, () => rename('Serum', 'Drops'));
    await rename('Drops', 'Serum');
    const items = [expect.objectContaining({ name: expect.stringContaining('Drops') })];
    expect([status, body.order.items]).toEqual([200, items]);
    expect((await shopper.post('/api/order/userorders')).body.orders).toMatchObject([{ items }]);
  });

  test('leave pieces in the cart that were added in the meantime', async ({ shopper }) => {
    await shopper.post('/api/cart/add', { itemId: cream, quantity: 2 });
    const { status } = await whilePlacing(shopper, { [cream]: 2 }, () =>
      shop.db.write.run(sql`UPDATE cart_lines SET quantity = 5 WHERE user_id = ${shopper.id}`),
    );
    expect(status).toBe(200);
    expect((await shopper.post('/api/cart/get')).body.cartData).toEqual({ [cream]: 3 });
  });
});
