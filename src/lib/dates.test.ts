/** Dates are shown and counted in Asia/Kolkata (docs/behaviour.md, "Dates and time"). */
import { describe, expect, test } from 'vitest';
import { endOfDay, formatDay, formatDayTime, formatPromise, formatTime, startOfDay } from './dates.ts';

describe('days', () => {
  test('day, short month, year', () => expect(formatDay('2026-11-21T06:00:00Z')).toBe('21 Nov 2026'));
  test('an evening in UTC is the next day in India', () =>
    expect(formatDay('2026-11-20T18:30:00Z')).toBe('21 Nov 2026'));
  test('a minute before Indian midnight', () =>
    expect(formatDay(Date.UTC(2026, 10, 20, 18, 29))).toBe('20 Nov 2026'));
});

describe('times of day', () => {
  test('in India', () => expect(formatTime('2026-11-21T09:01:00Z')).toBe('2:31 pm'));
  test('after midnight the hour is 12, not 0', () =>
    expect(formatTime('2026-11-20T18:35:00Z')).toBe('12:05 am'));
  test('with the day', () => expect(formatDayTime('2026-11-20T18:35:00Z')).toBe('21 Nov 2026, 12:05 am'));
});

test('days have one form, in India', () =>
  expect([formatDay('2026-11-22T18:30:00Z'), formatDay('2026-09-01T06:00:00Z')]).toEqual([
    '23 Nov 2026',
    '1 Sep 2026',
  ]));

describe('delivery promises', () => {
  test('a moment, and a day by its name', () =>
    expect([formatPromise(Date.UTC(2026, 10, 23, 19)), formatPromise('2026-11-24')]).toEqual([
      'Tue, 24 Nov',
      'Tue, 24 Nov',
    ]));
  test('September has three letters too', () =>
    expect(formatPromise('2026-09-01T06:00:00Z')).toBe('Tue, 1 Sep'));
});

describe('the end of a day', () => {
  const midnight = Date.UTC(2026, 10, 21, 18, 30);
  test.each([
    ['from its first moment', midnight - 24 * 60 * 60 * 1000],
    ['at noon', Date.UTC(2026, 10, 21, 6, 30)],
    ['to its last', midnight - 1],
  ])('is Indian midnight, %s', (_, at) => expect(endOfDay(at)).toBe(midnight));
  test('midnight belongs to the next day', () =>
    expect(endOfDay(midnight)).toBe(midnight + 24 * 60 * 60 * 1000));
});

describe('the beginning of a day', () => {
  test('is Indian midnight', () => expect(startOfDay('2026-11-22')).toBe(Date.UTC(2026, 10, 21, 18, 30)));
  test.each(['2026-02-30', '2026-13-01', '2026-1-1', '22/11/2026', 'today', ''])('%j is not a day', (name) =>
    expect(startOfDay(name)).toBeUndefined(),
  );
});
