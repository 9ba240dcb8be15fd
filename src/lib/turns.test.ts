import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NoTurn, Turns } from './turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const patience = 100;
const rules = { atOnce: 2, mostWaiting: 3, longest: 1000 };

/** A queue, what has begun in it, and a way to end each piece of work by its name. */
function newQueue(changed: Partial<typeof rules> = {}) {
  const turns = new Turns({ ...rules, ...changed });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const begin = (name: string): Promise<string> => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return {
    begun,
    /** Wants a turn; what comes of it, an error included. */
    take: (name: string, wait = patience) => turns.take(() => begin(name), wait).catch((error) => error),
    /** Ends a piece of work, well or, given an error, badly. */
    async end(name: string, error?: Error) {
      if (error) ends.get(name)?.reject(error);
      else ends.get(name)?.resolve(`${name} is done`);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('taking turns', () => {
  test('so many at once and no more; who waits comes first, and gets the answer', async () => {
    const { begun, take, end } = newQueue();
    const answers = ['a', 'b', 'c', 'd'].map((name) => take(name));
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await Promise.all(answers)).toEqual(['a is done', 'b is done', 'c is done', 'd is done']);
  });

  test('a newcomer does not slip in before those who wait', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1 });
    take('a');
    take('waits');
    const ending = end('a');
    take('newcomer');
    await ending;
    expect(begun).toEqual(['a', 'waits']);
  });

  test('work that fails gives its turn back', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1 });
    const failing = take('a');
    take('b');
    const error = new Error('went wrong');
    await end('a', error);
    expect([await failing, begun]).toEqual([error, ['a', 'b']]);
  });
});

describe('no turn', () => {
  test('when too many wait already: at once, and those keep their places', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1, mostWaiting: 2 });
    take('a');
    take('b');
    take('c');
    expect(await take('too many')).toBeInstanceOf(NoTurn);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('when the wait is longer than one’s patience: nothing is begun, and one’s place is free', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1, mostWaiting: 1 });
    take('a');
    const waiting = take('impatient');
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(await take('too many')).toBeInstanceOf(NoTurn);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBeInstanceOf(NoTurn);
    take('later');
    await end('a');
    expect(begun).toEqual(['a', 'later']);
  });

  test('is not said any more to those whose turn has come, however late they hear of it', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1 });
    take('lost');
    await vi.advanceTimersByTimeAsync(rules.longest - patience / 2);
    const waiting = take('b');
    vi.setSystemTime(Date.now() + patience / 2);
    // The newcomer's look at the places gives the lost one to b, and b's patience ends before b knows.
    take('newcomer', patience * 2);
    vi.advanceTimersByTime(patience);
    await end('lost');
    expect(begun).toEqual(['lost', 'b']);
    await end('b');
    expect([await waiting, begun]).toEqual(['b is done', ['lost', 'b', 'newcomer']]);
  });

  test('leaves no timer behind, whoever’s turn has come', async () => {
    const { take, end } = newQueue({ atOnce: 1 });
    take('a');
    take('b');
    expect(vi.getTimerCount()).toBe(1);
    await end('a');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a turn that is never given back', () => {
  test('is over after the longest time, for whoever comes then', async () => {
    const { begun, take } = newQueue({ atOnce: 1 });
    take('lost');
    await vi.advanceTimersByTimeAsync(rules.longest);
    take('next');
    expect(begun).toEqual(['lost', 'next']);
  });

  test('and goes to who has waited for longest', async () => {
    const { begun, take } = newQueue({ atOnce: 2 });
    take('lost');
    await vi.advanceTimersByTimeAsync(rules.longest - 50);
    take('runs');
    take('waits');
    await vi.advanceTimersByTimeAsync(50);
    take('newcomer');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['lost', 'runs', 'waits']);
  });

  test('given back after that, it takes nobody else’s place', async () => {
    const { begun, take, end } = newQueue({ atOnce: 1 });
    take('slow');
    await vi.advanceTimersByTimeAsync(rules.longest);
    take('next');
    await end('slow');
    take('third');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['slow', 'next']);
  });
});

describe('a pace', () => {
  const pace = { burst: 100, share: 0.25 };
  /** Work of 100 ms each. @returns ms, from now, at which each began */
  async function paced(count: number, patience = 10_000): Promise<number[]> {
    const turns = new Turns({ ...rules, atOnce: 1, mostWaiting: 10, pace });
    const start = Date.now();
    const begun: number[] = [];
    const work = async () => {
      begun.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const all = Promise.all(Array.from({ length: count }, () => turns.take(work, patience)));
    await vi.advanceTimersByTimeAsync(5_000);
    await all;
    return begun;
  }

  test('lets a burst through, and then leaves the rest of the time to others', async () => {
    // 100 ms of work are paid off by 400 ms of time.
    expect((await paced(4)).map((ms) => Math.round(ms / 100))).toEqual([0, 1, 5, 9]);
  });

  test('holds nobody up who comes when the work is paid off', async () => {
    const turns = new Turns({ ...rules, atOnce: 1, pace });
    const work = () => new Promise((resolve) => setTimeout(resolve, 100));
    void turns.take(work, patience);
    await vi.advanceTimersByTimeAsync(400);
    const begun: number[] = [];
    void turns.take(async () => begun.push(Date.now()), patience);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([Date.now()]);
  });
});

test('a queue says that it is full, so that nothing need be begun for who comes then', async () => {
  const turns = new Turns({ ...rules, atOnce: 1, mostWaiting: 1 });
  const work = Promise.withResolvers<void>();
  expect(turns.isFull).toBe(false);
  const first = turns.take(() => work.promise, patience);
  expect(turns.isFull).toBe(false);
  const second = turns.take(async () => {}, patience);
  expect(turns.isFull).toBe(true);
  work.resolve();
  await Promise.all([first, second]);
  expect(turns.isFull).toBe(false);
});
