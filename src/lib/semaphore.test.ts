import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Semaphore, SemaphoreTimeout } from './semaphore.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const maxWait = 100;
const options = { limit: 2, maxWaiting: 3, maxHold: 1000 };

/** A semaphore, the names of the started work, and a way to end each piece of work by its name. */
function newQueue(changed: Partial<typeof options> = {}) {
  const semaphore = new Semaphore({ ...options, ...changed });
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const begin = (name: string): Promise<string> => {
    started.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return {
    started,
    /** Asks for a permit. Resolves with the result or the error. */
    run: (name: string, wait = maxWait) => semaphore.run(() => begin(name), wait).catch((error) => error),
    /** Ends a piece of work, with the error if one is given. */
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error);
      else ends.get(name)?.resolve(`${name} is done`);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('permits', () => {
  test('no more than the limit at the same time, first in, first out', async () => {
    const { started, run, end } = newQueue();
    const answers = ['a', 'b', 'c', 'd'].map((name) => run(name));
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(answers)).toEqual(['a is done', 'b is done', 'c is done', 'd is done']);
  });

  test('a newcomer does not overtake the queue', async () => {
    const { started, run, end } = newQueue({ limit: 1 });
    run('a');
    run('waits');
    const ending = end('a');
    run('newcomer');
    await ending;
    expect(started).toEqual(['a', 'waits']);
  });

  test('work that fails releases its permit', async () => {
    const { started, run, end } = newQueue({ limit: 1 });
    const failing = run('a');
    run('b');
    const error = new Error('went wrong');
    await end('a', error);
    expect([await failing, started]).toEqual([error, ['a', 'b']]);
  });
});

describe('a refusal', () => {
  test('comes at once when the queue is full, and the queue stays', async () => {
    const { started, run, end } = newQueue({ limit: 1, maxWaiting: 2 });
    run('a');
    run('b');
    run('c');
    expect(await run('too many')).toBeInstanceOf(SemaphoreTimeout);
    await end('a');
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('comes after the longest wait: nothing is started, and the place in the queue is free', async () => {
    const { started, run, end } = newQueue({ limit: 1, maxWaiting: 1 });
    run('a');
    const waiting = run('impatient');
    await vi.advanceTimersByTimeAsync(maxWait - 1);
    expect(await run('too many')).toBeInstanceOf(SemaphoreTimeout);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBeInstanceOf(SemaphoreTimeout);
    run('later');
    await end('a');
    expect(started).toEqual(['a', 'later']);
  });

  test('does not come after a permit was granted, even if the work has not noticed it yet', async () => {
    const { started, run, end } = newQueue({ limit: 1 });
    run('lost');
    await vi.advanceTimersByTimeAsync(options.maxHold - maxWait / 2);
    const waiting = run('b');
    vi.setSystemTime(Date.now() + maxWait / 2);
    // The newcomer's call grants the lost permit to b, and b's wait ends before b notices.
    run('newcomer', maxWait * 2);
    vi.advanceTimersByTime(maxWait);
    await end('lost');
    expect(started).toEqual(['lost', 'b']);
    await end('b');
    expect([await waiting, started]).toEqual(['b is done', ['lost', 'b', 'newcomer']]);
  });

  test('leaves no timer behind after a permit was granted', async () => {
    const { run, end } = newQueue({ limit: 1 });
    run('a');
    run('b');
    expect(vi.getTimerCount()).toBe(1);
    await end('a');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a permit that is never released', () => {
  test('expires after the longest time', async () => {
    const { started, run } = newQueue({ limit: 1 });
    run('lost');
    await vi.advanceTimersByTimeAsync(options.maxHold);
    run('next');
    expect(started).toEqual(['lost', 'next']);
  });

  test('and goes to the first in the queue', async () => {
    const { started, run } = newQueue({ limit: 2 });
    run('lost');
    await vi.advanceTimersByTimeAsync(options.maxHold - 50);
    run('runs');
    run('waits');
    await vi.advanceTimersByTimeAsync(50);
    run('newcomer');
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['lost', 'runs', 'waits']);
  });

  test('released after that, it frees no other permit', async () => {
    const { started, run, end } = newQueue({ limit: 1 });
    run('slow');
    await vi.advanceTimersByTimeAsync(options.maxHold);
    run('next');
    await end('slow');
    run('third');
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['slow', 'next']);
  });
});

describe('a pace', () => {
  const pace = { burst: 100, share: 0.25 };
  /** Runs pieces of work of 100 ms each. @returns ms from now at which each started */
  async function paced(count: number, maxWait = 10_000): Promise<number[]> {
    const semaphore = new Semaphore({ ...options, limit: 1, maxWaiting: 10, pace });
    const start = Date.now();
    const started: number[] = [];
    const work = async () => {
      started.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const all = Promise.all(Array.from({ length: count }, () => semaphore.run(work, maxWait)));
    await vi.advanceTimersByTimeAsync(5_000);
    await all;
    return started;
  }

  test('lets a burst through, and then takes only its share of the time', async () => {
    // 100 ms of work are paid off by 400 ms of time.
    expect((await paced(4)).map((ms) => Math.round(ms / 100))).toEqual([0, 1, 5, 9]);
  });

  test('does not delay work that comes after the debt is paid off', async () => {
    const semaphore = new Semaphore({ ...options, limit: 1, pace });
    const work = () => new Promise((resolve) => setTimeout(resolve, 100));
    void semaphore.run(work, maxWait);
    await vi.advanceTimersByTimeAsync(400);
    const started: number[] = [];
    void semaphore.run(async () => started.push(Date.now()), maxWait);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual([Date.now()]);
  });
});

test('isFull says that a call would be refused', async () => {
  const semaphore = new Semaphore({ ...options, limit: 1, maxWaiting: 1 });
  const work = Promise.withResolvers<void>();
  expect(semaphore.isFull).toBe(false);
  const first = semaphore.run(() => work.promise, maxWait);
  expect(semaphore.isFull).toBe(false);
  const second = semaphore.run(async () => {}, maxWait);
  expect(semaphore.isFull).toBe(true);
  work.resolve();
  await Promise.all([first, second]);
  expect(semaphore.isFull).toBe(false);
});
