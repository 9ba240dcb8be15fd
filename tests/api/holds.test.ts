/**
 * Holds (docs/behaviour.md, "Holds"): a pending order keeps its stock for 30 minutes. Then the payment is expired at
 * the provider, and the order is cancelled only if the provider reports it as unpaid. The stock is restored once.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { cancel, listed, stock as stockIn } from '../support/cancellations.ts';
import { times } from '../support/client.ts';
import { hour, minute, runJobAt, setClock } from '../support/clock.ts';
import { insertCoupon, orderWith, usesOf } from '../support/coupons.ts';
import { serum, toner } from '../support/orders.ts';
import {
  onlineMethods,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  providerPaths,
  recordOf,
  startOrder,
} from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const job = () => shop.stack.scheduled();
const stock = () => stockIn(shop);
const expired = {
  status: 'Cancelled',
  paid: false,
  history: ['shopper: Payment Pending', 'shop: Cancelled'],
  emails: ['order_cancelled'],
  refunds: [],
  flags: [],
};

/** Minutes until the next question, rounded. */
const nextQuestion = async (orderId: string, now: number) => {
  const [row] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  return row?.nextAskAt && Math.round((row.nextAskAt - Date.now() - now) / minute);
};

describe.each(onlineMethods)('%s', (method) => {
  const questions = () => shop.simulators[method].api.seen('GET', providerPaths[method].retrieve).length;

  test('is asked once before the hold ends, by several jobs too; the order stays pending', async ({
    shopper,
  }) => {
    const orderId = await pendingOrder(shopper, method);
    expect(await nextQuestion(orderId, 0)).toBe(5);
    await job();
    expect(questions()).toBe(0);
    await setClock(shop, 6 * minute);
    await Promise.all(times(4, job));
    await job();
    expect(questions()).toBe(1);
    expect(await nextQuestion(orderId, 0)).toBe(30);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', flags: [] });
    expect(await stock()).toEqual([99, 100]);
  });

  test('an unpaid order ends with its hold, restores stock and code, and sends an email', async ({
    shopper,
  }) => {
    const couponCode = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await orderWith(shopper, { [serum]: 3, [toner]: 2 }, couponCode, method);
    const { orderId } = (await shopper.post(`/api/order/${method}`, order)).body;
    await runJobAt(shop, 29 * minute);
    expect(await stock()).toEqual([97, 98]);
    await runJobAt(shop, 31 * minute);
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(expired);
    expect([await stock(), await usesOf(shop.db, couponCode)]).toEqual([[100, 100], 0]);
    expect(await nextQuestion(orderId, 0)).toBe(null);
    if (method === 'stripe') expect(shop.simulators.stripe.sessionFor(orderId).status).toBe('expired');
  });

  test('job, cancellation and webhooks at once: the stock is restored once', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method, { [serum]: 3, [toner]: 2 });
    await setClock(shop, 31 * minute);
    shop.simulators[method].webhooks.fault = { repeat: 5 };
    const cancels = times(5, () => cancel(shopper, orderId));
    await Promise.all([...times(3, job), ...cancels]);
    await shop.simulators.settled();
    for (const { body } of await Promise.all(cancels)) expect(body.outcome).toBe('cancelled');
    expect(await stock()).toEqual([100, 100]);
    const { status, history } = await recordOf(shop, orderId);
    expect([status, history.length]).toEqual(['Cancelled', 2]);
    await job();
    expect(await stock()).toEqual([100, 100]);
  });

  test('the job places an order that was paid in the last moment', async ({ shopper }) => {
    shop.simulators[method].webhooks.fault = 'never';
    const orderId = await pendingOrder(shopper, method);
    await setClock(shop, 31 * minute);
    await payAtProvider(shop, method, orderId);
    await Promise.all(times(3, job));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stock()).toEqual([99, 100]);
  });
});

