import { describe, expect, test } from 'vitest';
import { readStartedPayment } from './started.ts';

const origin = 'https://harita.example';
const orderId = '0b6a8d8e-1c1c-4a53-8a44-2f0e5f3d5a11';

describe('by card', () => {
  const read = (session_url: string) => readStartedPayment({ orderId, session_url }, origin);
  test('opens the page of the session', () =>
    expect(read('https://checkout.stripe.com/c/pay/1')).toEqual({
      kind: 'card',
      orderId,
      page: new URL('https://checkout.stripe.com/c/pay/1'),
    }));
  test('an order that is already paid opens its own page', () =>
    expect(read(`${origin}/orders?placed=${orderId}`)).toEqual({ kind: 'placed', orderId }));
  test("the page of another order does not count as this one's", () =>
    expect(read(`${origin}/orders?placed=1`).kind).toBe('card'));
  test('other URLs are refused', () =>
    expect(read('https://evil.example/')).toEqual({ kind: 'url_refused', orderId }));
});

describe('in the payment window', () => {
  const start = (paid: boolean, script: string) => ({
    orderId,
    paid,
    order: { id: 'order_1', amount: 59_900, currency: 'INR', receipt: 'ORD-1' },
    widget: { script, key: 'rzp_test_1', prefill: { name: '', email: '', contact: '' } },
  });
  const own = '/dev/razorpay/checkout.js';
  test('returns the data for the window', () =>
    expect(readStartedPayment(start(false, own), origin)).toEqual({
      kind: 'widget',
      orderId,
      script: new URL(own, origin),
      start: start(false, own),
    }));
  test('is not opened for an order that is paid', () =>
    expect(readStartedPayment(start(true, own), origin)).toEqual({ kind: 'placed', orderId }));
  test('a foreign script is refused', () =>
    expect(readStartedPayment(start(false, 'https://evil.example/checkout.js'), origin).kind).toBe(
      'url_refused',
    ));
});
