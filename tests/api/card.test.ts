/**
 * Paying by card through Stripe Checkout (docs/behaviour.md, "Holds", "Stripe"): a pending order holds its stock, and
 * only Stripe's answer marks it as paid, at the return, by webhook or by the scheduled job.
 */
import { randomUUID } from 'node:crypto';
import type { PaymentOverrides } from 'payment-simulators';
import { beforeEach, expect, test } from 'vitest';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { refillStock, serum } from '../support/orders.ts';
import { paidRecord, recordOf, startOrder } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);

beforeEach(async () => {
  await refillStock(shop.db);
  shop.simulators.stripe.api.clearFaults();
  shop.simulators.stripe.webhooks.fault = 'none';
});

const verify = (orderId: string, success: unknown = true) =>
  person.post('/api/order/verifyStripe', { orderId, success });
const session = (orderId: string) => shop.simulators.stripe.sessionFor(orderId);

test('a pending order holds its stock and leaves the cart unchanged', async () => {
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { status, body } = await startOrder(person, 'stripe', { [serum]: 2 });
  expect([status, body.success]).toEqual([200, true]);
  expect(body.session_url).toMatch(new RegExp(`^${shop.stack.url}/dev/stripe/c/pay/cs_test_`));
  expect(await recordOf(shop, body.orderId)).toMatchObject({
    status: 'Payment Pending',
    paid: false,
    history: ['shopper: Payment Pending'],
    letters: [],
  });
  expect(await stockOf(shop.db, serum)).toBe(98);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 3 });
  const { amount_total, currency, client_reference_id, customer_email } = session(body.orderId);
  expect({ amount_total, currency, client_reference_id, customer_email }).toEqual({
    amount_total: 119_800,
    currency: 'inr',
    client_reference_id: body.orderId,
    customer_email: person.email,
  });
});

test('the verified return places the order and reduces the cart; a second one changes nothing', async () => {
  shop.simulators.stripe.webhooks.fault = 'never';
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { orderId } = (await startOrder(person, 'stripe', { [serum]: 2 })).body;
  shop.simulators.stripe.pay(session(orderId).id);
  for (const success of [true, 'true', 'false', false])
    expect((await verify(orderId, success)).body).toMatchObject({ success: true, orderId });
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
});

test('the return trusts only Stripe: an unpaid order is not placed by its URL', async () => {
  const { orderId } = (await startOrder(person, 'stripe')).body;
  const { status, body } = await verify(orderId);
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
});

test('leaving Stripe’s page leaves the order as it is, however often: the next one of the same cart continues it', async () => {
  await person.post('/api/cart/add', { itemId: serum, quantity: 1 });
  const first = await startOrder(person, 'stripe');
  const { orderId } = first.body;
  for (const _ of times(5, () => 0)) {
    const { status, body } = await verify(orderId, false);
    expect([status, body.code]).toEqual([409, 'payment_failed']);
    expect((await startOrder(person, 'stripe')).text).toBe(first.text);
  }
  expect(session(orderId).status).toBe('open');
  expect(await recordOf(shop, orderId)).toMatchObject({
    status: 'Payment Pending',
    paid: false,
    letters: [],
  });
  expect(await stockOf(shop.db, serum)).toBe(99);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
  // Still unpaid at the end of its time, the job ends it.
  await setClock(shop, 31 * minute);
  await shop.stack.scheduled();
  expect(session(orderId).status).toBe('expired');
  expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
});

test.each<[string, PaymentOverrides, object[]]>([
  ['another amount', { amount: 100 }, [{ amount: 100, reason: 'mismatch', status: 'due' }]],
  ['another currency', { currency: 'usd' }, []],
  [
    'another order’s name',
    { reference: randomUUID() },
    [{ amount: 59_900, reason: 'mismatch', status: 'due' }],
  ],
])(
  '%s than the order’s is flagged and does not place the order; rupees are refunded',
  async (_, odd, refunds) => {
    const { orderId } = (await startOrder(person, 'stripe')).body;
    const { id } = session(orderId);
    shop.simulators.stripe.pay(id, odd);
    await shop.simulators.settled();
    expect((await verify(orderId)).body.code).toBe('payment_pending');
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Payment Pending',
      paid: false,
      flags: ['payment_mismatch'],
      refunds,
    });
  },
);
