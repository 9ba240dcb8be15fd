/**
 * Paying by UPI through Razorpay (docs/behaviour.md, "Razorpay"): its widget returns a signed response, the money is
 * authorised until the shop captures it, and only Razorpay's answer marks an order as paid.
 */
import { randomUUID } from 'node:crypto';
import { razorpayRequest } from 'payment-simulators/testing';
import { describe, expect, test } from 'vitest';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { orderOf, serum } from '../support/orders.ts';
import {
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  resetBeforeEach,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const razorpay = () => shop.simulators.razorpay;
const verify = (answer: object, by = person) => by.post('/api/order/verifyRazorpay', answer);
const signed = (paymentId: string) => razorpay().response(paymentId);
const waiting = { status: 'Payment Pending', paid: false, letters: [], refunds: [] };

test('Razorpay’s order has the server’s amount, not the browser’s prices', async () => {
  const order = await orderOf(person, { [serum]: 2 });
  const cheap = { ...order, items: order.items.map((item) => ({ ...item, price: 1, discount: 599 })) };
  const { status, body } = await person.post<{ order: object; widget: object; orderId: string }>(
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
    prefill: { name: 'Asha Rao', email: person.email, contact: expect.stringMatching(/^\+9198765\d{5}$/) },
  });
  expect(await recordOf(shop, body.orderId)).toMatchObject(waiting);
});

test('a signed callback captures the money and places the order; a second one changes nothing', async () => {
  razorpay().webhooks.fault = 'never';
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const orderId = await pendingOrder(person, 'razorpay');
  const paymentId = await payAtProvider(shop, 'razorpay', orderId);
  for (const _ of times(2, () => 0))
    expect((await verify(signed(paymentId))).body).toMatchObject({ success: true, orderId });
  expect(razorpay().payment(paymentId)).toMatchObject({ status: 'captured', amount: 59_900 });
  expect(razorpay().api.seen('POST', '/v1/payments/*/capture')).toHaveLength(1);
  expect(await recordOf(shop, orderId)).toMatchObject({ ...paidRecord, payment: { paymentId } });
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
});

describe('a forged callback', () => {
  test('with a made-up signature, for another payment, or with the signature of another order is refused without a call to the provider', async () => {
    razorpay().webhooks.fault = 'never';
    const [orderId, otherId] = [
      await pendingOrder(person, 'razorpay'),
      await pendingOrder(await shop.person(), 'razorpay'),
    ];
    const [mine, theirs] = [
      await payAtProvider(shop, 'razorpay', orderId),
      await payAtProvider(shop, 'razorpay', otherId),
    ];
    razorpay().api.forget();
    const [right, other] = [signed(mine), signed(theirs)];
    for (const forged of [
      { ...right, razorpay_signature: '0'.repeat(64) },
      { ...right, razorpay_payment_id: 'pay_AAAAAAAAAAAAAA' },
      { ...other, razorpay_order_id: right.razorpay_order_id },
    ]) {
      const { status, body } = await verify(forged);
      expect([forged, status, body.code]).toEqual([forged, 409, 'payment_unconfirmed']);
    }
    expect(razorpay().api.requests).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  });

  test('of another person’s payment is a 404, although its signature is valid', async () => {
    razorpay().webhooks.fault = 'never';
    const orderId = await pendingOrder(person, 'razorpay');
    const answer = signed(await payAtProvider(shop, 'razorpay', orderId));
    const stranger = await shop.person();
    expect((await verify(answer, stranger)).status).toBe(404);
    expect((await verify({ ...answer, razorpay_order_id: `order_${randomUUID().slice(0, 8)}` })).status).toBe(
      404,
    );
    expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  });
});

test('a signed callback of a payment that failed at Razorpay does not place the order', async () => {
  const orderId = await pendingOrder(person, 'razorpay');
  const failed = razorpay().fail(await providerIdOf(shop, orderId));
  const { status, body } = await verify(signed(failed.id));
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  await shop.simulators.settled();
  const record = await recordOf(shop, orderId);
  expect(record).toMatchObject({ ...waiting, history: ['shopper: Payment Pending', 'provider: payment'] });
});

