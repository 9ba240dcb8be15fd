/**
 * How webhooks come (docs/behaviour.md 7.7): again and again, fifty at once, in any order, late
 * or never, and while something is out of order. Each is stored once and counts when it has been acted on.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { paymentEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { razorpayAsk } from '#tools/simulators/testing.ts';
import { times } from '../support/client.ts';
import { serum } from '../support/orders.ts';
import {
  beginAfresh,
  comeBack,
  minute,
  onlineMethods,
  paid,
  paidRecord,
  payAt,
  pending,
  providerIdOf,
  recordOf,
  waitUntil,
} from '../support/paying.ts';
import { snapshot, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;
beginAfresh(shop);
beforeEach(async () => {
  person = await shop.person();
});

const webhooksOf = (method: OnlineMethod) => shop.standIns[method].webhooks;
const events = () => shop.db.read.select().from(paymentEvents);
const job = () => shop.stack.scheduled();

describe.each(onlineMethods)('%s', (method) => {
  test('every event is stored once and acted on once, though delivered fifty times at once', async () => {
    const orderId = await pending(person, method);
    webhooksOf(method).manner = { repeat: 50 };
    await payAt(shop, method, orderId);
    webhooksOf(method).manner = 'normal';
    await shop.standIns.settled();
    const sent = new Set(webhooksOf(method).deliveries.map(({ id }) => `${method}:${id}`));
    const rows = await events();
    expect(rows.map(({ id }) => id).sort()).toEqual([...sent].sort());
    expect(rows.filter(({ handledAt }) => handledAt === null)).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stockOf(shop.db, serum)).toBe(99);
  });

  test('once more after all is done, an event changes nothing', async () => {
    const { orderId } = await paid(shop, person, method);
    // The letter is on its way meanwhile.
    const before = await snapshot(shop.db, ['outbox']);
    for (const { id } of [...webhooksOf(method).deliveries]) webhooksOf(method).resend(id);
    await shop.standIns.settled();
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
    expect((await recordOf(shop, orderId)).letters).toEqual(['order_paid']);
  });

  test.each(['sent', 'reverse'] as const)('events in the order %s end the same', async (order) => {
    webhooksOf(method).manner = 'hold';
    const { orderId } = await paid(shop, person, method);
    expect(webhooksOf(method).deliveries.length).toBeGreaterThan(1);
    await webhooksOf(method).release(order);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('word of a failed try that comes after the payment leaves the order paid', async () => {
    webhooksOf(method).manner = 'hold';
    const orderId = await pending(person, method);
    const providerId = await providerIdOf(shop, orderId);
    if (method === 'stripe') shop.standIns.stripe.decline(providerId);
    else shop.standIns.razorpay.fail(providerId);
    const paymentId = await payAt(shop, method, orderId);
    expect((await comeBack(shop, person, method, orderId, paymentId)).status).toBe(200);
    await webhooksOf(method).release('reverse');
    const { status, paid: isPaid, refunds } = await recordOf(shop, orderId);
    expect({ status, isPaid, refunds }).toEqual({ status: 'Order Placed', isPaid: true, refunds: [] });
  });

  test('never: the job asks, and places the order for a shopper who never came back', async () => {
    webhooksOf(method).manner = 'never';
    const orderId = await pending(person, method);
    await payAt(shop, method, orderId);
    await job();
    // Not before five minutes have passed: most shoppers are back by then.
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
    await waitUntil(shop, 6 * minute);
    await job();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('about nothing of ours is taken, stored and changes nothing: an account may serve two shops', async () => {
    const orderId = await pending(person, method);
    webhooksOf(method).manner = 'never';
    await payAt(shop, method, orderId);
    const ours = await providerIdOf(shop, orderId);
    const before = await snapshot(shop.db, ['payment_events']);
    for (const { id, type, body } of [...webhooksOf(method).deliveries])
      webhooksOf(method).send({ id, type, body: body.replaceAll(ours, `${ours}x`) }, 'normal');
    await shop.standIns.settled();
    expect(await snapshot(shop.db, ['payment_events'])).toEqual(before);
    expect((await events()).every(({ handledAt }) => handledAt !== null)).toBe(true);
  });
});

describe('late, after the hold has ended', () => {
  /** An order whose hold has ended unpaid. */
  async function expired(method: OnlineMethod) {
    const orderId = await pending(person, method);
    const providerId = await providerIdOf(shop, orderId);
    await waitUntil(shop, 31 * minute);
    await job();
    await shop.standIns.settled();
    expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
    return { orderId, providerId };
  }

  test('money that was taken is due back and flagged, once, and the order stays cancelled', async () => {
    const { orderId, providerId } = await expired('razorpay');
    webhooksOf('razorpay').manner = { repeat: 5 };
    const late = shop.standIns.razorpay.authorize(providerId);
    await shop.standIns.settled();
    // Only held: we do not take it, and nothing is owed.
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [], flags: [] });
    const { amount, currency } = late;
    await razorpayAsk(shop.standIns, 'POST', `/v1/payments/${late.id}/capture`, { amount, currency });
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Cancelled',
      paid: false,
      refunds: [{ paymentId: late.id, amount: 59_900, reason: 'late_payment', status: 'due' }],
      flags: ['late_payment'],
      history: ['shopper: Payment Pending', 'shop: Cancelled', 'provider: payment'],
    });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('a Stripe session cannot be paid any more: the job has ended it', async () => {
    const { orderId, providerId } = await expired('stripe');
    expect(() => shop.standIns.stripe.pay(providerId)).toThrow();
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [] });
  });

  test('an event that is late itself finds the order placed by the job', async () => {
    webhooksOf('stripe').manner = { lateMs: 45 * minute };
    const orderId = await pending(person, 'stripe');
    await payAt(shop, 'stripe', orderId);
    await waitUntil(shop, 31 * minute);
    await job();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    await waitUntil(shop, 50 * minute);
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('a second payment for a paid order is due back, and the order stays placed', async () => {
    const { orderId, paymentId } = await paid(shop, person, 'razorpay');
    const { body } = webhooksOf('razorpay').deliveries.find(({ type }) => type === 'payment.captured') ?? {};
    const again = (body ?? '').replaceAll(paymentId, 'pay_SecondPayment0');
    webhooksOf('razorpay').send({ id: 'second', type: 'payment.captured', body: again });
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Order Placed',
      payment: { paymentId },
      refunds: [{ paymentId: 'pay_SecondPayment0', status: 'due' }],
      flags: ['late_payment'],
    });
  });
});

