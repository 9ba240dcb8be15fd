/** The calculations of the bench. */
import { describe, expect, test } from 'vitest';
import { formatNumber, growthExponent, isAtMostLinear, medianBy, percentile, verdict } from './numbers.ts';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

test('percentiles of any order', () => {
  expect(percentile(hundred, 0.5)).toBe(51);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([], 0.5)).toBe(0);
});

test('the median element by one of its figures', () => {
  const rounds = [{ rate: 9 }, { rate: 100 }, { rate: 10 }];
  expect(medianBy(rounds, ({ rate }) => rate)).toBe(rounds[2]);
  expect(rounds.map(({ rate }) => rate)).toEqual([9, 100, 10]);
  expect(medianBy([], Number)).toBeUndefined();
});

test('numbers with fewer decimals the larger they are', () =>
  expect([0.1234, 1.26, 12.6, 1234.5].map(formatNumber)).toEqual(['0.12', '1.3', '13', '1,235']));

describe('growth', () => {
  test('is 0 for constant, 1 for linear and 2 for quadratic growth', () => {
    expect(growthExponent([1000, 5], [10_000, 5])).toBeCloseTo(0);
    expect(growthExponent([1000, 5], [10_000, 50])).toBeCloseTo(1);
    expect(growthExponent([1000, 5], [10_000, 500])).toBeCloseTo(2);
  });
  test('linear growth is accepted, quadratic growth is not', () => {
    expect([0, 1, 1.1].every(isAtMostLinear)).toBe(true);
    expect(isAtMostLinear(1.2)).toBe(false);
  });
});

test('a missed target is in bold', () => {
  expect(verdict(true)).toBe('met');
  expect(verdict(false)).toBe('**not met**');
});
