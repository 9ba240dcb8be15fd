/**
 * Calls to the database for payments, as in round-trips.test.ts: more than one is needed when a provider is called in
 * between, or when rows have to be written before that call.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import {
  onlineMethods,
  paidOrder,
  payAtProvider,
  pendingOrder,
  recordOf,
  resetBeforeEach,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { type Person, useShop } from '../support/shop.ts';

/** Emails wait in the outbox, since sending them is not counted here. */
const noMail = { MAIL_API_URL: '', MAIL_API_KEY: '' };
const shop = useShop({ proxy: true, simulators: true, vars: noMail });
const person = useShopper(shop);
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  await refillStock(shop.db);
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  for (const method of onlineMethods) shop.simulators[method].webhooks.fault = 'never';
});

/** Sends a request, and returns the number of its calls to the database. */
async function callsFor(by: Client, path: string, json?: object, status = 200) {
  shop.proxy.reset();
  const answer = await (json === undefined ? by.get(path) : by.post(path, json));
  expect([answer.status, answer.body.message]).toEqual([status, answer.body.message]);
  return shop.proxy.calls.length;
}

const order = { address, items: [{ _id: serum, quantity: 1 }], amount: 599 };

test.each(onlineMethods)(
  '3 for an order by %s: 2 for the order, 1 for the id of its payment',
  async (method) => {
    await orderOf(person, { [serum]: 1 });
    expect(await callsFor(person, `/api/order/${method}`, order)).toBe(3);
  },
);

test.each(onlineMethods)('by %s: 1 to pay again, 3 to cancel', async (method) => {
  const orderId = await pendingOrder(person, method);
  expect(await callsFor(person, '/api/order/pay', { orderId })).toBe(1);
  expect(await callsFor(person, '/api/order/cancel', { orderId })).toBe(3);
  expect(await callsFor(person, '/api/order/pay', { orderId }, 409)).toBe(1);
});

test('the return from paying by card: 3; 1 before it is paid, 1 when repeated', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  const back = { orderId, success: true };
  expect(await callsFor(person, '/api/order/verifyStripe', back, 409)).toBe(1);
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(person, '/api/order/verifyStripe', back)).toBe(3);
  expect(await callsFor(person, '/api/order/verifyStripe', back)).toBe(1);
});

test('the return from the widget: 4, since money is captured only for a pending order', async () => {
  const orderId = await pendingOrder(person, 'razorpay');
  const answer = shop.simulators.razorpay.response(await payAtProvider(shop, 'razorpay', orderId));
  expect(await callsFor(person, '/api/order/verifyRazorpay', answer)).toBe(4);
  expect(await callsFor(person, '/api/order/verifyRazorpay', answer)).toBe(1);
  const forged = { ...answer, razorpay_signature: '0'.repeat(64) };
  expect(await callsFor(person, '/api/order/verifyRazorpay', forged, 409)).toBe(1);
});

test('4 for the webhook that places an order, 1 for its repeat, 0 for a forged one', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  const { webhooks } = shop.simulators.stripe;
  const { id } = webhooks.deliveries.find(({ type }) => type === 'checkout.session.completed') ?? { id: '' };
  for (const calls of [4, 1]) {
    shop.proxy.reset();
    webhooks.resend(id);
    await shop.simulators.settled();
    expect(shop.proxy.calls).toHaveLength(calls);
  }
  shop.proxy.reset();
  webhooks.resend(id, { forged: 'wrong-secret' });
  await shop.simulators.settled();
  expect(shop.proxy.calls).toEqual([]);
});

test('2 for a move to Packing, which reads whether its invoice is due, 2 for its undo, 2 for the list of refunds, 1 for a refusal to a shopper', async () => {
  const orderId = (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body.order._id;
  const move = { orderId, status: 'Packing' };
  expect(await callsFor(person, '/api/order/move', move, 403)).toBe(1);
  expect(await callsFor(operator, '/api/order/move', move)).toBe(2);
  expect(await callsFor(operator, '/api/order/undo', { orderId })).toBe(2);
  // At the desk, one call checks the operator first.
  expect(await callsFor(operator, '/api/desk/refunds')).toBe(2);
  expect(await callsFor(person, '/api/desk/refunds', undefined, 403)).toBe(1);
  expect(await callsFor(person, '/api/desk/refunds/confirm', { refundId: randomUUID() }, 403)).toBe(1);
});

test('2 to cancel a paid order; 8 to confirm its refund, with password and second factor', async () => {
  const { orderId } = await paidOrder(shop, person, 'stripe');
  expect(await callsFor(person, '/api/order/cancel', { orderId })).toBe(2);
  const [refund] = (await recordOf(shop, orderId)).refunds;
  const yes = { refundId: refund?.id, seen: 'due', password };
  expect(await callsFor(operator, '/api/desk/refunds/confirm', yes)).toBe(8);
});

test('3 to cancel an order that turns out to be paid and is placed', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(person, '/api/order/cancel', { orderId, unlessPaid: true })).toBe(3);
});
