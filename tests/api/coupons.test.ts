/**
 * Codes (decisions, "API"): what a quote says of them, what an order does with them, and when they are
 * given back. The rules themselves are tested beside them (src/features/checkout/coupon.test.ts).
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderLines, orders } from '#db/schema.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { changeCoupon, insertCoupon, orderWith, quoteWith, usesOf } from '../support/coupons.ts';
import { address, cream, fillShelf, itemsOf, orderOf, place, serum, toner } from '../support/orders.ts';
import { countRows, select, setStatus, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

/** Providers that never answer: an order is written, and waits for a payment that cannot begin. */
const silentProviders = {
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  RAZORPAY_KEY_ID: 'rzp_test_none',
  RAZORPAY_KEY_SECRET: 'none',
  RAZORPAY_API_BASE: 'http://127.0.0.1:1',
};
const shop = useShop({ vars: silentProviders });
const minute = 60 * 1000;

beforeEach(() => fillShelf(shop.db));

const ordersOf = (userId: string) => shop.db.read.select().from(orders).where(eq(orders.userId, userId));
const cancel = (client: Client, orderId: string | undefined) => client.post('/api/order/cancel', { orderId });

/** An order that is paid online; no provider answers, so it is left waiting. @returns its row */
async function waiting(person: Client & { id: string }, code: string, method = 'razorpay', pieces = 1) {
  const answer = await person.post(
    `/api/order/${method}`,
    await orderWith(person, { [serum]: pieces }, code),
  );
  expect([answer.status, answer.body.code]).toEqual([503, 'provider_silent']);
  return (await ordersOf(person.id)).find(({ status }) => status === 'Payment Pending');
}

