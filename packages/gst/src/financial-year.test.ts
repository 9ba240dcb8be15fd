import { expect, test } from 'vitest';
import { financialYear } from './financial-year.ts';

test.each([
  ['2027-03-31', '26-27'],
  ['2027-04-01', '27-28'],
  ['2099-12-31', '99-00'],
])('%s is in the financial year %s', (day, year) => expect(financialYear(day)).toBe(year));
