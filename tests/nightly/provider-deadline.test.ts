/**
 * When a payment provider does not answer, the shopper gets a response within 12 s: all calls of a request share ten
 * seconds (functions/services.ts), and no call starts after them.
 */
import { describe, expect } from 'vitest';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { outcome } from '../support/guests.ts';
import { orderOf, serum } from '../support/orders.ts';
import { onlineMethods, payAtProvider, pendingOrder, recordOf, verifyPayment } from '../support/payments.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

/** Makes every request to the provider hang. @returns the number of requests */
function hang(method: OnlineMethod): () => number {
  const trouble = shop.simulators[method].api.inject({ fault: 'hang', times: Number.POSITIVE_INFINITY });
  return () => trouble.met;
}

/** Sends a request, and gives up after 12 s. */
const inTime = (by: Client, path: string, json: object, headers = {}) =>
  by.send('POST', path, { json, headers, signal: AbortSignal.timeout(12_000) });

/** Calls within the time: one to Razorpay, two to Stripe, whose client retries. */
const calls = { stripe: 2, razorpay: 1 };

describe.each(onlineMethods)('%s does not answer', (method) => {
  test('an order and its refund: each is made once, when it is requested again', async ({ shopper }) => {
    const { api } = shop.simulators[method];
    const order = await orderOf(shopper, { [serum]: 1 });
    const place = () => inTime(shopper, `/api/order/${method}`, order, { 'Idempotency-Key': 'the-same-key' });
    const met = hang(method);
    expect([...outcome(await place()), met()]).toEqual([503, 'provider_silent', calls[method]]);
    api.clearFaults();
    const { orderId } = (await place()).body;
    const paymentId = await payAtProvider(shop, method, orderId);
    await verifyPayment(shop, shopper, method, orderId, paymentId);
    await inTime(shopper, '/api/order/cancel', { orderId });
    const [refund] = (await recordOf(shop, orderId)).refunds;
    const confirm = (seen: string) =>
      inTime(operator, '/api/desk/refunds/confirm', { refundId: refund?.id, seen, password });
    hang(method);
    expect((await confirm('due')).body.code).toBe('provider_silent');
    api.clearFaults();
    expect((await confirm('sent')).body.status).toBe('done');
    const made = shop.simulators[method].refunds.filter((one) => JSON.stringify(one).includes(paymentId));
    expect(made).toHaveLength(1);
  });

  test('an order while an older one is pending: both share the time', async ({ shopper }) => {
    const older = await pendingOrder(shopper, method);
    const met = hang(method);
    const answer = await inTime(shopper, `/api/order/${method}`, await orderOf(shopper, { [serum]: 2 }));
    expect([...outcome(answer), met()]).toEqual([503, 'provider_silent', 2]);
    expect((await recordOf(shop, older)).status).toBe('Payment Pending');
  });

  test('returning, and cancelling', async ({ shopper }) => {
    shop.simulators[method].webhooks.fault = 'never';
    const orderId = await pendingOrder(shopper, method);
    const paymentId = await payAtProvider(shop, method, orderId);
    const met = hang(method);
    const back =
      method === 'stripe'
        ? await inTime(shopper, '/api/order/verifyStripe', { orderId, success: true })
        : await inTime(shopper, '/api/order/verifyRazorpay', shop.simulators.razorpay.response(paymentId));
    expect([...outcome(back), met()]).toEqual([409, 'payment_pending', calls[method]]);
    const cancelled = await inTime(shopper, '/api/order/cancel', { orderId });
    expect([cancelled.status, met()]).toEqual([503, 2 * calls[method]]);
  });
});
