/**
 * Online orders that end unpaid (content/store.yaml, `limits.unpaidHolds`): after two within an hour the next one of
 * that account, or of that network, waits for 15 minutes.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { attempts, payments } from '#db/schema/index.ts';
import { formatTime } from '#lib/dates.ts';
import { newClient, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { onlineMethods, paidOrder, pendingOrder, resetBeforeEach, startOrder } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { setStatus, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const cancel = (who: Person, orderId: string) => who.post('/api/order/cancel', { orderId });
/** Another person, at the same internet address. */
async function neighbour(): Promise<Person> {
  const account = await shop.person();
  return { ...account, ...newClient(shop.stack.url, account.token, person.address) };
}

/** Makes this number of holds, each cancelled at once. */
async function giveUp(who: Person, count: number) {
  for (const method of times(count, (n) => onlineMethods[n % 2] ?? 'stripe'))
    expect((await cancel(who, await pendingOrder(who, method))).body.outcome).toBe('cancelled');
}

test('after two of them an online order is refused for a time, with the reason and the alternatives', async () => {
  await giveUp(person, 1);
  await giveUp(person, 1);
  for (const method of onlineMethods) {
    const { status, body, headers } = await startOrder(person, method);
    expect([status, body.code]).toEqual([429, 'unpaid_holds']);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    const [counter] = await shop.db.read
      .select()
      .from(attempts)
      .where(eq(attempts.key, `unpaid_holds:${person.id}`));
    const until = formatTime(Math.ceil((counter?.blockedUntil ?? 0) / minute) * minute);
    expect(body.message).toBe(
      `2 online orders from your account or network ended unpaid within 60 minutes. You can pay online again at ${until}. Cash on delivery works now, up to ₹20,000.00.`,
    );
  }
  expect(await stockOf(shop.db, serum)).toBe(100);
  expect((await placeOrder(person, await orderOf(person, { [serum]: 1 }))).status).toBe(200);
});

test('15 minutes after the last one an order is accepted, and the count starts again', async () => {
  await giveUp(person, 2);
  await setClock(shop, 14 * minute);
  expect((await startOrder(person, 'stripe')).status).toBe(429);
  await setClock(shop, 15 * minute + 5_000);
  await giveUp(person, 1);
  await giveUp(person, 1);
  expect((await startOrder(person, 'stripe')).status).toBe(429);
});

test('two that are more than an hour apart are not counted together', async () => {
  await giveUp(person, 1);
  await setClock(shop, 61 * minute);
  await giveUp(person, 1);
  expect((await startOrder(person, 'stripe')).status).toBe(200);
});

test('the wait counts from the last one, even when the first is over an hour old and the job has run', async () => {
  await giveUp(person, 1);
  await setClock(shop, 59 * minute);
  await giveUp(person, 1);
  await setClock(shop, 61 * minute);
  await shop.stack.scheduled();
  expect((await startOrder(person, 'stripe')).status).toBe(429);
});

test('an expired hold, and one that the provider ended, count too', async () => {
  await pendingOrder(person, 'razorpay');
  await setClock(shop, 31 * minute);
  await shop.stack.scheduled();
  const orderId = await pendingOrder(person, 'stripe');
  const [payment] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  shop.simulators.stripe.expire(payment?.providerId ?? '');
  await shop.simulators.settled();
  expect((await startOrder(person, 'stripe')).status).toBe(429);
});

test('an order that a newer one replaces counts, but not against that newer one', async () => {
  for (const _ of [1, 2, 3]) await pendingOrder(person, 'stripe');
  expect((await startOrder(person, 'stripe')).status).toBe(429);
  // The third one still waits for its payment.
  expect(await stockOf(shop.db, serum)).toBe(99);
});

test('a pending order is paid again without being counted, and can be paid while others wait', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  await giveUp(await neighbour(), 2);
  for (const _ of [1, 2, 3]) expect((await person.post('/api/order/pay', { orderId })).status).toBe(200);
});

test('a request that is repeated with its key is not a new order', async () => {
  const first = await startOrder(person, 'stripe', { [serum]: 1 }, 'the-first-key');
  await giveUp(await neighbour(), 2);
  const again = await startOrder(person, 'stripe', { [serum]: 1 }, 'the-first-key');
  expect([again.status, again.text]).toEqual([200, first.text]);
});

describe('not counted', () => {
  test('an order that the provider refused, one that an operator ended, and cash on delivery', async () => {
    shop.simulators.stripe.api.trouble({ how: { status: 400 }, times: 2, path: '/v1/checkout/sessions' });
    for (const _ of [1, 2]) expect((await startOrder(person, 'stripe')).body.code).toBe('payment_refused');
    const operator = await shop.person('operator');
    for (const _ of [1, 2]) await cancel(operator, await pendingOrder(person, 'stripe'));
    for (const _ of [1, 2])
      await cancel(person, (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body.order._id);
    expect((await startOrder(person, 'stripe')).status).toBe(200);
  });

  test('a paid order that is cancelled', async () => {
    for (const method of onlineMethods) await cancel(person, (await paidOrder(shop, person, method)).orderId);
    expect((await startOrder(person, 'stripe')).status).toBe(200);
  });
});

describe('a network', () => {
  test('has to wait, also for holds of different accounts', async () => {
    await giveUp(person, 1);
    await giveUp(await neighbour(), 1);
    expect((await startOrder(await neighbour(), 'stripe')).body.code).toBe('unpaid_holds');
    expect((await startOrder(await shop.person(), 'stripe')).status).toBe(200);
  });

  test('does not delay accounts with a paid or delivered order', async () => {
    const customer = await neighbour();
    const { _id } = (await placeOrder(customer, await orderOf(customer, { [serum]: 1 }))).body.order;
    await giveUp(person, 2);
    expect((await startOrder(customer, 'stripe')).status).toBe(429);
    await setStatus(shop.db, _id, 'Delivered');
    expect((await startOrder(customer, 'stripe')).status).toBe(200);
  });

  test('its customers still have to wait for their own unpaid orders', async () => {
    await paidOrder(shop, person, 'stripe');
    await giveUp(person, 2);
    expect((await startOrder(person, 'stripe')).body.code).toBe('unpaid_holds');
  });

  test('is stored as a hash', async () => {
    await pendingOrder(person, 'stripe');
    const rows = await shop.db.read.select().from(payments);
    const counters = await shop.db.read.select().from(attempts);
    expect(rows.some(({ network }) => network)).toBe(true);
    expect(JSON.stringify([rows, counters])).not.toContain(person.address);
  });
});

test('of concurrent orders, none starts after two have ended', async () => {
  await giveUp(person, 1);
  await pendingOrder(person, 'stripe');
  const order = await orderOf(person, { [serum]: 1 });
  const answers = await Promise.all(times(8, () => person.post('/api/order/stripe', order)));
  // One replaces the pending order, which is the second that ended.
  expect(tally(answers)).toEqual({ 200: 1, 429: 7 });
  const [{ n } = { n: 0 }] = await shop.db.read.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM orders WHERE user_id = ${person.id}`,
  );
  expect(n).toBe(3);
});
