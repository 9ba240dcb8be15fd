import { describe, expect, test } from 'vitest';
import { formatDay, formatDayTime } from './desk-dates.ts';

describe('dates at the desk', () => {
  test('day, short month, year, in India', () =>
    expect([formatDay('2026-11-22T18:30:00Z'), formatDay('2026-09-01T06:00:00Z')]).toEqual([
      '23 Nov 2026',
      '1 Sep 2026',
    ]));
  test('with the time of day', () =>
    expect(formatDayTime('2026-11-20T18:35:00Z')).toBe('21 Nov 2026, 12:05 am'));
});
