import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const most = 32;

/**
 * Lets many callers write to a server that carries out one call after the other.
 * @param distance ms there and back @param work of one call at the server, ms
 * @returns the limit after 500 calls, and the highest one
 */
function simulate(distance: number, work: (call: number) => number) {
  const limit = new ConcurrencyLimit({ least: 2, most });
  const running: number[] = [];
  let [now, free, highest] = [1_000_000, 0, 0];
  for (let call = 0; call < 500; call++) {
    while (running.length < limit.limit) {
      const took = work(call + running.length);
      free = Math.max(free, now + distance / 2) + took;
      running.push(now, free + distance / 2);
      if (running.length / 2 >= limit.limit) break;
    }
    const next = running.filter((_, n) => n % 2).reduce((first, end) => Math.min(first, end));
    const at = running.indexOf(next, 0) - 1;
    const [began = 0, ended = 0] = running.splice(at, 2);
    now = Math.max(now, ended);
    limit.answered(ended - began, true, now);
    highest = Math.max(highest, limit.limit);
  }
  return { limit: limit.limit, highest };
}

test.each([
  [0, 2, 3],
  [20, 3, 8],
  [50, 5, 20],
  [200, 10, 32],
])('a server %i ms away gets between %i and %i calls at once', (distance, least, top) => {
  const { limit, highest } = simulate(distance, () => 8);
  expect(limit).toBeGreaterThanOrEqual(least);
  expect(limit).toBeLessThanOrEqual(top);
  expect(highest).toBeLessThanOrEqual(most);
});

test('calls of different lengths at a near server leave it with a few', () => {
  expect(simulate(0, (call) => (call % 3 ? 8 : 2)).highest).toBeLessThanOrEqual(4);
});

test('it rises only while calls wait, and falls when the server refuses or becomes slow', () => {
  const limit = new ConcurrencyLimit({ least: 2, most });
  for (let call = 0; call < 20; call++) limit.answered(50, false, 1000 + call);
  expect(limit.limit).toBe(2);
  for (let call = 0; call < 20; call++) limit.answered(50, true, 2000 + call);
  expect(limit.limit).toBe(22);
  limit.refused();
  expect(limit.limit).toBe(11);
  for (let call = 0; call < 500; call++) limit.answered(500, true, 3000 + call);
  expect(limit.limit).toBe(2);
});

test('a way that has become longer is not taken for a queue for ever', () => {
  const limit = new ConcurrencyLimit({ least: 2, most });
  limit.answered(10, true, 0);
  for (let call = 0; call < 200; call++) limit.answered(60, true, 40_000 + call * 1_000);
  expect(limit.limit).toBeGreaterThan(10);
});

test('of several callers that share a server each gets less when it refuses, and more when it answers again', () => {
  const capacity = 128;
  const isolates = Array.from({ length: 12 }, () => new ConcurrencyLimit({ least: 2, most: 48, first: 48 }));
  const running = () => isolates.reduce((sum, { limit }) => sum + limit, 0);
  const refusedIn: number[] = [];
  for (let round = 0; round < 200; round++) {
    const full = running() > capacity;
    if (full) refusedIn.push(round);
    // Of a server that is full, those who come last are refused.
    for (const [n, one] of isolates.entries())
      if (full && (n + round) % 2) one.refused();
      else for (let call = 0; call < one.limit; call++) one.passed(true);
  }
  // It recovers within a few calls each time, and is used for the most part.
  expect(refusedIn.length).toBeLessThan(80);
  expect(running()).toBeGreaterThan(capacity / 4);
});

test('never more than it is told', () => {
  const limit = new ConcurrencyLimit({ least: 2, most: 16, first: 16 });
  limit.most = 5;
  for (let call = 0; call < 100; call++) limit.passed(true);
  expect(limit.limit).toBe(5);
  limit.most = 1;
  expect(limit.limit).toBe(2);
});
