/** Doubts are shown before each save of an entry, and saving again confirms them. */
import type { AppEventListener } from '@sveltia/cms';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
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

/** An entry as the CMS hands it over; `set` answers the data that it is about to write. */
const entryOf = (path: string, data: object) => ({
  toJS: () => ({ path, data }),
  set: (_: 'data', written: object) => written,
});

/** @returns why it is not saved */
const save = (path: string): Promise<string | undefined> =>
  registered.save({ entry: entryOf(path, { body: '[a](/nowhere)' }) }).then(
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

test('the keys that the CMS gives items of lists are no fields: an entry with them is saved without them', async () => {
  vi.stubGlobal('fetch', async () => Response.json(makeSnapshot()));
  const file = 'sales.yaml';
  const sales = parse(makeSnapshot().texts[file] ?? '');
  const marked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(marked);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const own = { __sc_item_id: 'b7', __sc_item_original_key_path: 'sales.0', __sc_component_name: 'x' };
    return {
      ...own,
      ...Object.fromEntries(Object.entries(value).map(([name, part]) => [name, marked(part)])),
    };
  };
  const entry = entryOf(`content/${file}`, marked(sales) as object);
  expect(await registered.save({ entry })).toEqual(sales);
});
