/**
 * Reconciliation with the providers: their records are compared with the shop's, a few payments at a time. A missing
 * answer is not a difference.
 */
import { sql } from 'drizzle-orm';
import { razorpayRequest } from 'payment-simulators/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { OnlineMethod } from '#domain/orders/payment-method.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { confirmRefund, useOperatorWithPassword } from '../support/desk.ts';
import {
  onlineMethods,
  paidOrder,
  payAtProvider,
  pendingOrder,
  recordOf,
  resetBeforeEach,
} from '../support/payments.ts';
import {
  differencesOf,
  makeBalanced,
  onlyDifference,
  reconcileProviders,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const names = { stripe: 'Stripe', razorpay: 'Razorpay' };
const asked = { stripe: '/v1/checkout/sessions/*', razorpay: '/v1/orders/*/payments' };
const calls = () => onlineMethods.reduce((sum, one) => sum + shop.simulators[one].api.requests.length, 0);

/** The differences, once payments are old enough to be compared. Asserts that comparing writes nothing. */
async function look(): Promise<Difference[]> {
  await shop.db.write.run(sql`UPDATE orders SET created_at = created_at - ${6 * minute}`);
  const rows = await settledSnapshot(shop.db);
  const found = (await reconcileProviders(operator)).flatMap(({ differences }) => differences);
  expect(await settledSnapshot(shop.db)).toEqual(rows);
  return found;
}
const only = async () => onlyDifference(await look());

/** Drops all events of this provider. */
const mute = (method: OnlineMethod) => {
  shop.simulators[method].webhooks.fault = 'never';
};

/** A refund that somebody made in the provider's dashboard. */
async function refundThere(method: OnlineMethod, paymentId: string, amount: number): Promise<void> {
  if (method === 'razorpay') {
    const made = await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/refund`, {
      amount,
    });
    expect(made.status).toBe(200);
    return;
  }
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY } = shop.simulators.vars.stripe;
  const made = await fetch(`${STRIPE_API_BASE}/v1/refunds`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
  });
  expect(made.status).toBe(200);
}

/** Sets a status past the shop, with an event in the history. */
const setStatusInHistory = (orderId: string, status: OrderStatus) =>
  shop.db.write.batch([
    shop.db.write.run(sql`UPDATE orders SET status = ${status} WHERE id = ${orderId}`),
    shop.db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
      VALUES ('s' || ${orderId}, ${orderId}, 0, 'shop', 'status', ${status})`),
  ]);

/** Paid, and cancelled: a refund is due. */
async function due(method: OnlineMethod) {
  const { orderId, paymentId } = await paidOrder(shop, await shop.person(), method);
  await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
  return { orderId, paymentId };
}

