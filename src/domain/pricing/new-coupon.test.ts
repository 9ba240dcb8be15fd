import { describe, expect, test } from 'vitest';
import { endOfLastDay, parseNewCode } from './new-coupon.ts';

describe('a new code', () => {
  test.each([
    ['monsoon 15', 'MONSOON-15'],
    [' Monsoon – 15 ', 'MONSOON-15'],
    ['abc', 'ABC'],
    ['A'.repeat(20), 'A'.repeat(20)],
  ])('%j is %s', (typed, code) => expect(parseNewCode(typed)).toBe(code));
  test.each(['', 'AB', '---', 'A'.repeat(21), 'ÄPFEL', '10%', 'A_B_C'])('%j is invalid', (typed) =>
    expect(parseNewCode(typed)).toBeUndefined(),
  );
});

test('the last day ends at midnight in India', () =>
  expect(new Date(endOfLastDay('2026-11-30')).toISOString()).toBe('2026-11-30T18:30:00.000Z'));
