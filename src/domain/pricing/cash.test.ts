import { expect, test } from 'vitest';
import { payableInCash } from './cash.ts';

const sums = (subtotal: number, discount: number, delivery = 0) =>
  payableInCash({ subtotal, discount, delivery, total: subtotal - discount + delivery });

test.each([
  ['a whole total stays', sums(59_900, 0), { discount: 0, total: 59_900 }],
  ['a discount is rounded down', sums(59_900, 5990), { discount: 5900, total: 54_000 }],
  ['a price with paise loses them', sums(59_950, 0), { discount: 50, total: 59_900 }],
  ['a fee with paise too', sums(30_000, 0, 4950), { discount: 50, delivery: 4950, total: 34_900 }],
  ['a discount that is too small to fall rises', sums(59_910, 5), { discount: 10, total: 59_900 }],
  ['goods below a rupee leave the rest to the delivery', sums(20, 0, 130), { discount: 20, delivery: 100 }],
])('%s', (_, found, expected) => expect(found).toMatchObject(expected));

test('every total is whole, the sums add up, and no discount exceeds the goods', () => {
  for (let n = 0; n < 2_000; n++) {
    const subtotal = 100 + ((n * 7919) % 200_003);
    const discount = (n * 104_729) % (subtotal + 1);
    const delivery = n % 3 ? 0 : (n * 31) % 9973;
    const { total, ...found } = sums(subtotal, discount, delivery);
    expect(total % 100).toBe(0);
    expect(total).toBe(subtotal - found.discount + found.delivery);
    expect(Math.abs(total - (subtotal - discount + delivery))).toBeLessThan(100);
    expect(found.discount).toBeGreaterThanOrEqual(0);
    expect(found.discount).toBeLessThanOrEqual(subtotal);
    expect(found.delivery).toBeGreaterThanOrEqual(0);
  }
});
