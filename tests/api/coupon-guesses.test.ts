/**
 * Guessing codes (docs/behaviour.md, "Discount codes"): counted by the client's address, also for concurrent requests.
 */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { insertCoupon, quoteWith } from '../support/coupons.ts';
import { address, itemsOf, orderOf, placeOrder, serum } from '../support/orders.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ vars: { COUPON_TRIES_PER_HOUR: '3' } });

const guess = (client: Client, n: number) => quoteWith(client, { [serum]: 1 }, `GUESS-${1000 + n}`);

test('an unknown code is reported and counted by the quote and by the order', async ({ shopper: person }) => {
  const quoted = await guess(person, 0);
  expect(quoted.body.quote).toMatchObject({
    amount: 599,
    couponProblem: 'unknown',
    couponMessage: 'We do not know this code.',
  });
  const order = { address, items: itemsOf({ [serum]: 1 }), amount: 599, couponCode: 'GUESS-1' };
  const before = await snapshot(shop.db, ['attempts']);
  for (const _ of [2, 3]) {
    const { status, body } = await placeOrder(person, order);
    expect([status, body.code, body.message]).toEqual([409, 'coupon', 'We do not know this code.']);
    expect(body.quote.amount).toBe(599);
  }
  const { status, body, headers } = await placeOrder(person, order);
  expect([status, body.code, body.success]).toEqual([429, 'too_many', false]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
});

test('the limit holds for one address, also for concurrent requests, until the hour is over', async () => {
  const client = shop.client();
  const answers = await Promise.all(times(20, (n) => guess(client, n)));
  expect(tally(answers)).toEqual({ 200: 3, 429: 17 });
  expect(tally([await guess(shop.client(), 99)])).toEqual({ 200: 1 });
  await setClock(shop, 61 * minute);
  expect(tally([await guess(newClient(shop.stack.url, undefined, client.address), 99)])).toEqual({ 200: 1 });
});

test('the limit refuses known codes too; requests without a code are not limited', async ({
  shopper: person,
}) => {
  const code = await insertCoupon(shop.db);
  for (const n of [1, 2, 3]) await guess(person, n);
  expect((await quoteWith(person, { [serum]: 1 }, code)).status).toBe(200);
  await guess(person, 4);
  expect((await quoteWith(person, { [serum]: 1 }, code)).status).toBe(429);
  expect(
    (await placeOrder(person, { ...(await orderOf(person, { [serum]: 1 })), couponCode: code })).status,
  ).toBe(429);
  expect((await quoteWith(person, { [serum]: 1 })).status).toBe(200);
  expect((await placeOrder(person, await orderOf(person, { [serum]: 1 }))).status).toBe(200);
});

test('known codes are not counted', async () => {
  const client = shop.client();
  const expired = await insertCoupon(shop.db, { validUntil: 0 });
  const before = await snapshot(shop.db);
  for (const _ of times(5, () => 0))
    expect((await quoteWith(client, { [serum]: 1 }, expired)).status).toBe(200);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('the counter holds no address', async () => {
  const client = shop.client();
  await guess(client, 1);
  expect(JSON.stringify(await select(shop.db, sql`SELECT * FROM attempts`))).not.toContain(client.address);
});
