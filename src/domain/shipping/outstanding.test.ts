/** Cash outstanding by courier and age. */
import { expect, test } from 'vitest';
import { oneDay } from '#lib/dates.ts';
import { cashAges, daysOfAge, outstandingCash, owedText, parseOwed } from './outstanding.ts';

/** 27 November 2026, 10:00 in India. */
const now = Date.UTC(2026, 10, 27, 4, 30);
const delivered = (days: number, courier: string | null = 'Delhivery') => ({
  courier,
  amount: 100,
  deliveredAt: now - days * oneDay,
});

test('an age is counted in days of India, and each day belongs to one age', () => {
  const days = [0, 7, 8, 14, 15, 30, 31, 400];
  const [one] = outstandingCash(
    days.map((day) => delivered(day)),
    now,
  );
  expect(one).toMatchObject({ courier: 'Delhivery', orders: 8, amount: 800 });
  expect(one?.ages.map(({ orders }) => orders)).toEqual([2, 2, 2, 2]);
  // Late in the evening before, eleven hours ago: another day.
  const evening = { ...delivered(0), deliveredAt: now - 7 * oneDay - 11 * 60 * 60 * 1000 };
  expect(outstandingCash([evening], now)[0]?.ages.map(({ orders }) => orders)).toEqual([0, 1, 0, 0]);
});

test('couriers are sorted by name, and orders without one have a row', () =>
  expect(
    outstandingCash([delivered(1, 'DTDC'), delivered(1, null), delivered(1, 'Blue Dart')], now).map(
      ({ courier }) => courier,
    ),
  ).toEqual(['', 'Blue Dart', 'DTDC']));

test('an age has the days of its deliveries', () =>
  expect(cashAges.map((age) => daysOfAge(age, now))).toEqual([
    { from: '2026-11-20', to: '2026-11-27' },
    { from: '2026-11-13', to: '2026-11-19' },
    { from: '2026-10-28', to: '2026-11-12' },
    { from: undefined, to: '2026-10-27' },
  ]));

test.each([
  [{}, '//'],
  [{ courier: '' }, '//-'],
  [{ courier: 'A/B', from: '2026-11-20', to: '2026-11-27' }, '2026-11-20/2026-11-27/A/B'],
])('the filter %o of the list of orders', (owed, text) => {
  expect(owedText(owed)).toBe(text);
  expect(parseOwed(text)).toEqual({ courier: undefined, from: undefined, to: undefined, ...owed });
});
