/**
 * How often a code can be used (docs/behaviour.md 5.5): exactly up to its limit, also by concurrent orders, and again
 * when an unpaid order has ended.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { type Client, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import {
  insertCoupon,
  ordersOf,
  orderWith,
  quoteWith,
  silentProviders,
  usesOf,
  waitingOrder,
} from '../support/coupons.ts';
import { placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, setStatus, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ vars: silentProviders, proxy: true });

beforeEach(() => refillStock(shop.db));

const cancel = (client: Client, orderId: string | undefined) => client.post('/api/order/cancel', { orderId });

describe('with one use left', () => {
  test('50 people at once make one order; the other 49 are refused with the total without the code', async () => {
    const code = await insertCoupon(shop.db, { maxUses: 3, uses: 2 });
    const people = await shop.people(50);
    const order = await orderWith(shop.client(), { [serum]: 1 }, code);
    // All of them have read that one is left before the first may write.
    shop.proxy.readFirst(50);
    const answers = await Promise.all(people.map((person) => placeOrder(person, order)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 });
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect([body.code, body.message]).toEqual(['coupon', 'This code has been used already.']);
      expect(body.quote).toMatchObject({ amount: 599, coupon: null, couponProblem: 'used_up' });
    }
    expect(await usesOf(shop.db, code)).toBe(3);
    expect(await countRows(shop.db, 'orders', sql`coupon_code = ${code}`)).toBe(1);
    expect(await stockOf(shop.db, serum)).toBe(99);
  });

  test('a double click uses it once', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1, email: person.email });
    const order = await orderWith(person, { [serum]: 1 }, code);
    shop.proxy.meet(10);
    const answers = await Promise.all(times(10, () => placeOrder(person, order, 'the-same-attempt')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.order?._id}`)).size).toBe(1);
    expect(await usesOf(shop.db, code)).toBe(1);
  });
});

describe('a code is released', () => {
  test('once, when an order that is not paid is cancelled, however often', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 5, uses: 2 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    expect(await usesOf(shop.db, code)).toBe(3);
    const answers = await Promise.all(times(10, () => cancel(person, body.order._id)));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await usesOf(shop.db, code)).toBe(2);
  });

  test('not when the order was paid: then it is refunded', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, body.order._id));
    expect((await cancel(person, body.order._id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
    expect(await countRows(shop.db, 'refunds', sql`order_id = ${body.order._id} AND amount = 53910`)).toBe(1);
  });

  test('not when an order is returned', async () => {
    const [person, operator] = [await shop.person(), await shop.person('operator')];
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    const orderId = body.order._id;
    await setStatus(shop.db, orderId, 'Delivered');
    const move = { orderId, status: 'Returned', reason: 'Not wanted', restock: true };
    expect((await operator.post('/api/order/move', move)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
  });

  test('when the shopper cancels a pending order', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waitingOrder(shop.db, person, code);
    expect((await cancel(person, order?.id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(0);
  });

  test('to the order that replaces a pending one: its quote expects it', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1, email: person.email });
    const first = await waitingOrder(shop.db, person, code);
    expect((await quoteWith(person, { [serum]: 2 }, code)).body.quote.couponMessage).toBeNull();
    const second = await waitingOrder(shop.db, person, code, 'stripe', 2);
    expect(second?.total).toBe(107_820);
    const all = await ordersOf(shop.db, person);
    expect(all.find(({ id }) => id === first?.id)?.status).toBe('Cancelled');
    expect(await usesOf(shop.db, code)).toBe(1);
  });

  test('but not to another account', async () => {
    const [person, other] = [await shop.person(), await shop.person()];
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    await waitingOrder(shop.db, person, code);
    expect((await quoteWith(other, { [serum]: 1 }, code)).body.quote.couponProblem).toBe('used_up');
    expect((await quoteWith(shop.client(), { [serum]: 1 }, code)).body.quote.couponProblem).toBe('used_up');
  });

  test('when the time to pay is over, by the scheduled job, once', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waitingOrder(shop.db, person, code);
    await setClock(shop, 31 * minute);
    await Promise.all([shop.stack.scheduled(), shop.stack.scheduled()]);
    await shop.stack.scheduled();
    expect((await ordersOf(shop.db, person))[0]).toMatchObject({ id: order?.id, status: 'Cancelled' });
    expect(await usesOf(shop.db, code)).toBe(0);
  });
});
