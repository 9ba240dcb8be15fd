/** The rows of a quote in the cart, the checkout, My Orders and emails. */
import { expect, test } from 'vitest';
import { quoteRows } from './sums.ts';

const quote = { subtotal: 119_800, discount: 0, delivery: 0, total: 119_800 };
const lines = (...of: Parameters<typeof quoteRows>) =>
  quoteRows(...of).map(({ label, value }) => `${label}: ${value}`);

test('without a discount there is no row for it', () =>
  expect(lines({ ...quote, code: null })).toEqual([
    'Subtotal: ₹1,198.00',
    'Delivery: Free',
    'Total: ₹1,198.00',
  ]));

test('a discount has its code, and delivery its price', () =>
  expect(
    lines(
      { subtotal: 49_900, discount: 4990, delivery: 4900, total: 49_810, code: 'SAMPLE15' },
      'Order total',
    ),
  ).toEqual([
    'Subtotal: ₹499.00',
    'Discount (SAMPLE15): −₹49.90',
    'Delivery: ₹49.00',
    'Order total: ₹498.10',
  ]));

test('the tax within the total stands below it, and says when it may differ by paise', () => {
  expect(lines({ ...quote, gst: { amount: 18_275, exact: true } }).at(-1)).toBe('Includes GST: ₹182.75');
  expect(lines({ ...quote, gst: { amount: 18_275, exact: false } }).at(-1)).toBe(
    'Includes GST, about: ₹182.75',
  );
});

test('a discount without a code rounds to whole rupees', () =>
  expect(lines({ ...quote, discount: 50, total: 119_750 })).toContain('Rounding: −₹0.50'));
