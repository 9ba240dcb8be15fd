import { expect, test } from 'vitest';
import { clock, moveClock } from './env.ts';

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
