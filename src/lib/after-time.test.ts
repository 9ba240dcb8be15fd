import { afterEach, expect, test, vi } from 'vitest';
import { afterTime } from './after-time.ts';

afterEach(() => void vi.useRealTimers());

const minute = 60_000;
/** @returns how often it is called back within so long. @param from now on */
function callsWithin(ms: number, from: number): number {
  vi.useFakeTimers();
  const callback = vi.fn();
  afterTime(Date.now() + from, callback);
  vi.advanceTimersByTime(ms);
  return callback.mock.calls.length;
}

test.each([1, minute, 24 * 60 * minute, 90 * 24 * 60 * minute])('in %i ms: called once, after it', (from) => {
  expect(callsWithin(from, from)).toBe(0);
  expect(callsWithin(2 * from + minute, from)).toBe(1);
});

test('a time that is over is not called back', () => {
  expect(callsWithin(minute, 0)).toBe(0);
  expect(callsWithin(minute, -minute)).toBe(0);
});

test('where the calls are spread less, it is called back sooner', () => {
  vi.useFakeTimers();
  const callback = vi.fn();
  afterTime(Date.now() + minute, callback, 5_000);
  vi.advanceTimersByTime(minute + 5_000);
  expect(callback).toHaveBeenCalledTimes(1);
});

test('what is stopped is not called back', () => {
  vi.useFakeTimers();
  const callback = vi.fn();
  afterTime(Date.now() + minute, callback)();
  vi.advanceTimersByTime(2 * minute);
  expect(callback).not.toHaveBeenCalled();
});
