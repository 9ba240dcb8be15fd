/**
 * Orders that wait for their payment (docs/behaviour.md, "Paying a waiting order"): paying again, a newer order, and
 * cancelling while the shopper may be paying.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import {
  onlineMethods,
  paidOrder,
  paidRecord,
  payAtProvider,
  pendingOrder,
  recordOf,
  resetBeforeEach,
  startOrder,
  verifyPayment,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { countRows, makeKnown, setStatus, setStock, snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const pay = (orderId: string, by = person) => by.post('/api/order/pay', { orderId });
const cancel = (orderId: string, more: object = {}) => person.post('/api/order/cancel', { orderId, ...more });
const starts = { stripe: '/v1/checkout/sessions', razorpay: '/v1/orders' };
const questions = { stripe: '/v1/checkout/sessions/*', razorpay: '/v1/orders/*/payments' };

describe.each(onlineMethods)('%s', (method) => {
  const api = () => shop.simulators[method].api;

  describe('paying again', () => {
    test('returns the open session, also for repeated and concurrent requests', async () => {
      const first = await startOrder(person, method);
      const again = await Promise.all(times(5, () => pay(first.body.orderId)));
      expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
      expect(api().seen('POST', starts[method])).toHaveLength(1);
    });

    test('a paid or cancelled order is refused, and no payment is created', async () => {
      const { orderId: done } = await paidOrder(shop, person, method);
      const over = await pendingOrder(person, method);
      await cancel(over);
      api().forget();
      for (const orderId of [done, over]) {
        const { status, body } = await pay(orderId);
        expect([status, body.code]).toEqual([409, 'not_pending']);
      }
      expect(api().requests).toEqual([]);
    });
  });

  describe('a newer order', () => {
    test('cancels the older pending order, whose stock it can then take', async () => {
      await makeKnown(shop.db, [person]);
      await setStock(shop.db, serum, 3);
      const all = await orderOf(person, { [serum]: 3 });
      const older = await pendingOrder(person, method, { [serum]: 2 });
      const newer = (await person.post('/api/order/razorpay', all)).body.orderId;
      expect(await recordOf(shop, older)).toMatchObject({ status: 'Cancelled', letters: [] });
      expect(await recordOf(shop, newer)).toMatchObject({ status: 'Payment Pending' });
      expect(await stockOf(shop.db, serum)).toBe(0);
      const history = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, older));
      expect(history.at(-1)).toMatchObject({ reason: 'A newer order replaced it.' });
      if (method === 'stripe') expect(shop.simulators.stripe.sessionFor(older).status).toBe('expired');
    });

    test('is refused if the older order turns out to be paid: the response names the older one', async () => {
      shop.simulators[method].webhooks.fault = 'never';
      const older = await pendingOrder(person, method);
      await payAtProvider(shop, method, older);
      const { status, body } = await startOrder(person, 'stripe');
      expect([status, body.code, body.orderId]).toEqual([409, 'already_paid', older]);
      expect(await recordOf(shop, older)).toMatchObject(paidRecord);
      expect((await person.post('/api/order/userorders')).body.orders).toHaveLength(1);
    });

    test('cancels an order that waits for its payment only since the newer one was read for', async () => {
      const other = await pendingOrder(person, method);
      await setStatus(shop.db, other, 'Cancelled');
      const order = await orderOf(person, { [serum]: 2 });
      const writing = shop.proxy.hold(1);
      const placing = person.post(`/api/order/${method}`, order);
      await writing.arrived;
      await setStatus(shop.db, other, 'Payment Pending');
      writing.release();
      expect((await placing).status).toBe(200);
      expect(await recordOf(shop, other)).toMatchObject({ status: 'Cancelled' });
    });

    test('is placed if the provider does not answer for the older order, which stays pending', async () => {
      const older = await pendingOrder(person, method);
      api().inject({ fault: { status: 503 }, path: questions[method], times: 2 });
      const newer = await pendingOrder(person, 'stripe', { [serum]: 2 });
      for (const id of [older, newer])
        expect(await recordOf(shop, id)).toMatchObject({ status: 'Payment Pending' });
      expect(await stockOf(shop.db, serum)).toBe(97);
      expect((await recordOf(shop, older)).payment?.nextAskAt).toEqual(expect.any(Number));
    });
  });

  describe('cancelling', () => {
    test('with unlessPaid, an order that is paid at the provider is placed: "paid"', async () => {
      shop.simulators[method].webhooks.fault = 'never';
      const orderId = await pendingOrder(person, method);
      await payAtProvider(shop, method, orderId);
      for (const _ of times(2, () => 0)) {
        const { status, body } = await cancel(orderId, { unlessPaid: true });
        expect([status, body.outcome]).toEqual([200, 'paid']);
      }
      expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    });

    test('without it, such an order is cancelled with one due refund', async () => {
      shop.simulators[method].webhooks.fault = 'never';
      const orderId = await pendingOrder(person, method);
      const paymentId = await payAtProvider(shop, method, orderId);
      const { status, body } = await cancel(orderId);
      expect([status, body.outcome]).toEqual([200, 'cancelled']);
      expect(body.message).toContain('will refund');
      expect((await cancel(orderId)).status).toBe(200);
      expect(await recordOf(shop, orderId)).toMatchObject({
        status: 'Cancelled',
        paid: true,
        refunds: [{ paymentId, amount: 59_900, reason: 'cancelled', status: 'due' }],
        flags: ['refund_due'],
      });
      expect(await stockOf(shop.db, serum)).toBe(100);
    });

    test('with unlessPaid, a payment that arrives meanwhile wins: "paid"', async () => {
      const orderId = await pendingOrder(person, method);
      const slow = api().inject({ fault: 'slow', path: questions[method] });
      const cancelling = cancel(orderId, { unlessPaid: true });
      await slow.arrived;
      // The provider has answered "open", and now the order is paid.
      await payAtProvider(shop, method, orderId);
      await shop.simulators.settled();
      slow.release();
      const { status, body } = await cancelling;
      expect([status, body.outcome]).toEqual([200, 'paid']);
      expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
      expect(await stockOf(shop.db, serum)).toBe(99);
    });

    test('while the provider does not answer, with unlessPaid or without: 503, and nothing changes', async () => {
      const orderId = await pendingOrder(person, method);
      const before = await snapshot(shop.db);
      const trouble = api().inject({ fault: 'drop', times: Number.POSITIVE_INFINITY });
      for (const unlessPaid of [false, true]) {
        const { status, body, headers } = await cancel(orderId, { unlessPaid });
        expect([status, body.code]).toEqual([503, 'provider_silent']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      trouble.release();
      expect(await snapshot(shop.db)).toEqual(before);
      expect((await cancel(orderId)).body.outcome).toBe('cancelled');
    });

    test('and paying at the same time: the order is paid and placed, or cancelled and nothing is charged', async () => {
      const orderId = await pendingOrder(person, method);
      const paying = (async () => payAtProvider(shop, method, orderId).catch(() => undefined))();
      const [answer, paymentId] = await Promise.all([cancel(orderId, { unlessPaid: true }), paying]);
      await shop.simulators.settled();
      if (paymentId && answer.body.outcome === 'paid')
        await verifyPayment(shop, person, method, orderId, paymentId);
      const { status, paid: isPaid, refunds } = await recordOf(shop, orderId);
      expect([status, isPaid, refunds]).toEqual(
        answer.body.outcome === 'paid' ? ['Order Placed', true, []] : ['Cancelled', false, []],
      );
    });
  });
});

