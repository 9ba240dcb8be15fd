/**
 * A payment that was left: its window was closed, or the card was declined (docs/behaviour.md,
 * "Returning while paying", "After paying"). The order waits for its usual time, the next order of the same cart
 * continues it, and any other one takes its place.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { payments } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { type Client, tally, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { newGuest } from '../support/guests.ts';
import { itemsOf, orderOf, placed, serum, toner } from '../support/orders.ts';
import {
  onlineMethods,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  startOrder,
  verifyPayment,
} from '../support/payments.ts';
import { makeKnown, setStock, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

/** What the page asks after the window was closed, or on the way back from the card page. */
const leave = (who: Client, orderId: string) =>
  who.post('/api/order/verifyStripe', { orderId, success: false });
const statuses = async (who: Client) =>
  (await who.post('/api/order/userorders')).body.orders.map(({ status }) => status);
const begun = (method: OnlineMethod) =>
  method === 'stripe' ? shop.simulators.stripe.sessions : shop.simulators.razorpay.orders;
const quoted = (who: Client, quantity: number) =>
  who.post('/api/order/quote', { items: itemsOf({ [serum]: quantity }) });

describe.each(onlineMethods)('%s', (method) => {
  test('left five times: one order, one payment at the provider; then it is paid', async ({ shopper }) => {
    const before = begun(method).length;
    const first = await startOrder(shopper, method);
    const { orderId } = first.body;
    for (const _ of times(5, () => 0)) {
      expect((await leave(shopper, orderId)).body.code).toBe('payment_failed');
      expect((await startOrder(shopper, method)).text).toBe(first.text);
    }
    expect(begun(method).length - before).toBe(1);
    expect(await statuses(shopper)).toEqual(['Payment Pending']);
    expect(await stockOf(shop.db, serum)).toBe(99);
    const paymentId = await payAtProvider(shop, method, orderId);
    expect((await verifyPayment(shop, shopper, method, orderId, paymentId)).status).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('money that arrives after it was left counts', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    await leave(shopper, orderId);
    shop.simulators[method].webhooks.fault = 'never';
    await payAtProvider(shop, method, orderId);
    expect((await leave(shopper, orderId)).body).toMatchObject({ success: true, orderId });
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('the last pieces are kept: this shopper’s quote has them, that of others does not', async ({
    shopper,
  }) => {
    await makeKnown(shop.db, [shopper]);
    await setStock(shop.db, serum, 2);
    const first = await startOrder(shopper, method, { [serum]: 2 });
    await leave(shopper, first.body.orderId);
    expect(await stockOf(shop.db, serum)).toBe(0);
    expect((await quoted(shopper, 2)).status).toBe(200);
    expect((await quoted(shopper, 3)).body.code).toBe('out_of_stock');
    for (const other of [shop.client(), await shop.person()])
      expect((await quoted(other, 1)).body.code).toBe('out_of_stock');
    expect((await startOrder(shopper, method, { [serum]: 2 })).text).toBe(first.text);
  });

  test('another cart, another way to pay, and cash replace it: one order is held', async ({ shopper }) => {
    await leave(shopper, await pendingOrder(shopper, method));
    for (const way of [method, method === 'stripe' ? 'razorpay' : 'stripe'] as const) {
      await leave(shopper, await pendingOrder(shopper, way, { [serum]: 2 }));
      expect(await stockOf(shop.db, serum)).toBe(98);
    }
    await placed(shopper, { [serum]: 2 });
    expect(await statuses(shopper)).toEqual(['Order Placed', 'Cancelled', 'Cancelled', 'Cancelled']);
    expect(await stockOf(shop.db, serum)).toBe(98);
  });

  test('while the provider is silent, nothing is said to be unpaid', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    const trouble = shop.simulators[method].api.inject({ fault: 'drop', times: Number.POSITIVE_INFINITY });
    expect((await leave(shopper, orderId)).body.code).toBe('payment_pending');
    trouble.release();
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
  });

  test('ten guests behind one address leave and try again: each has one order, and pays it', async () => {
    const guests = await Promise.all(times(10, () => newGuest(shop, {}, '198.51.100.23')));
    const orderIds: string[] = [];
    for (const guest of guests) {
      const order = await orderOf(guest, { [toner]: 1 });
      const answers = [];
      for (const _ of times(3, () => 0)) {
        const answer = await guest.post(`/api/order/${method}`, order);
        answers.push(answer);
        await leave(guest, answer.body.orderId);
      }
      expect(tally(answers)).toEqual({ 200: 3 });
      expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
      orderIds.push(answers[0]?.body.orderId ?? '');
    }
    expect(await stockOf(shop.db, toner)).toBe(90);
    for (const orderId of orderIds) await payAtProvider(shop, method, orderId);
    await shop.simulators.settled();
    for (const guest of guests) expect(await statuses(guest)).toEqual(['Order Placed']);
  });
});

test('a session that has ended at Stripe: the same order gets a new one', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  await leave(shopper, orderId);
  const session = await providerIdOf(shop, orderId);
  shop.simulators.stripe.webhooks.fault = 'never';
  await setClock(shop, 5 * minute);
  shop.simulators.stripe.expire(session);
  expect((await leave(shopper, orderId)).body.code).toBe('payment_failed');
  const again = (await startOrder(shopper, 'stripe')).body;
  expect(again.orderId).toBe(orderId);
  const [payment] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  expect(payment?.providerId).not.toBe(session);
  expect(again.session_url).toBe(payment?.url);
  await payAtProvider(shop, 'stripe', orderId);
  await shop.simulators.settled();
  expect((await verifyPayment(shop, shopper, 'stripe', orderId, '')).status).toBe(200);
  expect(await statuses(shopper)).toEqual(['Order Placed']);
});

test('a UPI payment that is being approved is not called unpaid', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  const { razorpay } = shop.simulators;
  const attempt = razorpay.begin(await providerIdOf(shop, orderId));
  expect((await leave(shopper, orderId)).body.code).toBe('payment_pending');
  razorpay.decline(attempt.id);
  expect((await leave(shopper, orderId)).body.code).toBe('payment_failed');
  expect(await statuses(shopper)).toEqual(['Payment Pending']);
});
