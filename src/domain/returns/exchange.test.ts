import { describe, expect, test } from 'vitest';
import {
  exchangeChoices,
  exchangedLine,
  exchangeProblem,
  replacementOf,
  type SoldVariant,
} from './exchange.ts';

const now = Date.UTC(2026, 10, 1);
const sale = { name: 'Festive', from: now - 1, until: now + 1, percent: 20 };
const variant = (more: Partial<SoldVariant>): SoldVariant => ({
  _id: 'oil--50-ml',
  label: '50 ml',
  price: 50_000,
  sales: [],
  stock: 3,
  ...more,
});
const line = { productId: 'oil--100-ml', price: 90_000, listed: { price: 90_000, sales: [] } };

describe('choices', () => {
  test('are the other variants, by the difference of today’s prices', () => {
    const variants = [
      variant({}),
      variant({ _id: 'oil--100-ml', label: '100 ml', price: 90_000 }),
      variant({ _id: 'oil--200-ml', label: '200 ml', price: 150_000, stock: 0 }),
    ];
    expect(exchangeChoices(line, variants, now)).toEqual([
      { _id: 'oil--50-ml', label: '50 ml', stock: 3, difference: -40_000 },
      { _id: 'oil--200-ml', label: '200 ml', stock: 0, difference: 60_000 },
    ]);
  });

  test('of which all are in a sale neither cost nor bring anything', () => {
    const listed = { price: 90_000, sales: [sale] };
    const [one] = exchangeChoices({ ...line, listed }, [variant({ price: 90_000, sales: [sale] })], now);
    expect(one?.difference).toBe(0);
  });

  test('are compared with the order where the returned one is no longer sold', () => {
    const [one] = exchangeChoices({ ...line, listed: null }, [variant({ price: 80_000 })], now);
    expect(one?.difference).toBe(-10_000);
  });

  test('leave out what would cost nothing', () => {
    expect(exchangeChoices({ ...line, price: 40_000 }, [variant({})], now)).toEqual([]);
  });
});

test('the same item replaces it at no difference, also after a change of its price; what is no longer sold does not', () => {
  const dearer = variant({ _id: 'oil--100-ml', price: 120_000, stock: 4 });
  expect(replacementOf(line, [variant({}), dearer])).toEqual({
    _id: 'oil--100-ml',
    label: 'the same product',
    stock: 4,
    difference: 0,
  });
  expect(replacementOf(line, [variant({})])).toBeUndefined();
});

test('a choice has to be sold, in stock and not dearer', () => {
  const choice = { _id: 'a', label: 'A', stock: 2, difference: 0 };
  expect(exchangeProblem(choice, 2)).toBeUndefined();
  expect(exchangeProblem(choice, 3)).toBe('sold_out');
  expect(exchangeProblem({ ...choice, difference: 1 }, 1)).toBe('costs_more');
  expect(exchangeProblem({ ...choice, difference: -1 }, 1)).toBeUndefined();
  expect(exchangeProblem(undefined, 1)).toBe('not_sold');
});

describe('the new line', () => {
  test('of the same price costs exactly what the returned pieces are worth', () => {
    expect(exchangedLine({ price: 50_000, quantity: 2, value: 89_999 }, 0)).toEqual({
      price: 50_000,
      quantity: 2,
      discount: 10_001,
      total: 89_999,
    });
  });

  test('of a lower price takes the discount along', () => {
    expect(exchangedLine({ price: 90_000, quantity: 1, value: 81_000 }, -40_000)).toEqual({
      price: 50_000,
      quantity: 1,
      discount: 5_000,
      total: 45_000,
    });
  });

  test('never costs more than the returned pieces are worth, nor has a negative discount', () => {
    const prices = [1, 2, 3, 99, 100, 101, 29_900, 49_950, 1_000_000];
    for (const price of prices)
      for (const other of prices.filter((one) => one <= price))
        for (const quantity of [1, 2, 3, 7, 100])
          for (const percent of [0, 1, 33, 50, 90, 99, 100]) {
            const value = Math.floor((price * quantity * percent) / 100);
            const made = exchangedLine({ price, quantity, value }, other - price);
            expect(made.total).toBeLessThanOrEqual(value);
            expect(made.total).toBeGreaterThanOrEqual(0);
            expect(made.discount).toBeGreaterThanOrEqual(0);
            expect(made.price * quantity - made.discount).toBe(made.total);
          }
  });
});
