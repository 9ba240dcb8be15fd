import { expect, test } from 'vitest';
import { readStatusTime } from './status-time.ts';

test.each([
  ['2026-11-27 14:05:09', '2026-11-27 14:05:09'],
  ['2026-11-27T14:05', '2026-11-27 14:05:00'],
  ['27/11/2026', '2026-11-27'],
  ['27-11-26 2:05 PM', '2026-11-27 14:05:00'],
  ['7.1.2026 12:00 am', '2026-01-07 00:00:00'],
  ['27-Nov-2026, 09:30', '2026-11-27 09:30:00'],
  ['27 November 2026', '2026-11-27'],
  ['', ''],
  ['N.A.', ''],
  ['11/27/2026', undefined],
  ['31/11/2026', undefined],
  ['46353', undefined],
  ['14:05', undefined],
  ['27/11/2026 soon 5', undefined],
])('%j is %j', (text, time) => expect(readStatusTime(text)).toBe(time));
