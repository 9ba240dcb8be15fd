/**
 * Holds (docs/behaviour.md, "Holds"): a pending order keeps its stock for 30 minutes. Then the payment is expired at
 * the provider, and the order is cancelled only if the provider reports it as unpaid. The stock is restored once.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { hour, minute, setClock } from '../support/clock.ts';
import { insertCoupon, orderWith, usesOf } from '../support/coupons.ts';
import { serum, toner } from '../support/orders.ts';
import {
  onlineMethods,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  resetBeforeEach,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const job = () => shop.stack.scheduled();
const stock = () => Promise.all([stockOf(shop.db, serum), stockOf(shop.db, toner)]);
const cancel = (orderId: string) => person.post('/api/order/cancel', { orderId });
const expired = {
  status: 'Cancelled',
  paid: false,
  history: ['shopper: Payment Pending', 'shop: Cancelled'],
  letters: ['order_cancelled'],
  refunds: [],
  flags: [],
};

/** The requests for a payment's state. */
const question = { stripe: '/v1/checkout/sessions/*', razorpay: '/v1/orders/*/payments' };

/** Minutes until the next question, rounded. */
const nextQuestion = async (orderId: string, now: number) => {
  const [row] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  return row?.nextAskAt && Math.round((row.nextAskAt - Date.now() - now) / minute);
};

describe.each(onlineMethods)('%s', (method) => {
  const questions = () => shop.simulators[method].api.seen('GET', question[method]).length;

  test('is asked once before the hold ends, also by several jobs at once, and the order stays pending', async () => {
    const orderId = await pendingOrder(person, method);
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

  test('an unpaid order is cancelled at the end of its hold; stock and code are restored, an email is sent', async () => {
    const couponCode = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await orderWith(person, { [serum]: 3, [toner]: 2 }, couponCode, method);
    const { orderId } = (await person.post(`/api/order/${method}`, order)).body;
    await setClock(shop, 29 * minute);
    await job();
    expect(await stock()).toEqual([97, 98]);
    await setClock(shop, 31 * minute);
    await job();
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(expired);
    expect([await stock(), await usesOf(shop.db, couponCode)]).toEqual([[100, 100], 0]);
    expect(await nextQuestion(orderId, 0)).toBe(null);
    if (method === 'stripe') expect(shop.simulators.stripe.sessionFor(orderId).status).toBe('expired');
  });

  test('job, cancellation and webhooks at once: the stock is restored once', async () => {
    const orderId = await pendingOrder(person, method, { [serum]: 3, [toner]: 2 });
    await setClock(shop, 31 * minute);
    shop.simulators[method].webhooks.fault = { repeat: 5 };
    const cancels = times(5, () => cancel(orderId));
    await Promise.all([...times(3, job), ...cancels]);
    await shop.simulators.settled();
    for (const { body } of await Promise.all(cancels)) expect(body.outcome).toBe('cancelled');
    expect(await stock()).toEqual([100, 100]);
    const { status, history } = await recordOf(shop, orderId);
    expect([status, history.length]).toEqual(['Cancelled', 2]);
    await job();
    expect(await stock()).toEqual([100, 100]);
  });

  test('the job places an order that was paid in the last moment', async () => {
    shop.simulators[method].webhooks.fault = 'never';
    const orderId = await pendingOrder(person, method);
    await setClock(shop, 31 * minute);
    await payAtProvider(shop, method, orderId);
    await Promise.all(times(3, job));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stock()).toEqual([99, 100]);
  });
});

test.each([
  ['before its hold ends: no email, since the shopper is still there', 29, 'provider', []],
  ['after it: with the same email as from the job', 31, 'shop', ['order_cancelled']],
])('a payment page that expires by itself ends the order, %s', async (_, minutes, actor, letters) => {
  const { stripe } = shop.simulators;
  const orderId = await pendingOrder(person, 'stripe');
  await setClock(shop, minutes * minute);
  stripe.expire(stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  const history = ['shopper: Payment Pending', `${actor}: Cancelled`];
  expect(await recordOf(shop, orderId)).toMatchObject({ ...expired, history, letters });
});

test('a payment page that a request of the shop has ended is left to that request; the job ends the order if it has died', async () => {
  const { stripe } = shop.simulators;
  const orderId = await pendingOrder(person, 'stripe');
  stripe.expire(stripe.sessionFor(orderId).id, { id: 'req_1', idempotency_key: null });
  await shop.simulators.settled();
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending' });
  await setClock(shop, 2 * minute);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled' });
});

test('an unreachable provider: the hold stays, with questions in growing intervals and a flag after two hours', async () => {
  shop.simulators.stripe.webhooks.fault = 'never';
  const orderId = await pendingOrder(person, 'stripe');
  await shop.db.write.update(payments).set({ asked: 1 }).where(eq(payments.orderId, orderId));
  const trouble = shop.simulators.stripe.api.inject({
    fault: { status: 500 },
    times: Number.POSITIVE_INFINITY,
  });
  const silent = () => countRows(shop.db, 'flags', sql`kind = 'provider_silent' AND resolved_at IS NULL`);
  const pauses = [];
  for (const now of [31, 34, 39, 48, 64, 121, 140]) {
    await setClock(shop, now * minute);
    await job();
    pauses.push(await nextQuestion(orderId, now * minute));
    const { status } = await recordOf(shop, orderId);
    expect([now, status, await silent()]).toEqual([now, 'Payment Pending', now > 120 ? 1 : 0]);
  }
  expect(pauses).toEqual([2, 4, 8, 15, 15, 15, 15]);
  expect(await stock()).toEqual([99, 100]);
  trouble.release();
  await setClock(shop, 3 * hour);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stock()).toEqual([100, 100]);
});

test('the hold lasts until the bank has confirmed or refused the card', async () => {
  const { stripe } = shop.simulators;
  const [yes, no] = [await pendingOrder(person, 'stripe'), await pendingOrder(await shop.person(), 'stripe')];
  const ids = await Promise.all([yes, no].map((id) => providerIdOf(shop, id)));
  for (const id of ids) stripe.payLater(id);
  await setClock(shop, 31 * minute);
  await job();
  for (const id of [yes, no]) expect((await recordOf(shop, id)).status).toBe('Payment Pending');
  stripe.confirm(ids[0] ?? '');
  stripe.failLate(ids[1] ?? '');
  await shop.simulators.settled();
  expect(await recordOf(shop, yes)).toMatchObject(paidRecord);
  expect(await recordOf(shop, no)).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stock()).toEqual([99, 100]);
});

test('at the end of the hold a shopper who is paying by UPI has a limited time', async () => {
  const { razorpay } = shop.simulators;
  const orderId = await pendingOrder(person, 'razorpay');
  await setClock(shop, 29 * minute);
  razorpay.begin(await providerIdOf(shop, orderId));
  await setClock(shop, 31 * minute);
  await job();
  expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
  await setClock(shop, 46 * minute);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
});

test('an order without a payment at the provider ends with its hold, without a question', async () => {
  shop.simulators.razorpay.api.inject({ fault: 'drop' });
  const order = await orderWith(person, { [serum]: 1 }, '');
  expect((await person.post('/api/order/razorpay', order)).status).toBe(503);
  const [{ _id: orderId } = { _id: '' }] = (await person.post('/api/order/userorders')).body.orders;
  await setClock(shop, 31 * minute);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
  expect(shop.simulators.razorpay.api.seen('GET', question.razorpay)).toEqual([]);
});