describe('a quote', () => {
  test('says what a code takes off, signed out too', async () => {
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

  test.each(['TEST-HYPHENS8', 'testhyphens8', 'test hyphens8', 'TEST – HYPHENS8'])(
    'finds %j, however its hyphen is typed',
    async (typed) => {
      if (typed === 'TEST-HYPHENS8') await insertCoupon(shop.db, { code: typed });
      const { body } = await quoteWith(shop.client(), { [serum]: 1 }, typed);
      expect(body.quote.coupon).toEqual({ code: 'TEST-HYPHENS8', percent: 10 });
    },
  );

  test('takes a blank code for none', async () => {
    const { body } = await quoteWith(shop.client(), { [serum]: 1 }, '  ');
    expect(body.quote).toMatchObject({ amount: 599, coupon: null, couponMessage: null });
  });

  test.each<[string, Parameters<typeof insertCoupon>[1], string, string]>([
    ['expired', { validUntil: Date.now() }, 'expired', 'This code has expired.'],
    ['used up', { maxUses: 2, uses: 2 }, 'used_up', 'This code has been used already.'],
    ['too small an order', { minSubtotal: 70_000 }, 'below_minimum', 'Add ₹101.00 more to use this code.'],
    [
      'somebody’s own, signed out',
      { email: 'asha@example.in' },
      'sign_in',
      'This is a personal code. Please sign in with the address that it was mailed to.',
    ],
  ])('says why a code does not apply: %s', async (_, given, problem, message) => {
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

  test('knows whose code it is by a living token, and by no other', async () => {
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
  test('takes the discount off, spreads it over its lines, and uses the code up', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { percent: 15, maxUses: 1 });
    const answer = await place(person, await orderWith(person, { [serum]: 1, [toner]: 1, [cream]: 1 }, code));
    expect(answer.status).toBe(200);
    expect(answer.body.order).toMatchObject({ subtotal: 1597, discount: 239.55, amount: 1357.45 });
    const id = answer.body.order._id;
    const [row] = await ordersOf(person.id);
    expect(row).toMatchObject({ couponCode: code, discount: 23_955, total: 135_745 });
    const lines = await shop.db.read.select().from(orderLines).where(eq(orderLines.orderId, id));
    expect(lines.map(({ discount }) => discount)).toEqual([8985, 5235, 9735]);
    expect(await usesOf(shop.db, code)).toBe(1);
    const listed = await person.post('/api/order/userorders');
    expect(listed.body.orders).toMatchObject([{ _id: id, discount: 239.55, amount: 1357.45 }]);
  });

  test('uses no code up when it names none, and tells a code’s absence by a null', async () => {
    const person = await shop.person();
    await place(person, await orderOf(person, { [serum]: 1 }));
    expect(await ordersOf(person.id)).toMatchObject([{ couponCode: null, discount: 0 }]);
  });

  test.each(['razorpay', 'stripe'])('by %s uses it too, while it waits for its payment', async (method) => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    expect(await waiting(person, code, method)).toMatchObject({
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
  });

  test('repeated with its key is the same order, though its code is used up by it', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await orderWith(person, { [serum]: 1 }, code);
    const first = await place(person, order, 'with-a-coupon');
    const before = await snapshot(shop.db);
    const again = await place(person, order, 'with-a-coupon');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await snapshot(shop.db)).toEqual(before);
    const without = await place(person, { ...order, couponCode: undefined }, 'with-a-coupon');
    expect([without.status, without.body.code]).toEqual([409, 'key_reused']);
  });

  test.each<[string, Parameters<typeof changeCoupon>[2], string]>([
    ['has expired', { validUntil: Date.now() - 1 }, 'This code has expired.'],
    ['is used up', { maxUses: 3, uses: 3 }, 'This code has been used already.'],
    ['asks for more', { minSubtotal: 60_000 }, 'Add ₹1.00 more to use this code.'],
    [
      'is somebody else’s',
      { email: 'ravi@example.in' },
      'This is a personal code. It works only with the address that it was mailed to.',
    ],
  ])(
    'whose code %s since the quote is refused, with the reason and the new total',
    async (_, change, message) => {
      const person = await shop.person();
      const code = await insertCoupon(shop.db);
      const order = await orderWith(person, { [serum]: 1 }, code);
      await changeCoupon(shop.db, code, change);
      const before = await snapshot(shop.db);
      const { status, body } = await place(person, order);
      expect([status, body.success, body.code, body.message]).toEqual([409, false, 'coupon', message]);
      expect(body.quote).toMatchObject({ amount: 599, discount: 0, coupon: null, couponMessage: message });
      expect(await snapshot(shop.db)).toEqual(before);
      // The quote that came along can be agreed to.
      expect(
        (await place(person, { ...order, couponCode: undefined, amount: body.quote.amount })).status,
      ).toBe(200);
    },
  );

  test('whose code takes off another percentage is refused like any other total', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db);
    const order = await orderWith(person, { [serum]: 1 }, code);
    await changeCoupon(shop.db, code, { percent: 5 });
    const { status, body } = await place(person, order);
    expect([status, body.code]).toEqual([409, 'amount_changed']);
    expect(body.quote).toMatchObject({ amount: 569.05, coupon: { code, percent: 5 } });
    expect(await usesOf(shop.db, code)).toBe(0);
  });

  test('cannot take a discount that no code gives', async () => {
    const person = await shop.person();
    const { status, body } = await place(person, {
      address,
      items: itemsOf({ [serum]: 1 }),
      amount: 539.1,
      discount: 59.9,
      coupon: { percent: 10 },
    });
    expect([status, body.code]).toEqual([409, 'amount_changed']);
  });

  test('of everything off still costs a rupee', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { percent: 100 });
    const answer = await place(person, await orderWith(person, { [serum]: 1, [toner]: 1 }, code));
    expect(answer.body.order).toMatchObject({ discount: 947, amount: 1 });
  });
});

describe('a code is given back', () => {
  test('once, when an order that is not paid is cancelled, however often', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 5, uses: 2 });
    const { body } = await place(person, await orderWith(person, { [serum]: 1 }, code));
    expect(await usesOf(shop.db, code)).toBe(3);
    const answers = await Promise.all(times(10, () => cancel(person, body.order._id)));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await usesOf(shop.db, code)).toBe(2);
  });

  test('not when the order had been paid: then its money goes back', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await place(person, await orderWith(person, { [serum]: 1 }, code));
    await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, body.order._id));
    expect((await cancel(person, body.order._id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
    expect(await countRows(shop.db, 'refunds', sql`order_id = ${body.order._id} AND amount = 53910`)).toBe(1);
  });

  test('not when an order comes back to the shop', async () => {
    const [person, operator] = [await shop.person(), await shop.person('operator')];
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const { body } = await place(person, await orderWith(person, { [serum]: 1 }, code));
    const orderId = body.order._id;
    await setStatus(shop.db, orderId, 'Delivered');
    const move = { orderId, status: 'Returned', reason: 'Not wanted', restock: true };
    expect((await operator.post('/api/order/move', move)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(1);
  });

  test('when the shopper gives up an order that waits for its payment', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waiting(person, code);
    expect((await cancel(person, order?.id)).status).toBe(200);
    expect(await usesOf(shop.db, code)).toBe(0);
  });

  test('to the order that takes the place of one that waits: the quote counts on it', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1, email: person.email });
    const first = await waiting(person, code);
    expect((await quoteWith(person, { [serum]: 2 }, code)).body.quote.couponMessage).toBeNull();
    const second = await waiting(person, code, 'stripe', 2);
    expect(second?.total).toBe(107_820);
    const all = await ordersOf(person.id);
    expect(all.find(({ id }) => id === first?.id)?.status).toBe('Cancelled');
    expect(await usesOf(shop.db, code)).toBe(1);
  });

  test('but to nobody else meanwhile', async () => {
    const [person, other] = [await shop.person(), await shop.person()];
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    await waiting(person, code);
    expect((await quoteWith(other, { [serum]: 1 }, code)).body.quote.couponProblem).toBe('used_up');
    expect((await quoteWith(shop.client(), { [serum]: 1 }, code)).body.quote.couponProblem).toBe('used_up');
  });

  test('when the time to pay is over, by the scheduled job, once', async () => {
    const person = await shop.person();
    const code = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await waiting(person, code);
    await shop.stack.restartWorker({ ...silentProviders, CLOCK_OFFSET_MS: String(31 * minute) });
    await Promise.all([shop.stack.scheduled(), shop.stack.scheduled()]);
    await shop.stack.scheduled();
    expect((await ordersOf(person.id))[0]).toMatchObject({ id: order?.id, status: 'Cancelled' });
    expect(await usesOf(shop.db, code)).toBe(0);
    await shop.stack.restartWorker(silentProviders);
  });
});

