/**
 * Reconciliation with the providers: their records are compared with the shop's, a few payments at a time. A missing
 * answer is not a difference.
 */
import { sql } from 'drizzle-orm';
import { razorpayRequest } from 'payment-simulators/testing';
import { beforeEach, describe, expect } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { confirmRefund } from '../support/desk.ts';
import { onlineMethods, paidOrder, payAtProvider, pendingOrder, recordOf } from '../support/payments.ts';
import {
  differencesOf,
  makeBalanced,
  onlyDifference,
  reconcileProviders,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

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
  [
    shop.db.write.run(sql`UPDATE orders SET status = ${status} WHERE id = ${orderId}`),
    shop.db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
      VALUES ('s' || ${orderId}, ${orderId}, 0, 'shop', 'status', ${status})`),
  ] as const;

/** Paid, and cancelled: a refund is due. */
async function due(method: OnlineMethod) {
  const { orderId, paymentId } = await paidOrder(shop, await shop.person(), method);
  await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
  return { orderId, paymentId };
}

describe.each(onlineMethods)('%s', (method) => {
  test('its payments and refunds are compared with the records of the shop', async () => {
    mute(method);
    const waiting = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, waiting);
    const unpaid = await pendingOrder(await shop.person(), method);
    await shop.db.write.batch([
      ...setStatusInHistory(unpaid, 'Order Placed'),
      shop.db.write.run(sql`UPDATE orders SET paid = 1 WHERE id = ${unpaid}`),
      shop.db.write.run(sql`UPDATE payments SET payment_id = 'pi_none' WHERE order_id = ${unpaid}`),
    ]);
    const [refunded, unrefunded] = [await due(method), await due(method)];
    await refundThere(method, refunded.paymentId, 59_900);
    await shop.db.write.run(sql`UPDATE refunds SET status = 'done' WHERE order_id = ${unrefunded.orderId}`);
    const foreign = await paidOrder(shop, await shop.person(), method);
    await refundThere(method, foreign.paymentId, 10_000);
    expect(await differencesOf(operator, 'orders')).toEqual([]);
    const found = (await look()).map(({ rule, about, expected, found }) => [rule, about, expected, found]);
    const state = method === 'stripe' ? 'paid' : 'held';
    const sentBack = expect.stringMatching(/^₹599\.00 sent back \(\w+\)$/);
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        ['paid_there', waiting, `₹599.00 ${state} (${paymentId})`, 'Payment Pending, not paid'],
        ['unpaid_there', unpaid, '₹599.00 (pi_none)', 'nothing: open'],
        ['refunded_there', refunded.orderId, sentBack, 'To confirm'],
        ['unrefunded_there', unrefunded.orderId, '₹599.00 sent back', 'no such refund at the provider'],
        ['unknown_there', foreign.orderId, expect.any(String), expect.stringMatching(/^₹100\.00 \(\w+\)$/)],
      ]),
    );
  });

  test('has a payment that the shop does not know: the shop asks by itself, and places the order', async () => {
    mute(method);
    const orderId = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, orderId);
    expect((await only()).fix).toMatch(`The shop asks ${names[method]} by itself`);
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Order Placed', payment: { paymentId } });
    expect((await reconcileProviders(operator)).flatMap(({ differences }) => differences)).toEqual([]);
  });

  test('has made a refund that was confirmed here: asking again under Refunds finds it', async () => {
    mute(method);
    const { orderId } = await due(method);
    const refundId = (await recordOf(shop, orderId)).refunds[0]?.id ?? '';
    expect((await confirmRefund(shop, operator, refundId)).status).toBe(200);
    await shop.db.write.run(sql`UPDATE refunds SET status = 'sent', done_at = NULL WHERE id = ${refundId}`);
    expect((await only()).fix).toMatch('Check again');
    expect((await confirmRefund(shop, operator, refundId, 'sent')).status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done' }]);
    expect(await look()).toEqual([]);
  });

  test('does not answer: reported, but not a difference', async () => {
    const { orderId } = await paidOrder(shop, await shop.person(), method);
    await shop.db.write.run(sql`UPDATE payments SET payment_id = 'other' WHERE order_id = ${orderId}`);
    const { name } = await only();
    await shop.simulators.settled();
    const fault = { status: 500 };
    shop.simulators[method].api.inject({ fault, path: asked[method], times: Number.POSITIVE_INFINITY });
    const [page] = await reconcileProviders(operator);
    const notAsked = [{ orderId, name, why: `${names[method]} did not answer` }];
    expect(page).toMatchObject({ looked: 1, differences: [], notAsked });
  });
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
