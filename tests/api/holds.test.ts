/**
 * Holds (docs/behaviour.md 7.2): an order that waits for its payment keeps its stock for 30
 * minutes; then the provider is asked, what can be paid no more is ended there, and only an order of which
 * the provider says that it is unpaid is cancelled, with its stock coming back once.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { insertCoupon, orderWith, usesOf } from '../support/coupons.ts';
import { serum, toner } from '../support/orders.ts';
import {
  beginAfresh,
  hour,
  minute,
  onlineMethods,
  paidRecord,
  payAt,
  pending,
  providerIdOf,
  recordOf,
  waitUntil,
} from '../support/paying.ts';
import { stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;
beginAfresh(shop);
beforeEach(async () => {
  person = await shop.person();
});

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

/** How a provider is asked about a payment. */
const question = { stripe: '/v1/checkout/sessions/*', razorpay: '/v1/orders/*/payments' };

describe.each(onlineMethods)('%s', (method) => {
  const asked = () => shop.standIns[method].api.seen('GET', question[method]).length;
  /** Minutes from now to the next question, rounded. */
  const nextQuestion = async (orderId: string, now: number) => {
    const [row] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
    return row?.nextAskAt && Math.round((row.nextAskAt - Date.now() - now) / minute);
  };

  test('is asked once before the hold ends, and the order is kept', async () => {
    const orderId = await pending(person, method);
    expect(await nextQuestion(orderId, 0)).toBe(5);
    await job();
    expect(asked()).toBe(0);
    await waitUntil(shop, 6 * minute);
    await job();
    await job();
    expect(asked()).toBe(1);
    expect(await nextQuestion(orderId, 0)).toBe(30);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', flags: [] });
    expect(await stock()).toEqual([99, 100]);
  });

  test('two jobs at once ask once', async () => {
    await pending(person, method);
    await waitUntil(shop, 6 * minute);
    await Promise.all(times(4, job));
    expect(asked()).toBe(1);
  });

  test('the hold ends unpaid: cancelled, ended at the provider, stock and code back, a letter', async () => {
    const couponCode = await insertCoupon(shop.db, { maxUses: 1 });
    const order = await orderWith(person, { [serum]: 3, [toner]: 2 }, couponCode);
    const { orderId } = (await person.post(`/api/order/${method}`, order)).body;
    await waitUntil(shop, 29 * minute);
    await job();
    expect(await stock()).toEqual([97, 98]);
    await waitUntil(shop, 31 * minute);
    await job();
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(expired);
    expect([await stock(), await usesOf(shop.db, couponCode)]).toEqual([[100, 100], 0]);
    expect(await nextQuestion(orderId, 0)).toBe(null);
    if (method === 'stripe') expect(shop.standIns.stripe.sessionFor(orderId).status).toBe('expired');
  });

  test('job, cancel and webhooks at once: the stock comes back exactly once', async () => {
    const orderId = await pending(person, method, { [serum]: 3, [toner]: 2 });
    await waitUntil(shop, 31 * minute);
    shop.standIns[method].webhooks.manner = { repeat: 5 };
    const cancels = times(5, () => cancel(orderId));
    await Promise.all([...times(3, job), ...cancels]);
    await shop.standIns.settled();
    for (const { body } of await Promise.all(cancels)) expect(body.outcome).toBe('cancelled');
    expect(await stock()).toEqual([100, 100]);
    const { status, history } = await recordOf(shop, orderId);
    expect([status, history.length]).toEqual(['Cancelled', 2]);
    await job();
    expect(await stock()).toEqual([100, 100]);
  });

  test('paid in the last moment: the job that came to cancel places the order', async () => {
    shop.standIns[method].webhooks.manner = 'never';
    const orderId = await pending(person, method);
    await waitUntil(shop, 31 * minute);
    await payAt(shop, method, orderId);
    await Promise.all(times(3, job));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stock()).toEqual([99, 100]);
  });

  test('a silent provider: the hold stays, is asked again with growing pauses, flagged once after two hours', async () => {
    shop.standIns[method].webhooks.manner = 'never';
    const orderId = await pending(person, method);
    await shop.db.write.update(payments).set({ asked: 1 }).where(eq(payments.orderId, orderId));
    const trouble = shop.standIns[method].api.trouble({
      how: { status: 500 },
      times: Number.POSITIVE_INFINITY,
    });
    const pauses = [];
    for (const now of [31, 34, 39, 48, 64, 121, 140]) {
      await waitUntil(shop, now * minute);
      await job();
      pauses.push(await nextQuestion(orderId, now * minute));
      const { status, flags } = await recordOf(shop, orderId);
      expect([now, status, flags]).toEqual([now, 'Payment Pending', now > 120 ? ['provider_silent'] : []]);
    }
    expect(pauses).toEqual([2, 4, 8, 15, 15, 15, 15]);
    expect(await stock()).toEqual([99, 100]);
    trouble.release();
    await waitUntil(shop, 3 * hour);
    await job();
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false });
    expect(await stock()).toEqual([100, 100]);
  });
});

test('a bank that still has to confirm a card keeps the hold until it has said yes or no', async () => {
  const { stripe } = shop.standIns;
  const [yes, no] = [await pending(person, 'stripe'), await pending(await shop.person(), 'stripe')];
  const ids = await Promise.all([yes, no].map((id) => providerIdOf(shop, id)));
  for (const id of ids) stripe.payLater(id);
  await waitUntil(shop, 31 * minute);
  await job();
  for (const id of [yes, no]) expect((await recordOf(shop, id)).status).toBe('Payment Pending');
  stripe.confirm(ids[0] ?? '');
  stripe.failLate(ids[1] ?? '');
  await shop.standIns.settled();
  expect(await recordOf(shop, yes)).toMatchObject(paidRecord);
  expect(await recordOf(shop, no)).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stock()).toEqual([99, 100]);
});

test('somebody who is just paying by UPI when the hold ends is waited for, but not for ever', async () => {
  const { razorpay } = shop.standIns;
  const orderId = await pending(person, 'razorpay');
  await waitUntil(shop, 29 * minute);
  razorpay.begin(await providerIdOf(shop, orderId));
  await waitUntil(shop, 31 * minute);
  await job();
  expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
  await waitUntil(shop, 46 * minute);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
});

test('an order of which the provider never heard ends with its hold, without a question', async () => {
  shop.standIns.razorpay.api.trouble({ how: 'drop' });
  const order = await orderWith(person, { [serum]: 1 }, '');
  expect((await person.post('/api/order/razorpay', order)).status).toBe(503);
  const [{ _id: orderId } = { _id: '' }] = (await person.post('/api/order/userorders')).body.orders;
  await waitUntil(shop, 31 * minute);
  await job();
  expect(await recordOf(shop, orderId)).toMatchObject(expired);
  expect(shop.standIns.razorpay.api.seen('GET', question.razorpay)).toEqual([]);
});
