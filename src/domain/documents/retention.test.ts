import { financialYear } from 'gst/financial-year';
import { expect, test } from 'vitest';
import { dayOf } from '#lib/dates.ts';
import { keepUntil, keptSince } from './retention.ts';

/** @param time in India, ISO 8601 */
const at = (time: string): number => Date.parse(`${time}+05:30`);

test('the financial year turns at midnight in India on 1 April', () => {
  const yearOf = (time: number) => financialYear(dayOf(time));
  expect(yearOf(at('2027-03-31T23:59:59.999'))).toBe('26-27');
  expect(yearOf(at('2027-04-01T00:00:00.000'))).toBe('27-28');
  expect(yearOf(Date.UTC(2027, 2, 31, 18, 30))).toBe('27-28');
});

test('documents are kept for months from the end of their year', () => {
  expect(keepUntil(at('2026-11-25T10:00:00'), 72)).toBe(at('2033-04-01T00:00:00'));
  expect(keepUntil(at('2027-03-31T23:00:00'), 72)).toBe(at('2033-04-01T00:00:00'));
  expect(keepUntil(at('2027-04-01T00:00:00'), 81)).toBe(at('2035-01-01T00:00:00'));
});

test('what may be deleted is what is kept until now, in every month and for every period', () => {
  for (let month = 0; month < 200; month++) {
    const [happened, now] = [
      at('2026-11-25T10:00:00'),
      at('2026-01-01T00:00:00') + month * 30.4 * 86_400_000,
    ];
    for (const months of [72, 75, 81, 96, 100])
      expect([month, months, happened < keptSince(now, months)]).toEqual([
        month,
        months,
        keepUntil(happened, months) <= now,
      ]);
  }
});
