/**
 * How often a code can be used (docs/behaviour.md, "Discount codes"): exactly up to its limit, also by concurrent
 * orders, and again when an unpaid order has ended.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
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
import { newGuest } from '../support/guests.ts';
import { placeOrder, serum } from '../support/orders.ts';
import { countRows, setStatus, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ vars: silentProviders, proxy: true });

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

  test('a double click uses it once', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1, email: person.email });
    const order = await orderWith(person, { [serum]: 1 }, code);
    shop.proxy.meet(10);
    const answers = await Promise.all(times(10, () => placeOrder(person, order, 'the-same-attempt')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.order?._id}`)).size).toBe(1);
    expect(await usesOf(shop.db, code)).toBe(1);
  });
});

describe('with a limit for each customer', () => {
  /** A guest with this email and phone who orders with the code. */
  const orderAs = async (email: string, phone: string, code: string) => {
    const guest = await newGuest(shop, { email, phone });
    const order = await orderWith(guest, { [serum]: 1 }, code);
    const address = { ...order.address, email, phone };
    const { body, status } = await placeOrder(guest, { ...order, address });
    return { guest, status, body };
  };
  const refused = [409, 'coupon', 'You have used this code before, as often as one customer may.'];
  const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof orderAs>>) =>
    status === 200 ? 200 : [status, body.code, body.message];

  test.for([
    ['the same email', 'asha.rao@gmail.com', '9811100001'],
    ['the email without dots', 'asharao@gmail.com', '9811100002'],
    ['the email with a suffix', 'asha.rao+sale@gmail.com', '9811100003'],
    ['the other name of the mail service', 'a.s.h.a.r.a.o@googlemail.com', '9811100004'],
    ['the same phone', 'somebody.else@example.in', '9811100000'],
  ])('a guest who comes again is refused: %s', async ([, email = '', phone = '']) => {
    const code = await insertCoupon(shop.db, { maxUsesPerCustomer: 1 });
    const first = await orderAs('asha.rao@gmail.com', '9811100000', code);
    expect(outcomeOf(first)).toBe(200);
    await setStatus(shop.db, first.body.order._id, 'Delivered');
    const again = await orderAs(email, phone, code);
    expect(outcomeOf(again)).toEqual(refused);
    expect(again.body.quote).toMatchObject({ amount: 599, coupon: null, couponProblem: 'used_before' });
    const other = await orderAs('ravi@example.in', '9822200000', code);
    expect(outcomeOf(other)).toBe(200);
    await setStatus(shop.db, other.body.order._id, 'Delivered');
    expect(await usesOf(shop.db, code)).toBe(2);
  });

  test('an account is counted whatever address it orders to; its quote says so', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db, { maxUsesPerCustomer: 2 });
    for (const n of [1, 2]) {
      const order = await orderWith(person, { [serum]: 1 }, code);
      const address = { ...order.address, email: `gift-${n}@example.in`, phone: `983330000${n}` };
      expect((await placeOrder(person, { ...order, address })).status).toBe(200);
    }
    const { quote } = (await quoteWith(person, { [serum]: 1 }, code)).body;
    expect([quote.couponProblem, quote.discount]).toEqual(['used_before', 0]);
    expect((await quoteWith(shop.client(), { [serum]: 1 }, code)).body.quote.couponProblem).toBeNull();
  });

  test('ten orders of one customer at once use it once', async () => {
    const code = await insertCoupon(shop.db, { maxUsesPerCustomer: 1 });
    const email = 'meera@example.in';
    const guests = await Promise.all(times(10, () => newGuest(shop, { email })));
    const order = await orderWith(guests[0] as Client, { [serum]: 1 }, code);
    shop.proxy.readFirst(10);
    const answers = await Promise.all(
      guests.map((guest, n) =>
        placeOrder(guest, { ...order, address: { ...order.address, email, phone: `984440000${n}` } }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    expect(await usesOf(shop.db, code)).toBe(1);
    expect(
      await countRows(shop.db, 'coupon_uses', sql`code = ${code} AND customer = ${`email:${email}`}`),
    ).toBe(1);
  });

  test('is given back when an unpaid order ends, and codes of one kind count together', async () => {
    const [one, two] = [
      await insertCoupon(shop.db, { maxUsesPerCustomer: 1, countedAs: 'spring' }),
      await insertCoupon(shop.db, { maxUsesPerCustomer: 1, countedAs: 'spring' }),
    ];
    const first = await orderAs('kiran@example.in', '9855500000', one);
    expect(outcomeOf(await orderAs('kiran@example.in', '9855500001', two))).toEqual(refused);
    expect((await cancel(first.guest, first.body.order._id)).status).toBe(200);
    const second = await orderAs('kiran@example.in', '9855500001', two);
    expect(outcomeOf(second)).toBe(200);
    expect(outcomeOf(await orderAs('kiran@example.in', '9855500002', one))).toEqual(refused);
    // A paid one that is refunded has been used.
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, second.body.order._id));
    expect((await cancel(second.guest, second.body.order._id)).status).toBe(200);
    expect(outcomeOf(await orderAs('kiran@example.in', '9855500003', one))).toEqual(refused);
  });
});

describe('a code is released', () => {
  test('once, when an order that is not paid is cancelled, however often', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 5, uses: 2 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    expect(await usesOf(shop.db, code)).toBe(3);
    const answers = await Promise.all(times(10, () => cancel(person, body.order._id)));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await usesOf(shop.db, code)).toBe(2);
  });

  test('not when the order was paid: then it is refunded', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, body.order._id));
    expect((await cancel(person, body.order._id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
    expect(await countRows(shop.db, 'refunds', sql`order_id = ${body.order._id} AND amount = 54000`)).toBe(1);
  });

  test('not when an order is returned', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, code));
    const orderId = body.order._id;
    await setStatus(shop.db, orderId, 'Delivered');
    const move = { orderId, status: 'Returned', reason: 'Not wanted', restock: true };
    expect((await operator.post('/api/order/move', move)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
  });

  test('when the shopper cancels a pending order', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waitingOrder(shop.db, person, code);
    expect((await cancel(person, order?.id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(0);
  });

  test('to the order that replaces a pending one: its quote expects it', async ({ shopper: person }) => {
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

  test('when the time to pay is over, by the scheduled job, once', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waitingOrder(shop.db, person, code);
    await setClock(shop, 31 * minute);
    await Promise.all([shop.stack.scheduled(), shop.stack.scheduled()]);
    await shop.stack.scheduled();
    expect((await ordersOf(shop.db, person))[0]).toMatchObject({ id: order?.id, status: 'Cancelled' });
    expect(await usesOf(shop.db, code)).toBe(0);
  });
});
