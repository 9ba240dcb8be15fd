import { expect, test } from 'vitest';
import { clock, factorIsOptional, moveClock } from './env.ts';

const hour = 3_600_000;
/** How far the clock is moved, in whole hours. */
const hoursMoved = (env: { CLOCK_OFFSET_MS?: string }) => Math.round((clock(env) - Date.now()) / hour);

test('the clock is moved by its setting, and by a request only with that setting', () => {
  const production = {};
  const testing = { CLOCK_OFFSET_MS: String(hour) };
  moveClock(production, String(9 * hour));
  expect([hoursMoved(production), hoursMoved(testing)]).toEqual([0, 1]);
  moveClock(testing, undefined);
  expect(hoursMoved(testing)).toBe(1);
  moveClock(testing, String(5 * hour));
  expect(hoursMoved(testing)).toBe(5);
});

test('operators need a second factor unless it is optional; an unknown setting is an error', () => {
  const settings = [undefined, 'required', 'optional'];
  expect(settings.map((one) => factorIsOptional({ OPERATOR_SECOND_FACTOR: one }))).toEqual([
    false,
    false,
    true,
  ]);
  for (const wrong of ['off', '', 'Optional'])
    expect(() => factorIsOptional({ OPERATOR_SECOND_FACTOR: wrong })).toThrow(
      'OPERATOR_SECOND_FACTOR is set to',
    );
});