describe('an event whose handling failed', () => {
  /** Held money that Razorpay does not let us take: its event has come, and could not be acted on. */
  async function failing() {
    webhooksOf('razorpay').patience.tries = 1;
    const orderId = await pending(person, 'razorpay');
    const trouble = shop.standIns.razorpay.api.trouble({
      how: { status: 500 },
      path: '/v1/payments/*/capture',
      times: Number.POSITIVE_INFINITY,
    });
    await payAt(shop, 'razorpay', orderId);
    await shop.standIns.settled();
    return { orderId, trouble };
  }

  test('is answered 503 and not counted as handled; the job tries it again', async () => {
    const { orderId, trouble } = await failing();
    expect(webhooksOf('razorpay').deliveries.map(({ tries }) => tries[0]?.status)).toEqual([503]);
    expect(await events()).toMatchObject([{ type: 'payment.authorized', handledAt: null, attempts: 1 }]);
    await job();
    expect(await events()).toMatchObject([{ handledAt: null, attempts: 2 }]);
    trouble.release();
    await job();
    await shop.standIns.settled();
    expect((await events()).every(({ handledAt }) => handledAt !== null)).toBe(true);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('is tried again when the provider tells it again', async () => {
    const { orderId, trouble } = await failing();
    trouble.release();
    webhooksOf('razorpay').resend(webhooksOf('razorpay').deliveries[0]?.id ?? '');
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('is tried by several jobs at once without harm', async () => {
    const { orderId, trouble } = await failing();
    trouble.release();
    await Promise.all(times(4, job));
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('does not keep a later one from being tried', async () => {
    const { trouble } = await failing();
    const { orderId: other } = await paid(shop, await shop.person(), 'stripe');
    await shop.db.write.update(paymentEvents).set({ handledAt: null }).where(eq(paymentEvents.attempts, 1));
    await job();
    expect((await events()).filter(({ handledAt }) => handledAt === null)).toMatchObject([
      { type: 'payment.authorized' },
    ]);
    expect(await recordOf(shop, other)).toMatchObject(paidRecord);
    trouble.release();
  });
});
