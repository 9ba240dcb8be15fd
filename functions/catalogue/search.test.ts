/** The files of the search are read once per isolate, and again after a failure. In this order: a success stays. */
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '#lib/paths.ts';
import { loadEngine } from './search.ts';

const files: Record<string, object> = {
  [paths.searchIndex]: { concepts: [], words: {}, pages: [], unknown: '' },
  [paths.collectionIndex]: { cards: { id: [] }, pictures: [], formats: [], widths: [] },
};
const asked: string[] = [];

/** The build's files. @param answer what is answered instead of them */
const assets = (answer?: (path: string) => Promise<Response>) =>
  ({
    fetch: async (url: URL) => {
      asked.push(url.pathname);
      return answer?.(url.pathname) ?? Response.json(files[url.pathname]);
    },
  }) as unknown as Fetcher;

afterEach(() => {
  asked.length = 0;
  vi.useRealTimers();
});

test('a missing file is asked for again', async () => {
  const missing = assets(async () => new Response('', { status: 404 }));
  for (const _ of [1, 2]) await expect(loadEngine(missing)).rejects.toThrow('/search.json: 404');
  expect(asked).toHaveLength(4);
});

test('a load that never ends does not stop later ones', async () => {
  vi.useFakeTimers();
  const silent = assets(() => new Promise(() => {}));
  const waiting = [loadEngine(silent), loadEngine(silent)].map((each) =>
    expect(each).rejects.toThrow('in time'),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(waiting);
  expect(asked).toHaveLength(2);
});

test('concurrent requests share one load, and later ones need none', async () => {
  const engines = await Promise.all([1, 2, 3].map(() => loadEngine(assets())));
  engines.push(await loadEngine(assets()));
  expect(new Set(engines).size).toBe(1);
  expect(asked.sort()).toEqual([paths.collectionIndex, paths.searchIndex]);
});
