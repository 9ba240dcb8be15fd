/**
 * Paying by UPI through Razorpay (docs/behaviour.md, "Razorpay"): its widget returns a signed response, the money is
 * authorised until the shop captures it, and only Razorpay's answer marks an order as paid.
 */
import { randomUUID } from 'node:crypto';
import type { PaymentOverrides } from 'payment-simulators';
import { describe, expect } from 'vitest';
import { cancel } from '../support/cancellations.ts';
import { type Client, times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { cartOf, orderOf, serum } from '../support/orders.ts';
import {
  captureAtRazorpay,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  providerPaths,
  recordOf,
} from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const razorpay = () => shop.simulators.razorpay;
const verify = (by: Client, answer: object) => by.post('/api/order/verifyRazorpay', answer);
const signed = (paymentId: string) => razorpay().response(paymentId);
const waiting = { status: 'Payment Pending', paid: false, emails: [], refunds: [] };

/** An order, and its payment, which is authorised. */
async function authorised(shopper: Person, odd?: PaymentOverrides) {
  const orderId = await pendingOrder(shopper, 'razorpay');
  return { orderId, paymentId: await payAtProvider(shop, 'razorpay', orderId, odd) };
}

test('Razorpay’s order has the server’s amount, not the browser’s prices', async ({ shopper }) => {
  const order = await orderOf(shopper, { [serum]: 2 });
  const cheap = { ...order, items: order.items.map((item) => ({ ...item, price: 1, discount: 599 })) };
  const { status, body } = await shopper.post<{ order: object; widget: object; orderId: string }>(
    '/api/order/razorpay',
    { ...cheap, currency: 'USD', receipt: 'mine', status: 'Order Placed', paid: true },
  );
  expect(status).toBe(200);
  const id = await providerIdOf(shop, body.orderId);
  const made = razorpay().order(id);
  expect(made).toMatchObject({ amount: 119_800, currency: 'INR', status: 'created' });
  expect(made.notes).toEqual({ order: body.orderId });
  expect(made.receipt).toMatch(/^ORD-\d{6}$/);
  expect(body.order).toEqual({ id, amount: 119_800, currency: 'INR', receipt: made.receipt });
  expect(body.widget).toEqual({
    script: '/dev/razorpay/checkout.js',
    key: razorpay().keyId,
    prefill: { name: 'Asha Rao', email: shopper.email, contact: expect.stringMatching(/^\+9198765\d{5}$/) },
  });
  expect(await recordOf(shop, body.orderId)).toMatchObject(waiting);
});

test('a signed callback captures the money and places the order, once', async ({ shopper }) => {
  razorpay().webhooks.fault = 'never';
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { orderId, paymentId } = await authorised(shopper);
  for (const _ of times(2, () => 0))
    expect((await verify(shopper, signed(paymentId))).body).toMatchObject({ success: true, orderId });
  expect(razorpay().payment(paymentId)).toMatchObject({ status: 'captured', amount: 59_900 });
  expect(razorpay().api.seen('POST', '/v1/payments/*/capture')).toHaveLength(1);
  expect(await recordOf(shop, orderId)).toMatchObject({ ...paidRecord, payment: { paymentId } });
  expect(await cartOf(shopper)).toEqual({ [serum]: 2 });
});

describe('a forged callback', () => {
  test('with a signature that is made up or of another order is refused without a call to the provider', async ({
    shopper,
  }) => {
    razorpay().webhooks.fault = 'never';
    const [mine, theirs] = [await authorised(shopper), await authorised(await shop.person())];
    razorpay().api.forget();
    const [right, other] = [signed(mine.paymentId), signed(theirs.paymentId)];
    for (const forged of [
      { ...right, razorpay_signature: '0'.repeat(64) },
      { ...right, razorpay_payment_id: 'pay_AAAAAAAAAAAAAA' },
      { ...other, razorpay_order_id: right.razorpay_order_id },
    ])
      expect([forged, ...outcome(await verify(shopper, forged))]).toEqual([
        forged,
        409,
        'payment_unconfirmed',
      ]);
    expect(razorpay().api.requests).toEqual([]);
    expect(await recordOf(shop, mine.orderId)).toMatchObject(waiting);
  });

  test('of another person’s payment is a 404, although its signature is valid', async ({ shopper }) => {
    razorpay().webhooks.fault = 'never';
    const { orderId, paymentId } = await authorised(shopper);
    const unknown = { ...signed(paymentId), razorpay_order_id: `order_${randomUUID().slice(0, 8)}` };
    expect((await verify(await shop.person(), signed(paymentId))).status).toBe(404);
    expect((await verify(shopper, unknown)).status).toBe(404);
    expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  });
});

test('a signed callback of a payment that failed at Razorpay places no order', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  const failed = razorpay().fail(await providerIdOf(shop, orderId));
  expect(outcome(await verify(shopper, signed(failed.id)))).toEqual([409, 'payment_pending']);
  await shop.simulators.settled();
  const history = ['shopper: Payment Pending', 'provider: payment'];
  expect(await recordOf(shop, orderId)).toMatchObject({ ...waiting, history });
});

