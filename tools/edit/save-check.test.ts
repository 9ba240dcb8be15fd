/** Doubts are shown before each save of an entry, and saving again confirms them. */
import type { AppEventListener } from '@sveltia/cms';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeSnapshot } from './build-editor.ts';
import { checkBeforeSaving } from './save-check.ts';

const registered = vi.hoisted(() => ({ save: async (_: unknown): Promise<unknown> => undefined }));
vi.mock('@sveltia/cms', () => ({
  default: {
    registerEventListener({ handler }: AppEventListener) {
      registered.save = handler as typeof registered.save;
    },
  },
}));

beforeAll(checkBeforeSaving);
afterEach(() => vi.unstubAllGlobals());

/** @returns why it is not saved */
const save = (path: string): Promise<string | undefined> =>
  registered.save({ entry: { toJS: () => ({ path, data: { body: '[a](/nowhere)' } }) } }).then(
    () => undefined,
    (error: Error) => (error.cause as Error).message,
  );

test('they are shown for each entry, and again after the save', async () => {
  vi.stubGlobal('fetch', async () => Response.json(makeSnapshot()));
  const [rose, neem] = ['content/products/rose/index.md', 'content/products/neem/index.md'];
  const shown: boolean[] = [];
  for (const path of [rose, neem, rose, rose, rose, rose])
    shown.push((await save(path))?.startsWith('The shop has no page /nowhere') ?? false);
  expect(shown).toEqual([true, true, true, false, true, false]);
});

test('a copy of the content that is not JSON keeps nobody from saving', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>'));
  expect(await save('content/journal/rose.md')).toBeUndefined();
});
