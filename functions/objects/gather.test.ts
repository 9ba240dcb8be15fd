import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gather } from './gather.ts';

/** What was done together, and a function that ends the oldest of it. */
function gathering(options: { atOnce?: number; mostWaiting?: number } = {}) {
  const done: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const gather = new Gather<number, number>({
    most: 3,
    mostWeight: 10,
    wait: 20,
    atOnce: 1,
    mostWaiting: 100,
    ...options,
    work: async (pieces) => {
      done.push(pieces);
      await new Promise<void>((end) => ends.push(end));
      return pieces.map((piece) => piece * 2);
    },
  });
  return { gather, done, end: () => ends.shift()?.() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first piece waits for others, and each gets its own result', async () => {
  const { gather, done, end } = gathering();
  const results = [gather.add(1, 1), gather.add(2, 1)];
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(done).toEqual([[1, 2]]);
  end();
  expect(await Promise.all(results)).toEqual([2, 4]);
});

test('as many as may be done together do not wait', () => {
  const { gather, done } = gathering();
  for (const piece of [1, 2, 3]) gather.add(piece, 1);
  expect(done).toEqual([[1, 2, 3]]);
});

test('pieces that arrive meanwhile are done next, in their order, and at once', async () => {
  const { gather, done, end } = gathering();
  for (const piece of [1, 2, 3, 4, 5]) gather.add(piece, 1);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual([[1, 2, 3]]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('what is too heavy together is done apart, and one alone may be heavier', async () => {
  const { gather, done, end } = gathering();
  for (const [piece, weight] of [
    [1, 12],
    [2, 6],
    [3, 6],
  ] as const)
    gather.add(piece, weight);
  end();
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([[1], [2], [3]]);
});

test('an error is that of all pieces that were done together, and of no other', async () => {
  let fails = true;
  const gather = new Gather<number, number>({
    most: 2,
    mostWeight: 10,
    wait: 20,
    atOnce: 1,
    mostWaiting: 100,
    work: async (pieces) => {
      if (fails) throw new Error('gone');
      return pieces;
    },
  });
  const failed = [gather.add(1, 1), gather.add(2, 1)];
  await expect(Promise.allSettled(failed)).resolves.toMatchObject([
    { reason: { message: 'gone' } },
    { reason: { message: 'gone' } },
  ]);
  fails = false;
  const next = gather.add(3, 1);
  await vi.advanceTimersByTimeAsync(20);
  expect(await next).toBe(3);
});

test('too many are not taken', () => {
  const { gather } = gathering({ mostWaiting: 2 });
  expect(
    [gather.add(1, 1), gather.add(2, 1), gather.add(3, 1)].map((result) => result !== undefined),
  ).toEqual([true, true, false]);
});