describe('COUPON_TRIES_PER_HOUR', () => {
  const limited = (tries: number, more = {}) =>
    shop.stack.restartWorker({ ...silentProviders, COUPON_TRIES_PER_HOUR: String(tries), ...more });
  const guess = (client: Client, n: number) => quoteWith(client, { [serum]: 1 }, `GUESS-${1000 + n}`);

  test('an unknown code is said to be one by the quote and by the order, and counted by both', async () => {
    await limited(3);
    const person = await shop.person();
    const quoted = await guess(person, 0);
    expect(quoted.body.quote).toMatchObject({
      amount: 599,
      couponProblem: 'unknown',
      couponMessage: 'We do not know this code.',
    });
    const order = { address, items: itemsOf({ [serum]: 1 }), amount: 599, couponCode: 'GUESS-1' };
    const before = await snapshot(shop.db, ['attempts']);
    for (const _ of [2, 3]) {
      const { status, body } = await place(person, order);
      expect([status, body.code, body.message]).toEqual([409, 'coupon', 'We do not know this code.']);
      expect(body.quote.amount).toBe(599);
    }
    const { status, body, headers } = await place(person, order);
    expect([status, body.code, body.success]).toEqual([429, 'too_many', false]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('holds for one address, even all at once; elsewhere and after the hour it goes on', async () => {
    await limited(5);
    const client = shop.client();
    const answers = await Promise.all(times(20, (n) => guess(client, n)));
    expect(tally(answers)).toEqual({ 200: 5, 429: 15 });
    expect(tally([await guess(shop.client(), 99)])).toEqual({ 200: 1 });
    await limited(5, { CLOCK_OFFSET_MS: String(61 * minute) });
    expect(tally([await guess(newClient(shop.stack.url, undefined, client.address), 99)])).toEqual({
      200: 1,
    });
  });

  test('hides known codes too, once it is reached; who sends none is not held up', async () => {
    await limited(1);
    const person = await shop.person();
    const code = await insertCoupon(shop.db);
    await guess(person, 1);
    expect((await quoteWith(person, { [serum]: 1 }, code)).status).toBe(200);
    await guess(person, 2);
    expect((await quoteWith(person, { [serum]: 1 }, code)).status).toBe(429);
    expect(
      (await place(person, { ...(await orderOf(person, { [serum]: 1 })), couponCode: code })).status,
    ).toBe(429);
    expect((await quoteWith(person, { [serum]: 1 })).status).toBe(200);
    expect((await place(person, await orderOf(person, { [serum]: 1 }))).status).toBe(200);
  });

  test('known codes are not counted', async () => {
    await limited(1);
    const client = shop.client();
    const expired = await insertCoupon(shop.db, { validUntil: 0 });
    const before = await snapshot(shop.db);
    for (const _ of times(5, () => 0))
      expect((await quoteWith(client, { [serum]: 1 }, expired)).status).toBe(200);
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('the counter holds no address', async () => {
    await limited(5);
    const client = shop.client();
    await guess(client, 1);
    expect(JSON.stringify(await select(shop.db, sql`SELECT * FROM attempts`))).not.toContain(client.address);
  });
});
