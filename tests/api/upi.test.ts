/**
 * Paying by UPI through Razorpay (docs/behaviour.md 7.4): its widget hands the page a signed
 * answer, the money is only held until we take it, and Razorpay's word alone makes an order paid.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { razorpayAsk } from '#tools/simulators/testing.ts';
import { times } from '../support/client.ts';
import { orderOf, serum } from '../support/orders.ts';
import {
  begin,
  beginAfresh,
  minute,
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

const razorpay = () => shop.standIns.razorpay;
const verify = (answer: object, by = person) => by.post('/api/order/verifyRazorpay', answer);
const signed = (paymentId: string) => razorpay().response(paymentId);
const waiting = { status: 'Payment Pending', paid: false, letters: [], refunds: [] };

test('its order is made with the server’s amount, whatever the browser says of prices', async () => {
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
    key: razorpay().vars.RAZORPAY_KEY_ID,
    prefill: { name: 'Asha Rao', email: person.email, contact: '+919876543210' },
  });
  expect(await recordOf(shop, body.orderId)).toMatchObject(waiting);
});

test('a signed callback is accepted: the held money is taken and the order is placed; again it is the same', async () => {
  razorpay().webhooks.manner = 'never';
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const orderId = await pending(person, 'razorpay');
  const paymentId = await payAt(shop, 'razorpay', orderId);
  for (const _ of times(2, () => 0))
    expect((await verify(signed(paymentId))).body).toMatchObject({ success: true, orderId });
  expect(razorpay().payment(paymentId)).toMatchObject({ status: 'captured', amount: 59_900 });
  expect(razorpay().api.seen('POST', '/v1/payments/*/capture')).toHaveLength(1);
  expect(await recordOf(shop, orderId)).toMatchObject({ ...paidRecord, payment: { paymentId } });
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
});

describe('a forged callback', () => {
  const zeros = { razorpay_signature: '0'.repeat(64) };
  test.each<[string, (right: object, other: object) => object]>([
    ['with a made-up signature', (right) => ({ ...right, ...zeros })],
    ['for another payment', (right) => ({ ...right, razorpay_payment_id: 'pay_AAAAAAAAAAAAAA' })],
    ['with the signature of another order', (right, other) => ({ ...other, ...idOf(right) })],
  ])('%s is refused, and nothing is asked, taken or placed', async (_, forge) => {
    razorpay().webhooks.manner = 'never';
    const [orderId, otherId] = [
      await pending(person, 'razorpay'),
      await pending(await shop.person(), 'razorpay'),
    ];
    const [mine, theirs] = [await payAt(shop, 'razorpay', orderId), await payAt(shop, 'razorpay', otherId)];
    razorpay().api.forget();
    const { status, body } = await verify(forge(signed(mine), signed(theirs)));
    expect([status, body.code]).toEqual([409, 'payment_unconfirmed']);
    expect(razorpay().api.requests).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  });

  const idOf = (answer: object) => ({
    razorpay_order_id: (answer as { razorpay_order_id: string }).razorpay_order_id,
  });

  test('of somebody else’s payment is a 404, though its signature is right', async () => {
    razorpay().webhooks.manner = 'never';
    const orderId = await pending(person, 'razorpay');
    const answer = signed(await payAt(shop, 'razorpay', orderId));
    const stranger = await shop.person();
    expect((await verify(answer, stranger)).status).toBe(404);
    expect((await verify({ ...answer, razorpay_order_id: `order_${randomUUID().slice(0, 8)}` })).status).toBe(
      404,
    );
    expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  });
});

test('a signed callback is still only a question: what Razorpay calls failed is not paid', async () => {
  const orderId = await pending(person, 'razorpay');
  const failed = razorpay().fail(await providerIdOf(shop, orderId));
  const { status, body } = await verify(signed(failed.id));
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  await shop.standIns.settled();
  const record = await recordOf(shop, orderId);
  expect(record).toMatchObject({ ...waiting, history: ['shopper: Payment Pending', 'provider: payment'] });
});

