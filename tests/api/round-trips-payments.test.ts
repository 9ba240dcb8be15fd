/**
 * Calls to the database where money is concerned (as round-trips.test.ts): between two of them somebody
 * else is asked, or what is written has to be there before that.
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
import { type Person, useShop } from '../support/shop.ts';

/** Letters wait in the outbox: sending them is not what is counted. */
const noMail = { MAIL_API_URL: '', MAIL_API_KEY: '', MAIL_API_HEADERS: '', MAIL_API_BODY: '' };
const shop = useShop({ proxy: true, simulators: true, vars: noMail });
let person: Person;
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  await refillStock(shop.db);
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  person = await shop.person();
  for (const method of onlineMethods) shop.simulators[method].webhooks.manner = 'never';
});

/** Sends it, and answers how many calls it took. */
async function callsFor(by: Client, path: string, json?: object, status = 200) {
  shop.proxy.reset();
  const answer = await (json === undefined ? by.get(path) : by.post(path, json));
  expect([answer.status, answer.body.message]).toEqual([status, answer.body.message]);
  return shop.proxy.calls.length;
}

const order = { address, items: [{ _id: serum, quantity: 1 }], amount: 599 };

test.each(onlineMethods)(
  '2 for an order by %s: it is written, and the name of its payment',
  async (method) => {
    await orderOf(person, { [serum]: 1 });
    expect(await callsFor(person, `/api/order/${method}`, order)).toBe(2);
  },
);

test.each(onlineMethods)('by %s: 1 to pay again, 2 to cancel', async (method) => {
  const orderId = await pendingOrder(person, method);
  expect(await callsFor(person, '/api/order/pay', { orderId })).toBe(1);
  expect(await callsFor(person, '/api/order/cancel', { orderId })).toBe(2);
  expect(await callsFor(person, '/api/order/pay', { orderId }, 409)).toBe(1);
});

test('3 to come back from paying by card, 1 before it is paid, 1 once more', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  const back = { orderId, success: true };
  expect(await callsFor(person, '/api/order/verifyStripe', back, 409)).toBe(1);
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(person, '/api/order/verifyStripe', back)).toBe(3);
  expect(await callsFor(person, '/api/order/verifyStripe', back)).toBe(1);
});

test('4 to come back from the widget, since the money is taken only for an order that waits', async () => {
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

test('1 for a move, the list of refunds, and whoever may do neither', async () => {
  const orderId = (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body.order._id;
  const move = { orderId, status: 'Packing' };
  expect(await callsFor(person, '/api/order/move', move, 403)).toBe(1);
  expect(await callsFor(operator, '/api/order/move', move)).toBe(1);
  // At the desk the guard asks first who it is.
  expect(await callsFor(operator, '/api/desk/refunds')).toBe(2);
  expect(await callsFor(person, '/api/desk/refunds', undefined, 403)).toBe(1);
  expect(await callsFor(person, '/api/desk/refunds/confirm', { refundId: randomUUID() }, 403)).toBe(1);
});

test('1 to cancel what is paid; 6 to confirm its refund, password, second factor and all', async () => {
  const { orderId } = await paidOrder(shop, person, 'stripe');
  expect(await callsFor(person, '/api/order/cancel', { orderId })).toBe(1);
  const [refund] = (await recordOf(shop, orderId)).refunds;
  const yes = { refundId: refund?.id, seen: 'due', password };
  expect(await callsFor(operator, '/api/desk/refunds/confirm', yes)).toBe(6);
});

test('3 for a cancel that finds its order paid a moment ago, and places it', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  expect(await callsFor(person, '/api/order/cancel', { orderId, unlessPaid: true })).toBe(3);
});
