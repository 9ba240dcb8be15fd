/** Addresses of the pages that a shop adds in `src/own/pages`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { listedOwnPages, ownPagePaths, pageFilesIn } from './own-pages.build.ts';

const folder = temporaryFolder();
const pages = {
  'index.astro': '<ShopLayout title="Home">',
  'gifts.astro': '<ShopLayout title="Gifts">',
  'visits/index.astro': '<ShopLayout title="Visits" noindex>',
  'visits/[day].astro': '<ShopLayout title="A day">',
  'looks/[...name].astro': '<ShopLayout title="A look">',
  'looks.json.ts': 'export const GET = () => new Response();',
};

beforeAll(() => {
  for (const [name, text] of Object.entries(pages)) {
    const file = join(folder.path, 'src/own/pages', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
});
afterAll(() => {
  vi.restoreAllMocks();
  folder.remove();
});

test('the address of a page is that of its file', () => {
  expect(pageFilesIn('src/own/pages').map(({ pattern }) => pattern)).toEqual(
    expect.arrayContaining(['/', '/gifts', '/visits', '/visits/[day]', '/looks/[...name]', '/looks.json']),
  );
  expect(pageFilesIn('src/own/none')).toEqual([]);
});

test('links may lead to pages that have one address', () => {
  expect(ownPagePaths().sort()).toEqual(['/', '/gifts', '/visits']);
});

test('the sitemap has all but those with noindex', () => {
  const isListed = listedOwnPages();
  const paths = [
    '/gifts',
    '/visits',
    '/visits/monday',
    '/visits/monday/9',
    '/looks/a/b',
    '/looks.json',
    '/gift',
  ];
  expect(paths.filter(isListed)).toEqual(['/gifts', '/visits/monday', '/looks/a/b']);
});