test('ten different orders at the same moment: each is answered, and one waits for its payment', async () => {
  await makeKnown(shop.db, [person]);
  const orders = await Promise.all(times(10, (n) => orderOf(person, { [serum]: n + 1 })));
  shop.proxy.readFirst(10);
  const answers = await Promise.all(
    orders.map((order, n) => person.post(`/api/order/${n % 2 ? 'stripe' : 'razorpay'}`, order)),
  );
  // One that another has replaced before its payment was created is refused.
  for (const { status, body } of answers)
    expect([
      [200, undefined],
      [409, 'not_pending'],
    ]).toContainEqual([status, body.code]);
  expect(await countRows(shop.db, 'orders', sql`user_id = ${person.id} AND status = 'Payment Pending'`)).toBe(
    1,
  );
});

test('an order is not cancelled while its shopper is paying by UPI', async () => {
  const orderId = await pendingOrder(person, 'razorpay');
  const { razorpay } = shop.simulators;
  const attempt = razorpay.begin((await recordOf(shop, orderId)).payment?.providerId ?? '');
  const { status, body } = await cancel(orderId);
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  razorpay.decline(attempt.id);
  expect((await cancel(orderId)).body.outcome).toBe('cancelled');
});

test('a cash on delivery order cannot be paid online', async () => {
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  const { status, body: refused } = await pay(body.order._id);
  expect([status, refused.code]).toEqual([409, 'not_pending']);
  for (const { api } of [shop.simulators.stripe, shop.simulators.razorpay]) expect(api.requests).toEqual([]);
});
