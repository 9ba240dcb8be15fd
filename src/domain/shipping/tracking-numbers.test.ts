/** Tracking numbers of many orders (docs/desk.md, "Papers and shipping"). */
import { describe, expect, test } from 'vitest';
import { cleanNumber, numberProblems, pastedNumbers } from './tracking-numbers.ts';

test('a number is cleaned of white space and small letters', () =>
  expect(cleanNumber(' em 123 456\u00a0789 in\t')).toBe('EM123456789IN'));

test.each([
  ['1\n2\n3', ['1', '2', '3']],
  ['1\r\n2\r\n', ['1', '2']],
  ['1\r2', ['1', '2']],
  ['1\n\n3\n\n', ['1', '', '3']],
  ['\n2', ['', '2']],
  ['1\tBengaluru\n2\tPune', ['1', '2']],
  ['', ['']],
])('a pasted column %j', (text, numbers) => expect(pastedNumbers(text)).toEqual(numbers));

describe('problems', () => {
  const courier = { name: 'Delhivery', pattern: '\\d{9,18}', numbers: '9 to 18 digits' };
  const rows = (...numbers: string[]) =>
    numbers.map((number, n) => ({ id: `${n}`, reference: `ORD-00000${n}`, number }));
  const problems = (numbers: string[], used: [string, string][] = [], by: typeof courier | null = courier) =>
    Object.fromEntries(numberProblems(rows(...numbers), by ?? undefined, new Map(used)));

  test('a number of another format cannot be sent', () =>
    expect(problems(['123456789', 'AB1', ''])).toEqual({
      1: { kind: 'format', message: 'Numbers of Delhivery have 9 to 18 digits.' },
    }));

  test('of a courier that is not in the list every number can be sent', () => {
    expect(problems(['AB1'], [], null)).toEqual({});
    expect(problems(['1'.repeat(61)], [], null)).toMatchObject({ 0: { kind: 'format' } });
  });

  test('a number that a spreadsheet has shortened cannot be sent, of no courier', () =>
    expect(problems(['7.01234E+13'], [], null)).toEqual({
      0: {
        kind: 'format',
        message:
          'A spreadsheet has shortened the number 7.01234E+13. Please format its column as text, and enter it again.',
      },
    }));

  test('a number that stands twice, or that another order has, needs a confirmation', () =>
    expect(problems(['123456789', '123456789', '999999999', '', ''], [['999999999', 'ORD-777777']])).toEqual({
      0: { kind: 'again', message: 'ORD-000001 has this number too.' },
      1: { kind: 'again', message: 'ORD-000000 has this number too.' },
      2: { kind: 'again', message: 'ORD-777777 has this number too.' },
    }));
});
