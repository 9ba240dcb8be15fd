import { expect, test, vi } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Work that ends when the test says so. */
function slowWork() {
  const runs: PromiseWithResolvers<string>[] = [];
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<string>();
      runs.push(run);
      return run.promise;
    },
  };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('all who come while the work is on its way share one further run, which began after they came', async () => {
  const shared = new SharedWork<string>();
  const { work, runs } = slowWork();
  const first = shared.run(work);
  const others = Array.from({ length: 500 }, () => shared.run(work));
  expect(runs).toHaveLength(1);
  runs[0]?.resolve('before');
  expect(await first).toBe('before');
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('after');
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']));
  expect(runs).toHaveLength(2);
});

test('an earlier run is enough for those whom its result fits', async () => {
  const shared = new SharedWork<string>();
  const { work, runs } = slowWork();
  const first = shared.run(work);
  const second = shared.run(work, (value) => value === 'version 5');
  runs[0]?.resolve('version 5');
  expect(await Promise.all([first, second])).toEqual(['version 5', 'version 5']);
  expect(runs).toHaveLength(1);
});

test('a run that fails, fails for those who share it; the next one is made anew', async () => {
  const shared = new SharedWork<string>();
  const { work, runs } = slowWork();
  const first = shared.run(work);
  const second = shared.run(work);
  runs[0]?.reject(new Error('the database is busy'));
  await expect(first).rejects.toThrow('busy');
  await settle();
  runs[1]?.resolve('well');
  expect(await second).toBe('well');
});

test('a run that never ends, since its request was ended, holds nobody up', async () => {
  vi.useFakeTimers();
  try {
    const shared = new SharedWork<string>(6_000);
    const { work, runs } = slowWork();
    void shared.run(work);
    const second = shared.run(work);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(runs).toHaveLength(2);
    runs[1]?.resolve('well');
    expect(await second).toBe('well');
  } finally {
    vi.useRealTimers();
  }
});
