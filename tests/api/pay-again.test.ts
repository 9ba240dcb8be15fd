/**
 * Orders that wait for their payment (docs/behaviour.md, "Paying a waiting order"): paying again, a newer order, and
 * cancelling while the shopper may be paying.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import { cancel } from '../support/cancellations.ts';
import { type Client, times } from '../support/client.ts';
import { outcome } from '../support/guests.ts';
import { orderOf, serum } from '../support/orders.ts';
import {
  onlineMethods,
  paidOrder,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  providerPaths,
  recordOf,
  startOrder,
  verifyPayment,
} from '../support/payments.ts';
import { countRows, makeKnown, setStatus, setStock, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, simulators: true });

const pay = (by: Client, orderId: string) => by.post('/api/order/pay', { orderId });
const unlessPaid = true;
const asPaid = { status: 200, body: { outcome: 'paid' } };

describe.each(onlineMethods)('%s', (method) => {
  const api = () => shop.simulators[method].api;
  const { create, retrieve } = providerPaths[method];

  describe('paying again', () => {
    test('returns the open session, also for repeated and concurrent requests', async ({ shopper }) => {
      const first = await startOrder(shopper, method);
      const again = await Promise.all(times(5, () => pay(shopper, first.body.orderId)));
      expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
      expect(api().seen('POST', create)).toHaveLength(1);
    });

    test('a paid or cancelled order is refused, and no payment is created', async ({ shopper }) => {
      const { orderId: done } = await paidOrder(shop, shopper, method);
      const over = await pendingOrder(shopper, method);
      await cancel(shopper, over);
      api().forget();
      for (const orderId of [done, over])
        expect(outcome(await pay(shopper, orderId))).toEqual([409, 'not_pending']);
      expect(api().requests).toEqual([]);
    });
  });

  describe('a newer order', () => {
    test('cancels the older pending order, whose stock it can then take', async ({ shopper }) => {
      await makeKnown(shop.db, [shopper]);
      await setStock(shop.db, serum, 3);
      const all = await orderOf(shopper, { [serum]: 3 });
      const older = await pendingOrder(shopper, method, { [serum]: 2 });
      const newer = (await shopper.post('/api/order/razorpay', all)).body.orderId;
      expect(await recordOf(shop, older)).toMatchObject({ status: 'Cancelled', emails: [] });
      expect(await recordOf(shop, newer)).toMatchObject({ status: 'Payment Pending' });
      expect(await stockOf(shop.db, serum)).toBe(0);
      const history = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, older));
      expect(history.at(-1)).toMatchObject({ reason: 'A newer order replaced it.' });
      if (method === 'stripe') expect(shop.simulators.stripe.sessionFor(older).status).toBe('expired');
    });

    test('is refused if the older order turns out to be paid, and names it', async ({ shopper }) => {
      shop.simulators[method].webhooks.fault = 'never';
      const older = await pendingOrder(shopper, method);
      await payAtProvider(shop, method, older);
      const { status, body } = await startOrder(shopper, 'stripe');
      expect([status, body.code, body.orderId]).toEqual([409, 'already_paid', older]);
      expect(await recordOf(shop, older)).toMatchObject(paidRecord);
      expect((await shopper.post('/api/order/userorders')).body.orders).toHaveLength(1);
    });

    test('cancels one that waits for its payment only since the newer was read for', async ({ shopper }) => {
      const other = await pendingOrder(shopper, method);
      await setStatus(shop.db, other, 'Cancelled');
      const order = await orderOf(shopper, { [serum]: 2 });
      const writing = shop.proxy.hold(1);
      const placing = shopper.post(`/api/order/${method}`, order);
      await writing.arrived;
      await setStatus(shop.db, other, 'Payment Pending');
      writing.release();
      expect((await placing).status).toBe(200);
      expect(await recordOf(shop, other)).toMatchObject({ status: 'Cancelled' });
    });

    test('is placed if the provider is silent about the older one, which stays pending', async ({
      shopper,
    }) => {
      const older = await pendingOrder(shopper, method);
      api().inject({ fault: { status: 503 }, path: retrieve, times: 2 });
      const newer = await pendingOrder(shopper, 'stripe', { [serum]: 2 });
      for (const id of [older, newer])
        expect(await recordOf(shop, id)).toMatchObject({ status: 'Payment Pending' });
      expect(await stockOf(shop.db, serum)).toBe(97);
      expect((await recordOf(shop, older)).payment?.nextAskAt).toEqual(expect.any(Number));
    });
  });

  describe('cancelling', () => {
    test('with unlessPaid, an order that is paid at the provider is placed: "paid"', async ({ shopper }) => {
      shop.simulators[method].webhooks.fault = 'never';
      const orderId = await pendingOrder(shopper, method);
      await payAtProvider(shop, method, orderId);
      for (const _ of times(2, () => 0))
        expect(await cancel(shopper, orderId, { unlessPaid })).toMatchObject(asPaid);
      expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    });

    test('without it, such an order is cancelled with one due refund', async ({ shopper }) => {
      shop.simulators[method].webhooks.fault = 'never';
      const orderId = await pendingOrder(shopper, method);
      const paymentId = await payAtProvider(shop, method, orderId);
      const { status, body } = await cancel(shopper, orderId);
      expect([status, body.outcome]).toEqual([200, 'cancelled']);
      expect(body.message).toContain('will refund');
      expect((await cancel(shopper, orderId)).status).toBe(200);
      expect(await recordOf(shop, orderId)).toMatchObject({
        status: 'Cancelled',
        paid: true,
        refunds: [{ paymentId, amount: 59_900, reason: 'cancelled', status: 'due' }],
        flags: ['refund_due'],
      });
      expect(await stockOf(shop.db, serum)).toBe(100);
    });

    test('with unlessPaid, a payment that arrives meanwhile wins: "paid"', async ({ shopper }) => {
      const orderId = await pendingOrder(shopper, method);
      const slow = api().inject({ fault: 'slow', path: retrieve });
      const cancelling = cancel(shopper, orderId, { unlessPaid });
      await slow.arrived;
      // The provider has answered "open", and now the order is paid.
      await payAtProvider(shop, method, orderId);
      await shop.simulators.settled();
      slow.release();
      expect(await cancelling).toMatchObject(asPaid);
      expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
      expect(await stockOf(shop.db, serum)).toBe(99);
    });

    test('while the provider is silent, with unlessPaid or without: 503, nothing changes', async ({
      shopper,
    }) => {
      const orderId = await pendingOrder(shopper, method);
      const before = await snapshot(shop.db);
      const trouble = api().inject({ fault: 'drop', times: Number.POSITIVE_INFINITY });
      for (const unlessPaid of [false, true]) {
        const { status, body, headers } = await cancel(shopper, orderId, { unlessPaid });
        expect([status, body.code]).toEqual([503, 'provider_silent']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      trouble.release();
      expect(await snapshot(shop.db)).toEqual(before);
      expect((await cancel(shopper, orderId)).body.outcome).toBe('cancelled');
    });

    test('and paying at the same time: it is placed, or cancelled and nothing is charged', async ({
      shopper,
    }) => {
      const orderId = await pendingOrder(shopper, method);
      const paying = payAtProvider(shop, method, orderId).catch(() => undefined);
      const [answer, paymentId] = await Promise.all([cancel(shopper, orderId, { unlessPaid }), paying]);
      await shop.simulators.settled();
      if (paymentId && answer.body.outcome === 'paid')
        await verifyPayment(shop, shopper, method, orderId, paymentId);
      const { status, paid: isPaid, refunds } = await recordOf(shop, orderId);
      expect([status, isPaid, refunds]).toEqual(
        answer.body.outcome === 'paid' ? ['Order Placed', true, []] : ['Cancelled', false, []],
      );
    });
  });
});

test('ten different orders at the same moment: each is answered, one waits for its payment', async ({
  shopper,
}) => {
  await makeKnown(shop.db, [shopper]);
  const orders = await Promise.all(times(10, (n) => orderOf(shopper, { [serum]: n + 1 })));
  shop.proxy.readFirst(10);
  const answers = await Promise.all(
    orders.map((order, n) => shopper.post(`/api/order/${n % 2 ? 'stripe' : 'razorpay'}`, order)),
  );
  // One that another has replaced before its payment was created is refused.
  for (const { status, body } of answers)
    expect(['200 undefined', '409 not_pending']).toContain(`${status} ${body.code}`);
  const waiting = sql`user_id = ${shopper.id} AND status = 'Payment Pending'`;
  expect(await countRows(shop.db, 'orders', waiting)).toBe(1);
});

test('an order is not cancelled while its shopper is paying by UPI', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  const { razorpay } = shop.simulators;
  const attempt = razorpay.begin(await providerIdOf(shop, orderId));
  expect(outcome(await cancel(shopper, orderId))).toEqual([409, 'payment_pending']);
  razorpay.decline(attempt.id);
  expect((await cancel(shopper, orderId)).body.outcome).toBe('cancelled');
});

test('a cash on delivery order cannot be paid online', async ({ shopper, order }) => {
  expect(outcome(await pay(shopper, order._id))).toEqual([409, 'not_pending']);
  for (const { api } of [shop.simulators.stripe, shop.simulators.razorpay]) expect(api.requests).toEqual([]);
});
