import { describe, expect, test } from 'vitest';
import { discountPercent, formatPrice, toPaise, toRupees } from './money.ts';

describe('rupees to paise', () => {
  test.each([
    [599, 59900],
    [0.1, 10],
    [1234.56, 123456],
    [19.99, 1999],
    [1.1, 110],
    [0, 0],
  ])('%d', (rupees, paise) => expect(toPaise(rupees)).toBe(paise));
  test.each([0.001, 599.005, Number.NaN, Number.POSITIVE_INFINITY, 1e18])('%d is not an amount', (value) =>
    expect(toPaise(value)).toBeUndefined(),
  );
  test('converting back returns the same amount', () => {
    for (let paise = 0; paise < 200_000; paise += 7) expect(toPaise(toRupees(paise))).toBe(paise);
  });
});

describe('shown in Indian format with two decimals', () => {
  test.each([
    [59900, '₹599.00'],
    [149900, '₹1,499.00'],
    [12345678, '₹1,23,456.78'],
    [5, '₹0.05'],
  ])('%d', (paise, text) => expect(formatPrice(paise)).toBe(text));
});

describe('discount is the floor of the percentage', () => {
  test.each([
    [59900, 74900, 20],
    [99, 100, 1],
    [995, 1000, 0],
    [100, 100, 0],
    [100, 90, 0],
    [1, 0, 0],
    [66700, 100000, 33],
  ])('%d of %d', (price, mrp, percent) => expect(discountPercent(price, mrp)).toBe(percent));
});
