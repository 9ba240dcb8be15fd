import { expect, test } from 'vitest';
import { orderPaymentMethods } from '#domain/payments/payment-methods.ts';
import { discountKind, discountName, invoicedDiscountKind } from './discount-name.ts';

const nameOf = (order: Partial<Parameters<typeof discountKind>[0]>) =>
  discountName(discountKind({ discount: 3000, ...order }), order.code);

test('a discount has the name of its code, for every payment method', () => {
  for (const paymentMethod of orderPaymentMethods)
    expect(nameOf({ code: 'SAMPLE15', paymentMethod })).toBe('Discount (SAMPLE15)');
});

test('without a code it is that of the exchanged order, of paying online, or the rest of a rupee', () => {
  expect(nameOf({ code: null, paymentMethod: 'exchange' })).toBe('Discount of the exchanged order');
  for (const paymentMethod of ['stripe', 'razorpay'] as const) {
    expect(nameOf({ code: null, paymentMethod })).toBe('Discount (paid online)');
    // A cash order that was paid online before it was confirmed.
    expect(nameOf({ code: null, paymentMethod, discount: 99 })).toBe('Rounding');
  }
  for (const paymentMethod of ['cod', 'transfer', undefined] as const)
    expect(nameOf({ code: null, paymentMethod, discount: 99 })).toBe('Rounding');
});

test('an older invoice, which does not say it, is judged by the amount', () => {
  const kindOf = (discount: number, more: object = {}) =>
    invoicedDiscountKind({ couponCode: null, discount, ...more });
  expect(kindOf(4456)).toBe('exchange');
  expect(kindOf(99)).toBe('rounding');
  expect(kindOf(4456, { couponCode: 'SAMPLE15' })).toBe('code');
  expect(kindOf(120, { discountKind: 'rounding' })).toBe('rounding');
  expect(kindOf(40, { discountKind: 'exchange' })).toBe('exchange');
});
