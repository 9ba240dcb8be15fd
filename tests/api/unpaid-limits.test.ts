/**
 * What an account may hold unpaid (content/store.yaml, `limits.unpaid`): 10 pieces of a product or a fifth of its
 * stock, ₹25,000 in all, and twice that with a paid or delivered order. The rules themselves are tested in
 * functions/checkout/unpaid-excess.test.ts; lifted limits in desk-limits.test.ts.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tally, times } from '../support/client.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { cream, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { paidOrder, payAtProvider, pendingOrder, resetBeforeEach, startOrder } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { setStatus, setStock, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const placing = async (who: Person, lines: Record<string, number>) =>
  placeOrder(who, await orderOf(who, lines));
const setPrice = (id: string, price: number) =>
  shop.db.write.run(sql`UPDATE products SET price = ${price}, original_price = ${price} WHERE id = ${id}`);
/** A refusal with the allowed pieces of each product. */
const refusedTo = (most: Record<string, number>) => ({
  status: 422,
  body: {
    code: 'too_many_at_once',
    items: Object.entries(most).map(([_id, most]) => ({ _id, most })),
  },
});

test('a fifth of the stock may be held, and no more; the refusal says how much, and how to order more', async () => {
  const answer = await placing(person, { [serum]: 21 });
  expect(answer).toMatchObject(refusedTo({ [serum]: 20 }));
  expect(answer.body.message).toBe(
    'For now you can order at most 20 of Glow Serum. To order more, please write to care@harita.example or call +91 80 0000 0000.',
  );
  expect((await placing(person, { [serum]: 20 })).status).toBe(200);
  expect(await stockOf(shop.db, serum)).toBe(80);
});

test('two new accounts cannot hold every piece in the shop', async () => {
  const shelf = () => Promise.all([serum, toner, cream].map((id) => stockOf(shop.db, id)));
  for (const stranger of await shop.people(2)) {
    const [serums = 0, toners = 0, creams = 0] = await shelf();
    const all = { [serum]: serums, [toner]: toners, [cream]: creams };
    expect(await startOrder(stranger, 'stripe', all)).toMatchObject({
      status: 422,
      body: { code: 'too_many_at_once' },
    });
    // Orders the same pieces twice; the second order replaces the first.
    for (const _ of [1, 2])
      expect((await startOrder(stranger, 'stripe', { [serum]: 16, [toner]: 16, [cream]: 14 })).status).toBe(
        200,
      );
  }
  expect(await shelf()).toEqual([68, 68, 72]);
});

test('a newer online order takes the place of the older one, which does not count against it', async () => {
  await pendingOrder(person, 'stripe', { [serum]: 20 });
  const { orderId } = (await startOrder(person, 'razorpay', { [serum]: 20 })).body;
  expect(orderId).toBeTruthy();
  expect(await stockOf(shop.db, serum)).toBe(80);
});

describe('₹25,000 in all', () => {
  beforeEach(async () => {
    await setPrice(serum, 200_000);
    await setPrice(toner, 150_000);
  });

  test('more is refused, at the most expensive line', async () => {
    const answer = await startOrder(person, 'stripe', { [serum]: 10, [toner]: 5 });
    expect(answer).toMatchObject(refusedTo({ [serum]: 8 }));
    expect((await startOrder(person, 'stripe', { [serum]: 8, [toner]: 5 })).status).toBe(200);
  });

  test('includes earlier unpaid orders, and subtracts a code’s discount', async () => {
    await placing(person, { [serum]: 9 });
    expect(await placing(person, { [toner]: 5 })).toMatchObject(refusedTo({ [toner]: 4 }));
    const code = await insertCoupon(shop.db, { percent: 10 });
    expect((await placeOrder(person, await orderWith(person, { [toner]: 5 }, code))).status).toBe(200);
    // ₹250 are left, less than any product costs.
    const none = await placing(person, { [cream]: 1 });
    expect(none).toMatchObject({ status: 422, body: { code: 'too_many_at_once', items: [] } });
    expect(none.body.message).toBe(
      'Your unpaid orders can come to ₹25,000.00 together. To order more, please write to care@harita.example or call +91 80 0000 0000.',
    );
  });

  test('if reducing one line is not enough, the refusal names both limits', async () => {
    const answer = await startOrder(person, 'stripe', { [serum]: 30, [toner]: 30 });
    expect(answer).toMatchObject(refusedTo({ [serum]: 20, [toner]: 20 }));
    expect(answer.body.message).toContain('Your unpaid orders can come to ₹25,000.00 together.');
  });
});

