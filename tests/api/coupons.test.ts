/**
 * Codes (docs/behaviour.md, "Discount codes"): in a quote and in an order. The rules themselves are tested in
 * src/domain/pricing/coupon.test.ts.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderLines, products } from '#db/schema/index.ts';
import type { Client } from '../support/client.ts';
import {
  changeCoupon,
  insertCoupon,
  ordersOf,
  orderWith,
  quoteWith,
  silentProviders,
  usesOf,
  waitingOrder,
} from '../support/coupons.ts';
import { address, cream, itemsOf, placed, placeOrder, serum, toner } from '../support/orders.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ vars: silentProviders });

describe('a quote', () => {
  test('has the discount of a code, also without a session', async () => {
    const code = await insertCoupon(shop.db);
    const { status, body } = await quoteWith(
      shop.client(),
      { [serum]: 1, [toner]: 2 },
      ` ${code.toLowerCase()} `,
    );
    expect(status).toBe(200);
    expect(body.quote).toMatchObject({
      subtotal: 1297,
      discount: 129.7,
      delivery: 0,
      amount: 1167.3,
      coupon: { code, percent: 10 },
      couponProblem: null,
      couponMessage: null,
    });
  });

  test('finds a code that is typed without its hyphens', async () => {
    await insertCoupon(shop.db, { code: 'TEST-HYPHENS8' });
    for (const typed of ['test hyphens8', '“Test–Hyphens८”.', '\u2068TEST\u00a0HYPHENS8\u2069\n']) {
      const { body } = await quoteWith(shop.client(), { [serum]: 1 }, typed);
      expect(body.quote.coupon).toEqual({ code: 'TEST-HYPHENS8', percent: 10 });
    }
  });

  test('of two codes that differ in hyphens only, takes the one that was typed', async () => {
    await insertCoupon(shop.db, { code: 'TEST-TWIN8', percent: 10 });
    await insertCoupon(shop.db, { code: 'TESTTWIN8', percent: 20 });
    for (const [code, percent] of Object.entries({ 'TEST-TWIN8': 10, TESTTWIN8: 20 })) {
      const { body } = await quoteWith(shop.client(), { [serum]: 1 }, code);
      expect(body.quote.coupon).toEqual({ code, percent });
    }
  });

  test('treats a blank code as no code', async () => {
    const { body } = await quoteWith(shop.client(), { [serum]: 1 }, '  ');
    expect(body.quote).toMatchObject({ amount: 599, coupon: null, couponMessage: null });
  });

  test.for<[string, Parameters<typeof insertCoupon>[1], string, string]>([
    ['used up', { maxUses: 2, uses: 2 }, 'used_up', 'This code has been used already.'],
    ['too small an order', { minSubtotal: 70_000 }, 'below_minimum', 'Add ₹101.00 more to use this code.'],
    [
      'somebody’s own, signed out',
      { email: 'asha@example.in' },
      'sign_in',
      'This is a personal code. Please sign in with the email address that it was sent to.',
    ],
  ])('contains the reason when a code does not apply: %s', async ([, given, problem, message]) => {
    const code = await insertCoupon(shop.db, given);
    const { status, body } = await quoteWith(shop.client(), { [serum]: 1 }, code);
    expect(status).toBe(200);
    expect(body.quote).toMatchObject({
      discount: 0,
      amount: 599,
      coupon: null,
      couponProblem: problem,
      couponMessage: message,
    });
  });

  test('accepts a personal code only with a valid token', async () => {
    const [owner, other] = [await shop.person(), await shop.person()];
    const code = await insertCoupon(shop.db, { email: owner.email });
    const problem = async (client: Client) =>
      (await quoteWith(client, { [serum]: 1 }, code)).body.quote.couponProblem;
    expect(await problem(owner)).toBeNull();
    expect(await problem(other)).toBe('other_account');
    expect(await problem(shop.client('z'.repeat(43)))).toBe('sign_in');
    expect(await problem(shop.client('no token of ours'))).toBe('sign_in');
    const bearer = { Authorization: `Bearer ${owner.token}` };
    const items = itemsOf({ [serum]: 1 });
    const asBearer = await shop.client().post('/api/order/quote', { items, couponCode: code }, bearer);
    expect(asBearer.body.quote.couponProblem).toBeNull();
    await owner.post('/api/user/logout');
    expect(await problem(owner)).toBe('sign_in');
  });

  test('writes nothing when the code is known', async () => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const before = await snapshot(shop.db);
    await quoteWith(shop.client(), { [serum]: 1 }, code);
    expect(await snapshot(shop.db)).toEqual(before);
  });
});

describe('an order', () => {
  test('subtracts the discount, spreads it over its lines, and uses the code up', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db, { percent: 15, maxUses: 1 });
    const answer = await placeOrder(
      person,
      await orderWith(person, { [serum]: 1, [toner]: 1, [cream]: 1 }, code),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.order).toMatchObject({
      subtotal: 1597,
      // 15 % is 239.55; cash is paid in whole rupees.
      discount: 239,
      couponCode: code,
      amount: 1358,
    });
    const id = answer.body.order._id;
    const [row] = await ordersOf(shop.db, person);
    expect(row).toMatchObject({ couponCode: code, discount: 23_900, total: 135_800 });
    const lines = await shop.db.read.select().from(orderLines).where(eq(orderLines.orderId, id));
    expect(lines.map(({ discount }) => discount)).toEqual([8964, 5223, 9713]);
    expect(await usesOf(shop.db, code)).toBe(1);
    const listed = await person.post('/api/order/userorders');
    expect(listed.body.orders).toMatchObject([{ _id: id, discount: 239, couponCode: code, amount: 1358 }]);
  });

  test('that is paid in cash is whole, one that is paid online is exact; each has its own total', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db);
    const cash = await orderWith(person, { [serum]: 1 }, code);
    const online = await orderWith(person, { [serum]: 1 }, code, 'stripe');
    expect([cash.amount, online.amount]).toEqual([540, 539.1]);
    const refused = await placeOrder(person, online);
    expect([refused.status, refused.body.quote]).toMatchObject([409, { discount: 59, amount: 540 }]);
    expect((await placeOrder(person, cash)).status).toBe(200);
  });

  test('of a price with paise loses them in cash, as a rounding', async () => {
    await shop.db.write.update(products).set({ price: 59_950 }).where(eq(products.id, serum));
    const person = await shop.person();
    const items = itemsOf({ [serum]: 1 });
    const { body } = await person.post('/api/order/quote', { items, paymentMethod: 'cod' });
    expect(body.quote).toMatchObject({ subtotal: 599.5, discount: 0.5, amount: 599, coupon: null });
    const placed = await placeOrder(person, {
      address: { ...address, email: person.email },
      items,
      amount: 599,
    });
    expect(placed.body.order).toMatchObject({ discount: 0.5, couponCode: null, amount: 599 });
  });

  test('without a code uses none up, and its code is null', async ({ shopper: person }) => {
    await placed(person, { [serum]: 1 });
    expect(await ordersOf(shop.db, person)).toMatchObject([{ couponCode: null, discount: 0 }]);
  });

  test.for(['razorpay', 'stripe'] as const)(
    'by %s uses it too, while it waits for its payment',
    async (method, { shopper: person }) => {
      const code = await insertCoupon(shop.db, { maxUses: 1 });
      expect(await waitingOrder(shop.db, person, code, method)).toMatchObject({
        couponCode: code,
        paymentMethod: method,
        total: 53_910,
      });
      expect(await usesOf(shop.db, code)).toBe(1);
      const [payment] = await select<{ amount: number }>(
        shop.db,
        sql`SELECT p.amount FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.user_id = ${person.id}`,
      );
      expect(payment?.amount).toBe(53_910);
    },
  );

  test('repeated with its key is the same order, though its code is used up by it', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await orderWith(person, { [serum]: 1 }, code);
    const first = await placeOrder(person, order, 'with-a-coupon');
    const before = await snapshot(shop.db);
    const again = await placeOrder(person, order, 'with-a-coupon');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await snapshot(shop.db)).toEqual(before);
    const without = await placeOrder(person, { ...order, couponCode: undefined }, 'with-a-coupon');
    expect([without.status, without.body.code]).toEqual([409, 'key_reused']);
  });

  test.for<[string, Parameters<typeof changeCoupon>[2], string]>([
    ['has expired', { validUntil: Date.now() - 1 }, 'This code has expired.'],
    ['is used up', { maxUses: 3, uses: 3 }, 'This code has been used already.'],
    ['asks for more', { minSubtotal: 60_000 }, 'Add ₹1.00 more to use this code.'],
    [
      'is somebody else’s',
      { email: 'ravi@example.in' },
      'This is a personal code. It works only with the email address that it was sent to.',
    ],
  ])(
    'whose code %s since the quote is refused with the reason and the new total',
    async ([, change, message], { shopper: person }) => {
      const code = await insertCoupon(shop.db);
      const order = await orderWith(person, { [serum]: 1 }, code);
      await changeCoupon(shop.db, code, change);
      const before = await snapshot(shop.db);
      const { status, body } = await placeOrder(person, order);
      expect([status, body.success, body.code, body.message]).toEqual([409, false, 'coupon', message]);
      expect(body.quote).toMatchObject({ amount: 599, discount: 0, coupon: null, couponMessage: message });
      expect(await snapshot(shop.db)).toEqual(before);
      // The new quote in the response is accepted.
      expect(
        (await placeOrder(person, { ...order, couponCode: undefined, amount: body.quote.amount })).status,
      ).toBe(200);
    },
  );

  test('with another percentage than in the quote is refused like any wrong total', async ({
    shopper: person,
  }) => {
    const code = await insertCoupon(shop.db);
    const order = await orderWith(person, { [serum]: 1 }, code);
    await changeCoupon(shop.db, code, { percent: 5 });
    const { status, body } = await placeOrder(person, order);
    expect([status, body.code]).toEqual([409, 'amount_changed']);
    expect(body.quote).toMatchObject({ amount: 570, coupon: { code, percent: 5 } });
    expect(await usesOf(shop.db, code)).toBe(0);
  });

  test('cannot have a discount without a code', async ({ shopper: person }) => {
    const { status, body } = await placeOrder(person, {
      address,
      items: itemsOf({ [serum]: 1 }),
      amount: 539.1,
      discount: 59.9,
      coupon: { percent: 10 },
    });
    expect([status, body.code]).toEqual([409, 'amount_changed']);
  });

  test('with a discount of 100 % still costs a rupee', async ({ shopper: person }) => {
    const code = await insertCoupon(shop.db, { percent: 100 });
    const answer = await placeOrder(person, await orderWith(person, { [serum]: 1, [toner]: 1 }, code));
    expect(answer.body.order).toMatchObject({ discount: 947, amount: 1 });
  });
});
