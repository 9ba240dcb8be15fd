import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('loads once for all, and once more after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('data')];
  let calls = 0;
  const load = loadOnce(() => answers[calls++] ?? Promise.reject(new Error('a third call')));
  const first = await Promise.allSettled([load(), load()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([load(), load()])).toEqual(['data', 'data']);
  expect(await load()).toBe('data');
  expect(calls).toBe(2);
});
