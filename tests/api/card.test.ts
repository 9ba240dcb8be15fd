/**
 * Paying by card through Stripe Checkout (docs/behaviour.md, "Holds", "Stripe"): a pending order holds its stock, and
 * only Stripe's answer marks it as paid, at the return, by webhook or by the scheduled job.
 */
import { randomUUID } from 'node:crypto';
import type { PaymentOverrides } from 'payment-simulators';
import { expect } from 'vitest';
import { type Client, times } from '../support/client.ts';
import { minute, runJobAt } from '../support/clock.ts';
import { outcome } from '../support/guests.ts';
import { cartOf, serum } from '../support/orders.ts';
import { paidRecord, recordOf, startOrder } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const verify = (by: Client, orderId: string, success: unknown = true) =>
  by.post('/api/order/verifyStripe', { orderId, success });
const session = (orderId: string) => shop.simulators.stripe.sessionFor(orderId);

test('a pending order holds its stock and leaves the cart unchanged', async ({ shopper }) => {
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { status, body } = await startOrder(shopper, 'stripe', { [serum]: 2 });
  expect([status, body.success]).toEqual([200, true]);
  expect(body.session_url).toMatch(new RegExp(`^${shop.stack.url}/dev/stripe/c/pay/cs_test_`));
  expect(await recordOf(shop, body.orderId)).toMatchObject({
    status: 'Payment Pending',
    paid: false,
    history: ['shopper: Payment Pending'],
    emails: [],
  });
  expect([await stockOf(shop.db, serum), await cartOf(shopper)]).toEqual([98, { [serum]: 3 }]);
  const { amount_total, currency, client_reference_id, customer_email } = session(body.orderId);
  expect({ amount_total, currency, client_reference_id, customer_email }).toEqual({
    amount_total: 119_800,
    currency: 'inr',
    client_reference_id: body.orderId,
    customer_email: shopper.email,
  });
});

test('the verified return places the order and reduces the cart; a second changes nothing', async ({
  shopper,
}) => {
  shop.simulators.stripe.webhooks.fault = 'never';
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { orderId } = (await startOrder(shopper, 'stripe', { [serum]: 2 })).body;
  shop.simulators.stripe.pay(session(orderId).id);
  for (const success of [true, 'true', 'false', false])
    expect((await verify(shopper, orderId, success)).body).toMatchObject({ success: true, orderId });
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect(await cartOf(shopper)).toEqual({ [serum]: 1 });
});

test('the return trusts only Stripe: an unpaid order is not placed by its URL', async ({ shopper }) => {
  const { orderId } = (await startOrder(shopper, 'stripe')).body;
  expect(outcome(await verify(shopper, orderId))).toEqual([409, 'payment_pending']);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
});

test('leaving Stripe’s page changes nothing: the next order of the same cart continues it', async ({
  shopper,
}) => {
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 1 });
  const first = await startOrder(shopper, 'stripe');
  const { orderId } = first.body;
  for (const _ of times(5, () => 0)) {
    expect(outcome(await verify(shopper, orderId, false))).toEqual([409, 'payment_failed']);
    expect((await startOrder(shopper, 'stripe')).text).toBe(first.text);
  }
  expect(session(orderId).status).toBe('open');
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false, emails: [] });
  expect([await stockOf(shop.db, serum), await cartOf(shopper)]).toEqual([99, { [serum]: 1 }]);
  // Still unpaid at the end of its time, the job ends it.
  await runJobAt(shop, 31 * minute);
  expect(session(orderId).status).toBe('expired');
  expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
});

const due = { reason: 'mismatch', status: 'due' };
test.for<[string, PaymentOverrides, object[]]>([
  ['another amount', { amount: 100 }, [{ ...due, amount: 100 }]],
  ['another currency', { currency: 'usd' }, []],
  ['another order’s name', { reference: randomUUID() }, [{ ...due, amount: 59_900 }]],
])(
  '%s is flagged and does not place the order; rupees are refunded',
  async ([, odd, refunds], { shopper }) => {
    const { orderId } = (await startOrder(shopper, 'stripe')).body;
    shop.simulators.stripe.pay(session(orderId).id, odd);
    await shop.simulators.settled();
    expect((await verify(shopper, orderId)).body.code).toBe('payment_pending');
    const flagged = { status: 'Payment Pending', paid: false, flags: ['payment_mismatch'] };
    expect(await recordOf(shop, orderId)).toMatchObject({ ...flagged, refunds });
  },
);