test('an order whose UPI payment is confirmed later is placed by the webhook', async () => {
  const orderId = await pendingOrder(person, 'razorpay');
  const attempt = razorpay().begin(await providerIdOf(shop, orderId));
  expect((await verify(signed(attempt.id))).body.code).toBe('payment_pending');
  expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  razorpay().approve(attempt.id);
  await shop.simulators.settled();
  expect(razorpay().payment(attempt.id).status).toBe('captured');
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect((await verify(signed(attempt.id))).body).toMatchObject({ success: true, orderId });
});

test('a failed payment that is authorised within the hold places the order', async () => {
  const orderId = await pendingOrder(person, 'razorpay');
  const failed = razorpay().fail(await providerIdOf(shop, orderId));
  razorpay().approve(failed.id);
  await shop.simulators.settled();
  const { status, paid, history } = await recordOf(shop, orderId);
  expect({ status, paid }).toEqual({ status: 'Order Placed', paid: true });
  expect(history).toContain('provider: Order Placed');
});

describe('a payment of another amount', () => {
  const flagged = { status: 'Payment Pending', paid: false, letters: [], flags: ['payment_mismatch'] };

  test('is flagged and not captured if it is only authorised', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    const paymentId = await payAtProvider(shop, 'razorpay', orderId, { amount: 100 });
    await shop.simulators.settled();
    expect((await verify(signed(paymentId))).body.code).toBe('payment_pending');
    expect(razorpay().payment(paymentId).status).toBe('authorized');
    expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds: [] });
    expect((await person.post('/api/order/cancel', { orderId })).body.outcome).toBe('cancelled');
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [] });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('is refunded if it is captured after the order was cancelled', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    const paymentId = await payAtProvider(shop, 'razorpay', orderId, { amount: 100 });
    await shop.simulators.settled();
    expect((await person.post('/api/order/cancel', { orderId })).body.outcome).toBe('cancelled');
    const json = { amount: 100, currency: 'INR' };
    await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/capture`, json);
    await shop.simulators.settled();
    const refunds = [{ amount: 100, status: 'due' }];
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, refunds });
  });

  test.each<[string, { amount?: number; currency?: string }, object[]]>([
    ['too little', { amount: 100 }, [{ amount: 100, status: 'due' }]],
    ['too much', { amount: 59_901 }, [{ amount: 59_901, status: 'due' }]],
    ['dollars', { currency: 'USD' }, []],
  ])(
    'that was captured (%s) is flagged and does not place the order; rupees are refunded',
    async (_, odd, refunds) => {
      const orderId = await pendingOrder(person, 'razorpay');
      razorpay().webhooks.fault = 'hold';
      const paymentId = await payAtProvider(shop, 'razorpay', orderId, odd);
      // An account can be configured to capture automatically.
      const { amount, currency } = razorpay().payment(paymentId);
      await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/capture`, {
        amount,
        currency,
      });
      await razorpay().webhooks.release();
      await verify(signed(paymentId));
      await shop.simulators.settled();
      expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds });
      // Cancelling the order adds no second refund.
      expect((await person.post('/api/order/cancel', { orderId })).status).toBe(200);
      expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, refunds });
    },
  );
});

describe('return, webhooks and job at the same time', () => {
  test('place the order once, enqueue one email, and reduce the cart once', async () => {
    await person.post('/api/cart/add', { itemId: serum, quantity: 5 });
    const orderId = await pendingOrder(person, 'razorpay', { [serum]: 2 });
    await setClock(shop, 6 * minute);
    razorpay().webhooks.fault = { repeat: 5 };
    const paymentId = await payAtProvider(shop, 'razorpay', orderId);
    const answers = await Promise.all(times(5, () => verify(signed(paymentId))));
    await Promise.all([...times(3, () => shop.stack.scheduled()), shop.simulators.settled()]);
    expect(answers.map(({ status }) => status)).toEqual(times(5, () => 200));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stockOf(shop.db, serum)).toBe(98);
    expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 3 });
  });

  test('the return succeeds if the webhook was first', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    razorpay().webhooks.fault = 'hold';
    const paymentId = await payAtProvider(shop, 'razorpay', orderId);
    const slow = razorpay().api.inject({ fault: 'slow', path: '/v1/orders/*/payments' });
    const returning = verify(signed(paymentId));
    await slow.arrived;
    await razorpay().webhooks.release();
    slow.release();
    expect((await returning).body).toMatchObject({ success: true, orderId });
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });
});
