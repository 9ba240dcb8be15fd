import { describe, expect, test } from 'vitest';
import { pageKindOf } from './page-kind.ts';
import { percentile, stepOf } from './vitals.ts';

describe('steps', () => {
  test.each([
    ['LCP', 0, 50],
    ['LCP', 50, 50],
    ['LCP', 51, 100],
    ['LCP', 99_999, 10_000],
    ['CLS', 0, 0],
    ['CLS', 11, 20],
    ['CLS', 5000, 1000],
  ] as const)('%s %d is counted as %d', (name, value, step) => expect(stepOf(name, value)).toBe(step));
});

describe('the 75th percentile', () => {
  test('of an empty list', () => expect(percentile([])).toBeUndefined());
  test('of one value', () => expect(percentile([{ step: 800, count: 1 }])).toBe(800));
  test('three of four values are below it', () =>
    expect(
      percentile([
        { step: 4000, count: 1 },
        { step: 100, count: 3 },
      ]),
    ).toBe(100));
  test('two of three values are not enough', () =>
    expect(
      percentile([
        { step: 100, count: 2 },
        { step: 4000, count: 1 },
      ]),
    ).toBe(4000));
});

test.each([
  ['/', 'home'],
  ['/collection', 'collection'],
  ['/collection/2', 'collection'],
  ['/product/daily-veil-spf-50', 'product'],
  ['/cart', 'cart'],
  ['/checkout', 'checkout'],
  ['/place-order', 'checkout'],
  ['/journal/turmeric', 'reading'],
  ['/about', 'reading'],
  ['/policies/refund', 'reading'],
  ['/contact', 'other'],
  ['/cartoon', 'other'],
])('%s is %s', (path, kind) => expect(pageKindOf(path)).toBe(kind));
