/**
 * Delivery of webhooks (docs/behaviour.md, "Webhooks"): repeated, many at once, in any order, late, never, and during
 * failures. Each event is stored once, and counts as handled after it was applied.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { paymentEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { times } from '../support/client.ts';
import { minute, runJobAt, setClock } from '../support/clock.ts';
import { serum } from '../support/orders.ts';
import {
  captureAtRazorpay,
  onlineMethods,
  paidOrder,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  verifyPayment,
} from '../support/payments.ts';
import { snapshot, stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const webhooksOf = (method: OnlineMethod) => shop.simulators[method].webhooks;
const events = () => shop.db.read.select().from(paymentEvents);
const unhandled = async () => (await events()).filter(({ handledAt }) => handledAt === null);
const job = () => shop.stack.scheduled();

describe.each(onlineMethods)('%s', (method) => {
  test('an event that is delivered ten times at once is stored and applied once', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    webhooksOf(method).fault = { repeat: 10 };
    await payAtProvider(shop, method, orderId);
    webhooksOf(method).fault = 'none';
    await shop.simulators.settled();
    const sent = new Set(webhooksOf(method).deliveries.map(({ id }) => `${method}:${id}`));
    expect((await events()).map(({ id }) => id).sort()).toEqual([...sent].sort());
    expect(await unhandled()).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stockOf(shop.db, serum)).toBe(99);
  });

  test('an event that is repeated later changes nothing', async ({ shopper }) => {
    const { orderId } = await paidOrder(shop, shopper, method);
    // The email may have been sent meanwhile.
    const before = await snapshot(shop.db, ['outbox']);
    for (const { id } of [...webhooksOf(method).deliveries]) webhooksOf(method).resend(id);
    await shop.simulators.settled();
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
    expect((await recordOf(shop, orderId)).emails).toEqual(['order_paid']);
  });

  test('events in the reverse order have the same result', async ({ shopper }) => {
    webhooksOf(method).fault = 'hold';
    const { orderId } = await paidOrder(shop, shopper, method);
    expect(webhooksOf(method).deliveries.length).toBeGreaterThan(1);
    await webhooksOf(method).release('reverse');
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('a failed attempt that is reported after the payment leaves the order paid', async ({ shopper }) => {
    webhooksOf(method).fault = 'hold';
    const orderId = await pendingOrder(shopper, method);
    const providerId = await providerIdOf(shop, orderId);
    if (method === 'stripe') shop.simulators.stripe.decline(providerId);
    else shop.simulators.razorpay.fail(providerId);
    const paymentId = await payAtProvider(shop, method, orderId);
    expect((await verifyPayment(shop, shopper, method, orderId, paymentId)).status).toBe(200);
    await webhooksOf(method).release('reverse');
    const { status, paid: isPaid, refunds } = await recordOf(shop, orderId);
    expect({ status, isPaid, refunds }).toEqual({ status: 'Order Placed', isPaid: true, refunds: [] });
  });

  test('never: the job asks the provider and places the order', async ({ shopper }) => {
    webhooksOf(method).fault = 'never';
    const orderId = await pendingOrder(shopper, method);
    await payAtProvider(shop, method, orderId);
    await job();
    // After five minutes: most shoppers have returned by then.
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
    await runJobAt(shop, 6 * minute);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('an event of an unknown payment is stored only: an account may serve two shops', async ({
    shopper,
  }) => {
    const orderId = await pendingOrder(shopper, method);
    webhooksOf(method).fault = 'never';
    await payAtProvider(shop, method, orderId);
    const ours = await providerIdOf(shop, orderId);
    const before = await snapshot(shop.db, ['payment_events']);
    for (const { id, type, body } of [...webhooksOf(method).deliveries])
      webhooksOf(method).send({ id, type, body: body.replaceAll(ours, `${ours}x`) }, 'none');
    await shop.simulators.settled();
    expect(await snapshot(shop.db, ['payment_events'])).toEqual(before);
    expect(await unhandled()).toEqual([]);
  });
});

describe('late, after the hold has ended', () => {
  test('a late payment is refunded and flagged once, and the order stays cancelled', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'razorpay');
    await runJobAt(shop, 31 * minute);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
    webhooksOf('razorpay').fault = { repeat: 5 };
    const late = await payAtProvider(shop, 'razorpay', orderId);
    await shop.simulators.settled();
    // Only authorised: it is not captured, and no refund is due.
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [], flags: [] });
    await captureAtRazorpay(shop, late);
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Cancelled',
      paid: false,
      refunds: [{ paymentId: late, amount: 59_900, reason: 'late_payment', status: 'due' }],
      flags: ['late_payment'],
      history: ['shopper: Payment Pending', 'shop: Cancelled', 'provider: payment'],
    });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('a late event of a payment in time changes nothing: the job has placed the order', async ({
    shopper,
  }) => {
    webhooksOf('stripe').fault = { lateMs: 45 * minute };
    const orderId = await pendingOrder(shopper, 'stripe');
    await payAtProvider(shop, 'stripe', orderId);
    await runJobAt(shop, 31 * minute);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    await setClock(shop, 50 * minute);
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('a second payment of a paid order is refunded, and the order stays placed', async ({ shopper }) => {
    const { orderId, paymentId } = await paidOrder(shop, shopper, 'razorpay');
    const { body } = webhooksOf('razorpay').deliveries.find(({ type }) => type === 'payment.captured') ?? {};
    const again = (body ?? '').replaceAll(paymentId, 'pay_SecondPayment0');
    webhooksOf('razorpay').send({ id: 'second', type: 'payment.captured', body: again });
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Order Placed',
      payment: { paymentId },
      refunds: [{ paymentId: 'pay_SecondPayment0', status: 'due' }],
      flags: ['late_payment'],
    });
  });
});

describe('an event whose handling failed', () => {
  /** An authorised payment whose capture Razorpay refuses: its event could not be handled. */
  async function failing(shopper: Person) {
    webhooksOf('razorpay').retry.tries = 1;
    const orderId = await pendingOrder(shopper, 'razorpay');
    const trouble = shop.simulators.razorpay.api.inject({
      fault: { status: 500 },
      path: '/v1/payments/*/capture',
      times: Number.POSITIVE_INFINITY,
    });
    await payAtProvider(shop, 'razorpay', orderId);
    await shop.simulators.settled();
    return { orderId, trouble };
  }

  test('is a 503 and not counted as handled; the job retries it', async ({ shopper }) => {
    const { orderId, trouble } = await failing(shopper);
    expect(webhooksOf('razorpay').deliveries.map(({ tries }) => tries[0]?.status)).toEqual([503]);
    expect(await events()).toMatchObject([{ type: 'payment.authorized', handledAt: null, attempts: 1 }]);
    await job();
    expect(await events()).toMatchObject([{ handledAt: null, attempts: 2 }]);
    trouble.release();
    await job();
    await shop.simulators.settled();
    expect(await unhandled()).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test.for<[string, () => unknown]>([
    ['by the provider', () => webhooksOf('razorpay').resend(webhooksOf('razorpay').deliveries[0]?.id ?? '')],
    ['by several jobs at once', () => Promise.all(times(4, job))],
  ])('can be retried %s', async ([, retry], { shopper }) => {
    const { orderId, trouble } = await failing(shopper);
    trouble.release();
    await retry();
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('does not block a later one', async ({ shopper }) => {
    const { trouble } = await failing(shopper);
    const { orderId: other } = await paidOrder(shop, await shop.person(), 'stripe');
    await shop.db.write.update(paymentEvents).set({ handledAt: null }).where(eq(paymentEvents.attempts, 1));
    await job();
    expect(await unhandled()).toMatchObject([{ type: 'payment.authorized' }]);
    expect(await recordOf(shop, other)).toMatchObject(paidRecord);
    trouble.release();
  });
});
