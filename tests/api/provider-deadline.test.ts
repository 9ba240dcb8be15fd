/**
 * When a payment provider does not answer, the shopper has an answer within 12 s: all calls of a request share ten
 * seconds (functions/http/context.ts), and none begins when these are over.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { orderOf, serum } from '../support/orders.ts';
import { beginAfresh, onlineMethods, payAt, pending, recordOf } from '../support/paying.ts';
import { liftLimits } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;
beginAfresh(shop);
beforeEach(async () => {
  person = await shop.person();
  await liftLimits(shop.db, person);
});

/** Every request to the provider hangs from now on. @returns how many have reached it */
function hang(method: (typeof onlineMethods)[number]): () => number {
  const trouble = shop.standIns[method].api.trouble({ how: 'hang', times: Number.POSITIVE_INFINITY });
  return () => trouble.met;
}

/** Sends it as somebody who leaves after 12 s. */
const inTime = (path: string, json: object) =>
  person.send('POST', path, { json, signal: AbortSignal.timeout(12_000) });

/** Calls until the time is over: Razorpay is asked once, Stripe's own client asks once more. */
const calls = { stripe: 2, razorpay: 1 };

describe.each(onlineMethods)('%s does not answer', (method) => {
  test('an order', async () => {
    const met = hang(method);
    const answer = await inTime(`/api/order/${method}`, await orderOf(person, { [serum]: 1 }));
    expect([answer.status, answer.body.code, met()]).toEqual([503, 'provider_silent', calls[method]]);
  });

  test('an order while an older one waits: that one is asked about first, and the rest of the time is shared', async () => {
    const older = await pending(person, method);
    const met = hang(method);
    const answer = await inTime(`/api/order/${method}`, await orderOf(person, { [serum]: 1 }));
    expect([answer.status, answer.body.code, met()]).toEqual([503, 'provider_silent', 2]);
    expect((await recordOf(shop, older)).status).toBe('Payment Pending');
  });

  test('coming back, and cancelling', async () => {
    shop.standIns[method].webhooks.manner = 'never';
    const orderId = await pending(person, method);
    const paymentId = await payAt(shop, method, orderId);
    const met = hang(method);
    const back =
      method === 'stripe'
        ? await inTime('/api/order/verifyStripe', { orderId, success: true })
        : await inTime('/api/order/verifyRazorpay', shop.standIns.razorpay.response(paymentId));
    expect([back.status, back.body.code, met()]).toEqual([409, 'payment_pending', calls[method]]);
    const cancelled = await inTime('/api/order/cancel', { orderId });
    expect([cancelled.status, met()]).toEqual([503, 2 * calls[method]]);
  });
});
