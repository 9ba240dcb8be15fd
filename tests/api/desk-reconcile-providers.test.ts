/**
 * Reconciliation with the providers: their records are compared with the shop's, a few payments at a time. A missing
 * answer is not a difference. A repair does what the provider's own event would have done.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile/rules.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { razorpayRequest } from '#tools/simulators/testing.ts';
import { times } from '../support/client.ts';
import { serum } from '../support/orders.ts';
import {
  minute,
  moveClocks,
  onlineMethods,
  paidOrder,
  payAtProvider,
  pendingOrder,
  recordOf,
  resetBeforeEach,
} from '../support/payments.ts';
import {
  differencesOf,
  lastRowOf,
  makeBalanced,
  onlyDifference,
  reconcileProviders,
  repair,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
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
  shop.simulators[method].webhooks.manner = 'never';
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
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY } = shop.simulators.stripe.vars;
  const made = await fetch(`${STRIPE_API_BASE}/v1/refunds`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
  });
  expect(made.status).toBe(200);
}

/** Paid, and cancelled: a refund is due. */
async function due(method: OnlineMethod) {
  const { orderId, paymentId } = await paidOrder(shop, await shop.person(), method);
  await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
  return { orderId, paymentId };
}

describe.each(onlineMethods)('%s', (method) => {
  test('has a payment that the shop does not know: the order is placed', async () => {
    mute(method);
    const orderId = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, orderId);
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'paid_there',
      about: orderId,
      expected: `₹599.00 ${method === 'stripe' ? 'paid' : 'held'} (${paymentId})`,
      found: 'Payment Pending, not paid',
      place: { screen: 'orders', id: orderId },
    });
    const { status, body } = await repair(operator, difference);
    expect([status, body.message]).toEqual([
      200,
      `${names[method]}: the payment is confirmed, and the order is paid.`,
    ]);
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Order Placed',
      paid: true,
      letters: ['order_paid'],
      payment: { paymentId },
    });
    expect(await look()).toEqual([]);
    expect(await lastRowOf(shop.db, 'audit')).toMatchObject({ action: 'reconciled', about: difference.name });
    const rows = await settledSnapshot(shop.db);
    expect((await repair(operator, difference)).body.code).toBe('changed');
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });

  test('has a payment of an order that has ended: a refund is due', async () => {
    mute(method);
    const orderId = await pendingOrder(await shop.person(), method);
    const paymentId = await payAtProvider(shop, method, orderId);
    const whole = { amount: 59_900, currency: 'INR' };
    // Captured by the account's own setting.
    if (method === 'razorpay')
      await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/capture`, whole);
    await shop.db.write.batch([
      shop.db.write.run(sql`UPDATE orders SET status = 'Cancelled' WHERE id = ${orderId}`),
      shop.db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES ('c' || ${orderId}, ${orderId}, 0, 'shop', 'status', 'Cancelled')`),
    ]);
    const difference = await only();
    expect(difference).toMatchObject({ rule: 'paid_there', found: 'Cancelled, not paid' });
    expect((await repair(operator, difference)).status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ amount: 59_900, status: 'due' }]);
    expect(await look()).toEqual([]);
  });

  test('has no payment of a paid order: repaired by hand', async () => {
    const orderId = await pendingOrder(await shop.person(), method);
    await shop.db.write.batch([
      shop.db.write.run(sql`UPDATE orders SET status = 'Order Placed', paid = 1 WHERE id = ${orderId}`),
      shop.db.write.run(
        sql`UPDATE payments SET payment_id = 'pi_none' || order_id WHERE order_id = ${orderId}`,
      ),
      shop.db.write.run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES ('p' || ${orderId}, ${orderId}, 0, 'shop', 'status', 'Order Placed')`),
    ]);
    expect(await differencesOf(operator, 'orders')).toEqual([]);
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'unpaid_there',
      expected: `₹599.00 (pi_none${orderId})`,
      found: 'nothing: open',
      writes: [],
      fix: expect.stringMatching(/^Send nothing\. .* dashboard/),
    });
    const rows = await settledSnapshot(shop.db);
    expect((await repair(operator, difference)).body.code).toBe('by_hand');
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });

  test('has made a refund that is open here: the refund is done', async () => {
    mute(method);
    const { orderId, paymentId } = await due(method);
    expect(await look()).toEqual([]);
    await refundThere(method, paymentId, 59_900);
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'refunded_there',
      expected: expect.stringMatching(/^₹599\.00 sent back \(\w+\)$/),
      found: 'To confirm',
    });
    expect((await repair(operator, difference)).status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done', paymentId }]);
    expect(await look()).toEqual([]);
  });

  test('has not made a refund that is done here: repaired by hand', async () => {
    mute(method);
    const { orderId } = await due(method);
    await shop.db.write.run(sql`UPDATE refunds SET status = 'done' WHERE order_id = ${orderId}`);
    const difference = await only();
    expect(difference).toMatchObject({ rule: 'unrefunded_there', expected: '₹599.00 sent back', writes: [] });
  });

  test('answers differently by the time of the repair: nothing is written', async () => {
    mute(method);
    const { paymentId } = await due(method);
    await refundThere(method, paymentId, 59_900);
    const difference = await only();
    await shop.db.write.run(sql`UPDATE refunds SET status = 'sent' WHERE payment_id = ${paymentId}`);
    const rows = await settledSnapshot(shop.db);
    const { status, body } = await repair(operator, difference);
    expect([status, body.code]).toEqual([409, 'changed']);
    expect(body.differences).toMatchObject([{ rule: 'refunded_there', found: 'With the provider' }]);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });

  test('does not answer: reported, but not a difference', async () => {
    const { orderId } = await paidOrder(shop, await shop.person(), method);
    await shop.db.write.run(
      sql`UPDATE payments SET payment_id = 'other' || order_id WHERE order_id = ${orderId}`,
    );
    const difference = await only();
    await shop.simulators.settled();
    shop.simulators[method].api.trouble({
      how: { status: 500 },
      path: asked[method],
      times: Number.POSITIVE_INFINITY,
    });
    const [page] = await reconcileProviders(operator);
    expect(page).toMatchObject({
      looked: 1,
      differences: [],
      notAsked: [{ orderId, name: difference.name, why: `${names[method]} did not answer` }],
    });
    const rows = await settledSnapshot(shop.db);
    expect((await repair(operator, difference)).status).toBe(503);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });
});

test('a second UPI payment of a paid order gets a refund, and the order stays', async () => {
  mute('razorpay');
  const { orderId } = await paidOrder(shop, await shop.person(), 'razorpay');
  await shop.db.write.run(sql`UPDATE payments SET payment_id = 'pay_first' WHERE order_id = ${orderId}`);
  const difference = await only();
  expect(difference).toMatchObject({
    rule: 'paid_there',
    found: 'Order Placed, paid by pay_first',
    writes: expect.arrayContaining(['The order stays paid, by its own payment']),
  });
  const stock = await stockOf(shop.db, serum);
  expect((await repair(operator, difference)).status).toBe(200);
  expect(await recordOf(shop, orderId)).toMatchObject({
    status: 'Order Placed',
    paid: true,
    refunds: [{ reason: 'late_payment', status: 'due' }],
  });
  expect(await stockOf(shop.db, serum)).toBe(stock);
  expect(await look()).toEqual([]);
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
    expect([pages[0]?.total, calls()]).toEqual([count, count]);
  }
});

test('without keys no provider is asked, and this is reported', async () => {
  await pendingOrder(await shop.person(), 'stripe');
  await moveClocks(shop, 6 * minute, { STRIPE_SECRET_KEY: '' });
  const [page] = await reconcileProviders(operator);
  expect(page?.notAsked).toMatchObject([{ why: 'Stripe cannot be asked: there are no keys' }]);
});
