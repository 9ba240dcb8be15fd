/**
 * Calls to the database for payments, as in round-trips.test.ts: more than one is needed when a provider is called in
 * between, or when rows have to be written before that call.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { orderOf, serum } from '../support/orders.ts';
import { onlineMethods, payAtProvider, pendingOrder, recordOf } from '../support/payments.ts';
import { shopTest } from '../support/shop-test.ts';

/** Emails wait in the outbox, since sending them is not counted here. */
const noMail = { MAIL_API_URL: '', MAIL_API_KEY: '' };
const { shop, operator, test } = shopTest({ proxy: true, simulators: true, vars: noMail });
beforeEach(() => {
  for (const method of onlineMethods) shop.simulators[method].webhooks.fault = 'never';
});

/** Sends a request, and returns the number of its calls to the database. */
async function callsFor(by: Client, path: string, json?: object, status = 200) {
  shop.proxy.reset();
  const answer = await (json === undefined ? by.get(path) : by.post(path, json));
  expect([answer.status, answer.body.message]).toEqual([status, answer.body.message]);
  return shop.proxy.calls.length;
}

test.for(onlineMethods)('by %s: 3 for an order, 1 to pay again, 3 to cancel', async (method, { shopper }) => {
  // 2 for the order, 1 for the id of its payment.
  expect(await callsFor(shopper, `/api/order/${method}`, await orderOf(shopper, { [serum]: 1 }))).toBe(3);
  const orderId = await pendingOrder(shopper, method);
  expect(await callsFor(shopper, '/api/order/pay', { orderId })).toBe(1);
  expect(await callsFor(shopper, '/api/order/cancel', { orderId })).toBe(3);
  expect(await callsFor(shopper, '/api/order/pay', { orderId }, 409)).toBe(1);
});

test('the return from paying by card: 3; 1 before it is paid, 1 when repeated', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  const back = { orderId, success: true };
  expect(await callsFor(shopper, '/api/order/verifyStripe', back, 409)).toBe(1);
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(shopper, '/api/order/verifyStripe', back)).toBe(3);
  expect(await callsFor(shopper, '/api/order/verifyStripe', back)).toBe(1);
});

test('the return from the widget: 4, since money is captured only for a pending order', async ({
  shopper,
}) => {
  const orderId = await pendingOrder(shopper, 'razorpay');
  const answer = shop.simulators.razorpay.response(await payAtProvider(shop, 'razorpay', orderId));
  expect(await callsFor(shopper, '/api/order/verifyRazorpay', answer)).toBe(4);
  expect(await callsFor(shopper, '/api/order/verifyRazorpay', answer)).toBe(1);
  const forged = { ...answer, razorpay_signature: '0'.repeat(64) };
  expect(await callsFor(shopper, '/api/order/verifyRazorpay', forged, 409)).toBe(1);
});

test('4 for the webhook that places an order, 1 for its repeat, 0 for a forged one', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  const { webhooks } = shop.simulators.stripe;
  const { id } = webhooks.deliveries.find(({ type }) => type === 'checkout.session.completed') ?? { id: '' };
  for (const [calls, how] of [[4], [1], [0, { forged: 'wrong-secret' }]] as const) {
    shop.proxy.reset();
    webhooks.resend(id, how);
    await shop.simulators.settled();
    expect(shop.proxy.calls).toHaveLength(calls);
  }
});

test('2 for a move to Packing, which reads whether its invoice is due, 2 for its undo, 2 for the list of refunds, 1 for a refusal to a shopper', async ({
  shopper,
  order: { _id: orderId },
}) => {
  const move = { orderId, status: 'Packing' };
  expect(await callsFor(shopper, '/api/order/move', move, 403)).toBe(1);
  expect(await callsFor(operator, '/api/order/move', move)).toBe(2);
  expect(await callsFor(operator, '/api/order/undo', { orderId })).toBe(2);
  // At the desk, one call checks the operator first.
  expect(await callsFor(operator, '/api/desk/refunds')).toBe(2);
  expect(await callsFor(shopper, '/api/desk/refunds', undefined, 403)).toBe(1);
  expect(await callsFor(shopper, '/api/desk/refunds/confirm', { refundId: randomUUID() }, 403)).toBe(1);
});

test('2 to cancel a paid order; 8 to confirm its refund, with both factors', async ({ shopper, paid }) => {
  const { orderId } = paid;
  expect(await callsFor(shopper, '/api/order/cancel', { orderId })).toBe(2);
  const [refund] = (await recordOf(shop, orderId)).refunds;
  const yes = { refundId: refund?.id, seen: 'due', password };
  expect(await callsFor(operator, '/api/desk/refunds/confirm', yes)).toBe(8);
});

test('3 to cancel an order that turns out to be paid and is placed', async ({ shopper }) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(shopper, '/api/order/cancel', { orderId, unlessPaid: true })).toBe(3);
});
