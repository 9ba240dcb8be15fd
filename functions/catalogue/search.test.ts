/** The files of the search are read once per isolate, and again after a failure. In this order: a success stays. */
import { afterEach, expect, test, vi } from 'vitest';
import { collectionFile, productSalesFile, searchFile } from '#lib/more-paths.ts';
import { loadEngine } from './search.ts';

const files: Record<string, object> = {
  [searchFile]: { concepts: [], words: {}, pages: [], unknown: '' },
  [collectionFile]: { cards: { id: [] } },
  [productSalesFile]: { sales: [{ name: 'Sale', from: 10, until: 20, percent: 20 }], products: {} },
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
  for (const _ of [1, 2]) await expect(loadEngine(missing, 0)).rejects.toThrow('/search.json: 404');
  expect(asked).toHaveLength(6);
});

test('a load that never ends does not stop later ones', async () => {
  vi.useFakeTimers();
  const silent = assets(() => new Promise(() => {}));
  const waiting = [loadEngine(silent, 0), loadEngine(silent, 0)].map((each) =>
    expect(each).rejects.toThrow('in time'),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(waiting);
  expect(asked).toHaveLength(3);
});

test('concurrent requests share one load, and later ones need none', async () => {
  const loaded = await Promise.all([1, 2, 3].map(() => loadEngine(assets(), 0)));
  loaded.push(await loadEngine(assets(), 9));
  expect(new Set(loaded).size).toBe(1);
  expect(asked.sort()).toEqual([productSalesFile, collectionFile, searchFile]);
});

test('when a sale begins or ends, the search is made again from the same files', async () => {
  const at = async (now: number) => (await loadEngine(assets(), now)).engine;
  const [before, during] = [await at(9), await at(10)];
  expect(before).not.toBe(during);
  expect(await at(19)).toBe(during);
  expect(await at(20)).not.toBe(during);
  expect(asked).toEqual([]);
});