describe.each(onlineMethods)('%s', (method) => {
  test('has a payment that the shop does not know: the shop asks by itself, and places the order', async () => {
    mute(method);
    const orderId = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, orderId);
    expect(await only()).toMatchObject({
      rule: 'paid_there',
      about: orderId,
      expected: `₹599.00 ${method === 'stripe' ? 'paid' : 'held'} (${paymentId})`,
      found: 'Payment Pending, not paid',
      place: { screen: 'orders', id: orderId },
      fix: expect.stringMatching(`^The shop asks ${names[method]} by itself`),
    });
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Order Placed', payment: { paymentId } });
    expect((await reconcileProviders(operator)).flatMap(({ differences }) => differences)).toEqual([]);
  });

  test('has a payment of an order that has ended', async () => {
    mute(method);
    const orderId = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, orderId);
    const whole = { amount: 59_900, currency: 'INR' };
    // Captured by the account's own setting.
    if (method === 'razorpay')
      await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/capture`, whole);
    await setStatusInHistory(orderId, 'Cancelled');
    expect(await only()).toMatchObject({
      rule: 'paid_there',
      found: 'Cancelled, not paid',
      fix: expect.stringMatching('^Send the money back from the payment provider’s dashboard'),
    });
  });

  test('has no payment of a paid order', async () => {
    const orderId = await pendingOrder(await shop.person(), method);
    await setStatusInHistory(orderId, 'Order Placed');
    await shop.db.write.batch([
      shop.db.write.run(sql`UPDATE orders SET paid = 1 WHERE id = ${orderId}`),
      shop.db.write.run(
        sql`UPDATE payments SET payment_id = 'pi_none' || order_id WHERE order_id = ${orderId}`,
      ),
    ]);
    expect(await differencesOf(operator, 'orders')).toEqual([]);
    expect(await only()).toMatchObject({
      rule: 'unpaid_there',
      expected: `₹599.00 (pi_none${orderId})`,
      found: 'nothing: open',
      fix: expect.stringMatching(/^Send nothing\. .* dashboard/),
    });
  });

  test('has made a refund in its dashboard that is open here', async () => {
    mute(method);
    const { paymentId } = await due(method);
    expect(await look()).toEqual([]);
    await refundThere(method, paymentId, 59_900);
    expect(await only()).toMatchObject({
      rule: 'refunded_there',
      expected: expect.stringMatching(/^₹599\.00 sent back \(\w+\)$/),
      found: 'To confirm',
      fix: expect.stringMatching('do not confirm the refund again'),
    });
  });

  test('has made a refund that was confirmed here: asking again under Refunds finds it', async () => {
    mute(method);
    const { orderId } = await due(method);
    const [refund] = await select<{ id: string }>(
      shop.db,
      sql`SELECT id FROM refunds WHERE order_id = ${orderId}`,
    );
    expect((await confirmRefund(shop, operator, refund?.id ?? '')).status).toBe(200);
    await shop.db.write.run(
      sql`UPDATE refunds SET status = 'sent', done_at = NULL WHERE order_id = ${orderId}`,
    );
    expect(await only()).toMatchObject({
      rule: 'refunded_there',
      found: 'With the provider',
      fix: expect.stringMatching('Check again'),
    });
    expect((await confirmRefund(shop, operator, refund?.id ?? '', 'sent')).status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done' }]);
    expect(await look()).toEqual([]);
  });

  test('has not made a refund that is done here', async () => {
    mute(method);
    const { orderId } = await due(method);
    await shop.db.write.run(sql`UPDATE refunds SET status = 'done' WHERE order_id = ${orderId}`);
    expect(await only()).toMatchObject({ rule: 'unrefunded_there', expected: '₹599.00 sent back' });
  });

  test('does not answer: reported, but not a difference', async () => {
    const { orderId } = await paidOrder(shop, await shop.person(), method);
    await shop.db.write.run(
      sql`UPDATE payments SET payment_id = 'other' || order_id WHERE order_id = ${orderId}`,
    );
    const difference = await only();
    await shop.simulators.settled();
    shop.simulators[method].api.inject({
      fault: { status: 500 },
      path: asked[method],
      times: Number.POSITIVE_INFINITY,
    });
    const [page] = await reconcileProviders(operator);
    expect(page).toMatchObject({
      looked: 1,
      differences: [],
      notAsked: [{ orderId, name: difference.name, why: `${names[method]} did not answer` }],
    });
  });
});

test('a second UPI payment of a paid order is found', async () => {
  mute('razorpay');
  const { orderId } = await paidOrder(shop, await shop.person(), 'razorpay');
  await shop.db.write.run(sql`UPDATE payments SET payment_id = 'pay_first' WHERE order_id = ${orderId}`);
  expect(await only()).toMatchObject({ rule: 'paid_there', found: 'Order Placed, paid by pay_first' });
});

test('ten payments of the period are compared per request, each once', async () => {
  const ids = await Promise.all(
    times(12, async (n) => pendingOrder(await shop.person(), n % 2 ? 'stripe' : 'razorpay')),
  );
  const day = 24 * 60 * minute;
  const old = [ids[0], 2 * day, ids[1], 10 * day] as const;
  for (const [id, age] of [old.slice(0, 2), old.slice(2)])
    await shop.db.write.run(sql`UPDATE orders SET created_at = created_at - ${age} WHERE id = ${id}`);
  await shop.db.write.run(sql`UPDATE orders SET created_at = created_at - ${6 * minute}`);
  for (const [period, count] of [
    ['day', 10],
    ['week', 11],
    ['month', 12],
  ] as const) {
    for (const one of onlineMethods) shop.simulators[one].api.forget();
    const pages = await reconcileProviders(operator, period);
    expect(pages.map(({ looked }) => looked)).toEqual(count > 10 ? [10, count - 10] : [10]);
    expect(calls()).toBe(count);
    // Approximately: orders that are placed at the same time are not written in the order of their times.
    expect(pages[0]?.total).toBeGreaterThanOrEqual(count);
    expect(pages[0]?.total).toBeLessThanOrEqual(12);
  }
});
