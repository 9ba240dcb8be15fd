import { describe, expect, test } from 'vitest';
import { counted, daysOf, fileName } from './exports.ts';

describe('days of a period', () => {
  test.each([
    ['month', '2026-11-21', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-11-21', '2026-10-01', '2026-10-31'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['lastMonth', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['quarter', '2026-11-21', '2026-10-01', '2026-11-21'],
    ['quarter', '2027-03-31', '2027-01-01', '2027-03-31'],
    ['lastQuarter', '2026-11-21', '2026-07-01', '2026-09-30'],
    ['lastQuarter', '2027-01-05', '2026-10-01', '2026-12-31'],
    ['lastQuarter', '2026-04-01', '2026-01-01', '2026-03-31'],
    ['year', '2026-11-21', '2026-04-01', '2026-11-21'],
    ['year', '2026-04-01', '2026-04-01', '2026-04-01'],
    ['year', '2026-03-31', '2025-04-01', '2026-03-31'],
    ['lastYear', '2026-11-21', '2025-04-01', '2026-03-31'],
    ['lastYear', '2026-03-31', '2024-04-01', '2025-03-31'],
    ['all', '2026-11-21', '2020-01-01', '2026-11-21'],
  ] as const)('%s on %s: %s to %s', (period, today, from, to) =>
    expect(daysOf(period, today)).toEqual({ from, to }),
  );
});

test('the file name names the export and its days', () => {
  const days = { from: '2026-11-01', to: '2026-11-21' };
  expect(fileName('lines', days)).toBe('lines-2026-11-01-to-2026-11-21.csv');
  expect(fileName('gst', days)).toBe('gst-2026-11-01-to-2026-11-21.ndjson');
  expect(fileName('stock', days)).toBe('stock-2026-11-21.csv');
});

test('counts are formatted the Indian way', () => {
  expect(counted('orders', 1)).toBe('1 order');
  expect(counted('lines', 131_400)).toBe('1,31,400 orders');
  expect(counted('stock', 1)).toBe('1 product');
});
