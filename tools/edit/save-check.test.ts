/** Doubts are shown before each save of an entry, and saving again confirms them. */
import type { AppEventListener } from '@sveltia/cms';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { frontMatter } from '#tools/lib/check-content.ts';
import { contentFiles } from '#tools/lib/content.ts';
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

/** The items of all lists as the CMS has them once one is added, moved or removed: with keys of its own. */
const marked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const own = { __sc_item_id: 'b7', __sc_item_original_key_path: 'list.0', __sc_component_name: 'pair' };
  const parts = Object.entries(value).map(([name, part]) => [name, marked(part)]);
  return { ...own, ...Object.fromEntries(parts) };
};

/** The same with the items of each list in another order: the last one first. */
const moved = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...value.slice(-1), ...value.slice(0, -1)].map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, moved(part)]));
};

/** A file as the CMS has it: dates are texts. */
function valuesOf(name: string): object {
  const text = contentFiles().read(name) ?? '';
  const values = JSON.parse(JSON.stringify(frontMatter(name, text)).replace(/T00:00:00.000Z/g, ''));
  return name.endsWith('.md') ? { ...values, body: text.split('---\n').at(-1)?.trim() } : values;
}

const sizeOf = (name: string): number => JSON.stringify(valuesOf(name)).length;

/** The richest file of each content type that has lists. */
const lists = Object.values(
  Object.groupBy(
    Object.keys(makeSnapshot().texts).filter((name) => JSON.stringify(valuesOf(name)).includes('[')),
    (name) => name.split('/')[0] ?? name,
  ),
).map((names = []) => names.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? '');

test.each(lists)('the lists of %s are saved without the keys of the CMS', async (name) => {
  vi.stubGlobal('fetch', async () => Response.json(makeSnapshot()));
  const present = valuesOf(name);
  // The order of zones is a rule: the last one is everywhere else.
  const other = name === 'delivery.yaml' ? present : (moved(present) as object);
  for (const values of [present, other]) {
    const { placeholder, ...written } = values as { placeholder?: boolean };
    const entry = entryOf(`content/${name}`, marked(values) as object);
    // Another order may be doubtful, which a second save confirms.
    const saved = await registered.save({ entry }).catch(() => registered.save({ entry }));
    expect(saved).toEqual(placeholder ? values : written);
  }
});

test('a new picture of the home page is saved by its name, without its folder', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>'));
  const values = valuesOf('home.yaml') as { sections: { slides?: { picture: { file: string } }[] }[] };
  const data = structuredClone(values);
  for (const { picture } of data.sections.flatMap(({ slides = [] }) => slides))
    picture.file = `home/${picture.file}`;
  const entry = entryOf('content/home.yaml', data);
  expect(await registered.save({ entry }).catch(() => registered.save({ entry }))).toEqual(values);
});