test('an order whose UPI payment is confirmed later is placed by the webhook', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  const attempt = razorpay().begin(await providerIdOf(shop, orderId));
  expect((await verify(shopper, signed(attempt.id))).body.code).toBe('payment_pending');
  expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  razorpay().approve(attempt.id);
  await shop.simulators.settled();
  expect(razorpay().payment(attempt.id).status).toBe('captured');
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect((await verify(shopper, signed(attempt.id))).body).toMatchObject({ success: true, orderId });
});

test('a failed payment that is authorised within the hold places the order', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  razorpay().approve(razorpay().fail(await providerIdOf(shop, orderId)).id);
  await shop.simulators.settled();
  const history = expect.arrayContaining(['provider: Order Placed']);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Order Placed', paid: true, history });
});

describe('a payment of another amount', () => {
  const flagged = { status: 'Payment Pending', paid: false, emails: [], flags: ['payment_mismatch'] };
  const cancelled = async (shopper: Person, orderId: string) =>
    expect((await cancel(shopper, orderId)).body.outcome).toBe('cancelled');

  test('is flagged and not captured if it is only authorised', async ({ shopper }) => {
    const { orderId, paymentId } = await authorised(shopper, { amount: 100 });
    await shop.simulators.settled();
    expect((await verify(shopper, signed(paymentId))).body.code).toBe('payment_pending');
    expect(razorpay().payment(paymentId).status).toBe('authorized');
    expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds: [] });
    await cancelled(shopper, orderId);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [] });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('is refunded if it is captured after the order was cancelled', async ({ shopper }) => {
    const { orderId, paymentId } = await authorised(shopper, { amount: 100 });
    await shop.simulators.settled();
    await cancelled(shopper, orderId);
    await captureAtRazorpay(shop, paymentId);
    await shop.simulators.settled();
    const refunds = [{ amount: 100, status: 'due' }];
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, refunds });
  });

  test.for<[string, PaymentOverrides, object[]]>([
    ['too little', { amount: 100 }, [{ amount: 100, status: 'due' }]],
    ['too much', { amount: 59_901 }, [{ amount: 59_901, status: 'due' }]],
    ['dollars', { currency: 'USD' }, []],
  ])(
    'that was captured (%s) is flagged; rupees are refunded, once',
    async ([, odd, refunds], { shopper }) => {
      razorpay().webhooks.fault = 'hold';
      const { orderId, paymentId } = await authorised(shopper, odd);
      await captureAtRazorpay(shop, paymentId);
      await razorpay().webhooks.release();
      await verify(shopper, signed(paymentId));
      await shop.simulators.settled();
      expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds });
      // Cancelling the order adds no second refund.
      expect((await cancel(shopper, orderId)).status).toBe(200);
      expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, refunds });
    },
  );
});

describe('return, webhooks and job at the same time', () => {
  test('place the order once, enqueue one email, and reduce the cart once', async ({ shopper }) => {
    await shopper.post('/api/cart/add', { itemId: serum, quantity: 5 });
    const orderId = await pendingOrder(shopper, 'razorpay', { [serum]: 2 });
    await setClock(shop, 6 * minute);
    razorpay().webhooks.fault = { repeat: 5 };
    const paymentId = await payAtProvider(shop, 'razorpay', orderId);
    const answers = await Promise.all(times(5, () => verify(shopper, signed(paymentId))));
    await Promise.all([...times(3, () => shop.stack.scheduled()), shop.simulators.settled()]);
    expect(answers.map(({ status }) => status)).toEqual(times(5, () => 200));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect([await stockOf(shop.db, serum), await cartOf(shopper)]).toEqual([98, { [serum]: 3 }]);
  });

  test('the return succeeds if the webhook was first', async ({ shopper }) => {
    razorpay().webhooks.fault = 'hold';
    const { orderId, paymentId } = await authorised(shopper);
    const slow = razorpay().api.inject({ fault: 'slow', path: providerPaths.razorpay.retrieve });
    const returning = verify(shopper, signed(paymentId));
    await slow.arrived;
    await razorpay().webhooks.release();
    slow.release();
    expect((await returning).body).toMatchObject({ success: true, orderId });
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });
});