test.for([
  ['before its hold ends: no email, since the shopper is still there', 29, 'provider', []],
  ['after it: with the same email as from the job', 31, 'shop', ['order_cancelled']],
] as const)(
  'a payment page that expires ends the order, %s',
  async ([, minutes, actor, emails], { shopper }) => {
    const { stripe } = shop.simulators;
    const orderId = await pendingOrder(shopper, 'stripe');
    await setClock(shop, minutes * minute);
    stripe.expire(stripe.sessionFor(orderId).id);
    await shop.simulators.settled();
    const history = ['shopper: Payment Pending', `${actor}: Cancelled`];
    expect(await recordOf(shop, orderId)).toMatchObject({ ...expired, history, emails });
  },
);

test('a payment page that a request of the shop has ended is left to it, or to the job', async ({
  shopper,
}) => {
  const { stripe } = shop.simulators;
  const orderId = await pendingOrder(shopper, 'stripe');
  stripe.expire(stripe.sessionFor(orderId).id, { id: 'req_1', idempotency_key: null });
  await shop.simulators.settled();
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending' });
  // The request has died.
  await runJobAt(shop, 2 * minute);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled' });
});

test('an unreachable provider: the hold stays, asked less and less, with a flag after two hours', async ({
  shopper,
}) => {
  const { api, webhooks } = shop.simulators.stripe;
  webhooks.fault = 'never';
  const orderId = await pendingOrder(shopper, 'stripe');
  await shop.db.write.update(payments).set({ asked: 1 }).where(eq(payments.orderId, orderId));
  const trouble = api.inject({ fault: { status: 500 }, times: Number.POSITIVE_INFINITY });
  const silent = () => countRows(shop.db, 'flags', sql`kind = 'provider_silent' AND resolved_at IS NULL`);
  const pauses = [];
  for (const now of [31, 34, 39, 48, 64, 121, 140]) {
    await runJobAt(shop, now * minute);
    pauses.push(await nextQuestion(orderId, now * minute));
    const { status } = await recordOf(shop, orderId);
    expect([now, status, await silent()]).toEqual([now, 'Payment Pending', now > 120 ? 1 : 0]);
  }
  expect(pauses).toEqual([2, 4, 8, 15, 15, 15, 15]);
  expect(await stock()).toEqual([99, 100]);
  trouble.release();
  await runJobAt(shop, 3 * hour);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stock()).toEqual([100, 100]);
});

test('the hold lasts until the bank has confirmed or refused the card', async ({ shopper }) => {
  const { stripe } = shop.simulators;
  const [yes, no] = [
    await pendingOrder(shopper, 'stripe'),
    await pendingOrder(await shop.person(), 'stripe'),
  ];
  const ids = await Promise.all([yes, no].map((id) => providerIdOf(shop, id)));
  for (const id of ids) stripe.payLater(id);
  await runJobAt(shop, 31 * minute);
  for (const id of [yes, no]) expect((await recordOf(shop, id)).status).toBe('Payment Pending');
  stripe.confirm(ids[0] ?? '');
  stripe.failLate(ids[1] ?? '');
  await shop.simulators.settled();
  expect(await recordOf(shop, yes)).toMatchObject(paidRecord);
  expect(await recordOf(shop, no)).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stock()).toEqual([99, 100]);
});

test('at the end of the hold a shopper who is paying by UPI has a limited time', async ({ shopper }) => {
  const { razorpay } = shop.simulators;
  const orderId = await pendingOrder(shopper, 'razorpay');
  await setClock(shop, 29 * minute);
  razorpay.begin(await providerIdOf(shop, orderId));
  await runJobAt(shop, 31 * minute);
  expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
  await runJobAt(shop, 46 * minute);
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
});

test('an order without a payment at the provider ends with its hold, unasked', async ({ shopper }) => {
  const { api } = shop.simulators.razorpay;
  api.inject({ fault: 'drop' });
  expect((await startOrder(shopper, 'razorpay')).status).toBe(503);
  const orderId = (await listed(shopper))?._id ?? '';
  await runJobAt(shop, 31 * minute);
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
  expect(api.seen('GET', providerPaths.razorpay.retrieve)).toEqual([]);
});