test('a UPI payment that is confirmed later waits, and is placed by the webhook without the shopper', async () => {
  const orderId = await pending(person, 'razorpay');
  const begun = razorpay().begin(await providerIdOf(shop, orderId));
  expect((await verify(signed(begun.id))).body.code).toBe('payment_pending');
  expect(await recordOf(shop, orderId)).toMatchObject(waiting);
  razorpay().approve(begun.id);
  await shop.standIns.settled();
  expect(razorpay().payment(begun.id).status).toBe('captured');
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect((await verify(signed(begun.id))).body).toMatchObject({ success: true, orderId });
});

test('a payment that failed and is authorised after all, within the hold, places the order', async () => {
  const orderId = await pending(person, 'razorpay');
  const failed = razorpay().fail(await providerIdOf(shop, orderId));
  razorpay().approve(failed.id);
  await shop.standIns.settled();
  const { status, paid, history } = await recordOf(shop, orderId);
  expect({ status, paid }).toEqual({ status: 'Order Placed', paid: true });
  expect(history).toContain('provider: Order Placed');
});

describe('another amount than asked for', () => {
  const flagged = { status: 'Payment Pending', paid: false, letters: [], flags: ['payment_mismatch'] };

  test('is not taken while it is only held: flagged, and it returns by itself', async () => {
    const orderId = await pending(person, 'razorpay');
    const paymentId = await payAt(shop, 'razorpay', orderId, { amount: 100 });
    await shop.standIns.settled();
    expect((await verify(signed(paymentId))).body.code).toBe('payment_pending');
    expect(razorpay().payment(paymentId).status).toBe('authorized');
    expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds: [] });
    expect((await person.post('/api/order/cancel', { orderId })).body.outcome).toBe('cancelled');
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', refunds: [] });
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test.each<[string, { amount?: number; currency?: string }, object[]]>([
    ['too little', { amount: 100 }, [{ amount: 100, status: 'due' }]],
    ['too much', { amount: 59_901 }, [{ amount: 59_901, status: 'due' }]],
    ['dollars', { currency: 'USD' }, []],
  ])('that was taken (%s) is not paid, and flagged; rupees are due back', async (_, odd, refunds) => {
    const orderId = await pending(person, 'razorpay');
    razorpay().webhooks.manner = 'hold';
    const paymentId = await payAt(shop, 'razorpay', orderId, odd);
    // As an account does that is set to take money by itself.
    const { amount, currency } = razorpay().payment(paymentId);
    await razorpayAsk(shop.standIns, 'POST', `/v1/payments/${paymentId}/capture`, { amount, currency });
    await razorpay().webhooks.release();
    await verify(signed(paymentId));
    await shop.standIns.settled();
    expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds });
    // Ending the order owes the same money only once.
    expect((await person.post('/api/order/cancel', { orderId })).status).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, refunds });
  });
});

describe('return, webhooks and job at the same time', () => {
  test('place the order once, write one letter, and take from the cart once', async () => {
    await person.post('/api/cart/add', { itemId: serum, quantity: 5 });
    const orderId = await pending(person, 'razorpay', { [serum]: 2 });
    await waitUntil(shop, 6 * minute);
    razorpay().webhooks.manner = { repeat: 10 };
    const paymentId = await payAt(shop, 'razorpay', orderId);
    const answers = await Promise.all(times(10, () => verify(signed(paymentId))));
    await Promise.all([...times(3, () => shop.stack.scheduled()), shop.standIns.settled()]);
    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 200));
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
    expect(await stockOf(shop.db, serum)).toBe(98);
    expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 3 });
  });

  test('the return is told of success though the webhook was quicker', async () => {
    const orderId = await pending(person, 'razorpay');
    razorpay().webhooks.manner = 'hold';
    const paymentId = await payAt(shop, 'razorpay', orderId);
    const slow = razorpay().api.trouble({ how: 'slow', path: '/v1/orders/*/payments' });
    const returning = verify(signed(paymentId));
    await slow.arrived;
    await razorpay().webhooks.release();
    slow.release();
    expect((await returning).body).toMatchObject({ success: true, orderId });
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });
});

test('the key is the shopper’s: sent again it is the same order at Razorpay', async () => {
  const [one, two] = [
    await begin(person, 'razorpay', { [serum]: 1 }, 'the-same-key'),
    await begin(person, 'razorpay', { [serum]: 1 }, 'the-same-key'),
  ];
  expect(two.text).toBe(one.text);
  expect(razorpay().api.seen('POST', '/v1/orders')).toHaveLength(1);
});
