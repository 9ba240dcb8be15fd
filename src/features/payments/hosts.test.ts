/** Payments open only allowed hosts (docs/behaviour.md, "Stripe", "Razorpay"). */
import { describe, expect, test } from 'vitest';
import { cardPage, widgetScript } from './hosts.ts';

const origin = 'https://harita.example';

describe('a payment page', () => {
  test.each([
    ['https://checkout.stripe.com/c/pay/cs_test_1#x', 'https://checkout.stripe.com/c/pay/cs_test_1#x'],
    ['https://harita.example/dev/stripe/c/pay/1', 'https://harita.example/dev/stripe/c/pay/1'],
    ['/orders?placed=1', 'https://harita.example/orders?placed=1'],
  ])('%s', (address, href) => expect(cardPage(address, origin)?.href).toBe(href));
  test.each([
    'https://evil.example/c/pay/1',
    'https://checkout.stripe.com.evil.example/c/pay/1',
    'https://checkout.stripe.com@evil.example/',
    'http://checkout.stripe.com/c/pay/1',
    'https://checkout.stripe.com:8443/',
    'https://stripe.com/',
    'http://harita.example/',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('refuses %s', (address) => expect(cardPage(address, origin)).toBeUndefined());
});

describe('the script of the payment window', () => {
  test.each([
    'https://checkout.razorpay.com/v1/checkout.js',
    'https://harita.example/dev/razorpay/checkout.js',
  ])('%s', (address) => expect(widgetScript(address, origin)?.href).toBe(address));
  test('may be of our own origin, by its path', () =>
    expect(widgetScript('/dev/razorpay/checkout.js', origin)?.origin).toBe(origin));
  test.each([
    'https://checkout.stripe.com/checkout.js',
    'https://api.razorpay.com/v1/checkout.js',
    'https://checkout.razorpay.com.evil.example/checkout.js',
    'http://checkout.razorpay.com/v1/checkout.js',
    'blob:https://evil.example/1',
  ])('refuses %s', (address) => expect(widgetScript(address, origin)).toBeUndefined());
});
