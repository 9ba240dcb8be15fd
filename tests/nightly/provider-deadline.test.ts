/**
 * When a payment provider does not answer, the shopper gets a response within 12 s: all calls of a request share ten
 * seconds (functions/services.ts), and no call starts after them.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { orderOf, serum } from '../support/orders.ts';
import {
  onlineMethods,
  payAtProvider,
  pendingOrder,
  recordOf,
  resetBeforeEach,
  verifyPayment,
} from '../support/payments.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;
let operator: Person;
resetBeforeEach(shop);
beforeEach(async () => {
  [person, operator] = [await shop.person(), await operatorWithPassword(shop)];
});

/** Makes every request to the provider hang. @returns the number of requests */
function hang(method: (typeof onlineMethods)[number]): () => number {
  const trouble = shop.simulators[method].api.inject({ fault: 'hang', times: Number.POSITIVE_INFINITY });
  return () => trouble.met;
}

/** Sends a request, and gives up after 12 s. */
const inTime = (path: string, json: object, by = person, headers = {}) =>
  by.send('POST', path, { json, headers, signal: AbortSignal.timeout(12_000) });

/** Calls within the time: one to Razorpay, two to Stripe, whose client retries. */
const calls = { stripe: 2, razorpay: 1 };

describe.each(onlineMethods)('%s does not answer', (method) => {
  test('an order and its refund: each is made once, when it is requested again', async () => {
    const { api } = shop.simulators[method];
    const order = await orderOf(person, { [serum]: 1 });
    const place = () => inTime(`/api/order/${method}`, order, person, { 'Idempotency-Key': 'the-same-key' });
    const met = hang(method);
    const silent = await place();
    expect([silent.status, silent.body.code, met()]).toEqual([503, 'provider_silent', calls[method]]);
    api.clearFaults();
    const { orderId } = (await place()).body;
    const paymentId = await payAtProvider(shop, method, orderId);
    await verifyPayment(shop, person, method, orderId, paymentId);
    await inTime('/api/order/cancel', { orderId });
    const [refund] = (await recordOf(shop, orderId)).refunds;
    const confirm = (seen: string) =>
      inTime('/api/desk/refunds/confirm', { refundId: refund?.id, seen, password }, operator);
    hang(method);
    expect((await confirm('due')).body.code).toBe('provider_silent');
    api.clearFaults();
    expect((await confirm('sent')).body.status).toBe('done');
    const made = shop.simulators[method].refunds.filter((one) => JSON.stringify(one).includes(paymentId));
    expect(made).toHaveLength(1);
  });

  test('an order while an older one is pending: both share the time', async () => {
    const older = await pendingOrder(person, method);
    const met = hang(method);
    const answer = await inTime(`/api/order/${method}`, await orderOf(person, { [serum]: 2 }));
    expect([answer.status, answer.body.code, met()]).toEqual([503, 'provider_silent', 2]);
    expect((await recordOf(shop, older)).status).toBe('Payment Pending');
  });

  test('returning, and cancelling', async () => {
    shop.simulators[method].webhooks.fault = 'never';
    const orderId = await pendingOrder(person, method);
    const paymentId = await payAtProvider(shop, method, orderId);
    const met = hang(method);
    const back =
      method === 'stripe'
        ? await inTime('/api/order/verifyStripe', { orderId, success: true })
        : await inTime('/api/order/verifyRazorpay', shop.simulators.razorpay.response(paymentId));
    expect([back.status, back.body.code, met()]).toEqual([409, 'payment_pending', calls[method]]);
    const cancelled = await inTime('/api/order/cancel', { orderId });
    expect([cancelled.status, met()]).toEqual([503, 2 * calls[method]]);
  });
});