describe('twice as much', () => {
  const twice = { [serum]: 40 };

  test('with a paid order, until it is cancelled', async () => {
    expect((await startOrder(person, 'stripe', twice)).status).toBe(422);
    const { orderId } = await paidOrder(shop, person, 'stripe');
    await setStock(shop.db, serum, 100);
    expect(await startOrder(person, 'stripe', { [serum]: 41 })).toMatchObject(refusedTo({ [serum]: 40 }));
    expect((await startOrder(person, 'stripe', twice)).status).toBe(200);
    await person.post('/api/order/cancel', { orderId });
    await setStock(shop.db, serum, 100);
    expect((await startOrder(person, 'stripe', twice)).status).toBe(422);
  });

  test('with a delivered order, until it is returned', async () => {
    const { _id } = (await placing(person, { [toner]: 1 })).body.order;
    expect((await startOrder(person, 'stripe', twice)).status).toBe(422);
    await setStatus(shop.db, _id, 'Delivered');
    expect((await startOrder(person, 'stripe', twice)).status).toBe(200);
    await setStatus(shop.db, _id, 'Returned');
    expect((await startOrder(person, 'stripe', twice)).status).toBe(422);
  });
});

test('delivered, cancelled and paid orders no longer count as unpaid', async () => {
  const held = { [serum]: 10 };
  await setStock(shop.db, serum, 40);
  const { _id } = (await placing(person, held)).body.order;
  expect((await placing(person, { [serum]: 1 })).status).toBe(422);
  await person.post('/api/order/cancel', { orderId: _id });
  const orderId = await pendingOrder(person, 'stripe', held);
  await payAtProvider(shop, 'stripe', orderId);
  await shop.simulators.settled();
  expect((await placing(person, held)).status).toBe(200);
});

test('a quote is not refused', async () => {
  const { status, body } = await person.post('/api/order/quote', { items: [{ _id: serum, quantity: 100 }] });
  expect([status, body.quote.amount]).toEqual([200, 59_900]);
});

describe('concurrent orders', () => {
  test('by cash on delivery: together no more than the limit', async () => {
    await setStock(shop.db, serum, 50);
    const order = await orderOf(person, { [serum]: 7 });
    const answers = await Promise.all(times(12, () => placeOrder(person, order)));
    expect(tally(answers)).toEqual({ 200: 1, 422: 11 });
    expect(await stockOf(shop.db, serum)).toBe(43);
  });

  test('by all payment methods: never more pieces than the limit', async () => {
    const order = await orderOf(person, { [serum]: 15 });
    const ways = ['place', 'stripe', 'razorpay'];
    const answers = await Promise.all(times(9, (n) => person.post(`/api/order/${ways[n % 3]}`, order)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 409, 422, 429, 503]).toContain(status);
    expect(await stockOf(shop.db, serum)).toBe(85);
  });

  test('for ₹25,000: together no more than the limit', async () => {
    await setPrice(cream, 1_000_000);
    await setPrice(toner, 1_000_000);
    const orders = [await orderOf(person, { [cream]: 2 }), await orderOf(person, { [toner]: 2 })];
    const answers = await Promise.all(times(10, (n) => placeOrder(person, orders[n % 2])));
    expect(tally(answers)).toEqual({ 200: 1, 422: 9 });
  });
});
