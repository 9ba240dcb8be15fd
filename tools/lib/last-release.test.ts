/** The files of the last release stay, however often the shop is deployed: against a shop that serves its own uploads. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '#tools/lib/fixture.ts';
import { keepLastRelease, liveCommit, releaseFile } from '#tools/lib/last-release.ts';
import { headCommit } from '#tools/lib/record-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'release-'));
const live = join(folder, 'live');
const day = 24 * 60 * 60 * 1000;
let site: Awaited<ReturnType<typeof listen>>;
/** Files that the live shop does not hand out, with the status instead. */
const refused = new Map<string, number>();

beforeAll(async () => {
  const shop = new Hono();
  shop.use('/*', (c, next) => {
    const status = refused.get(c.req.path);
    return status ? Promise.resolve(new Response('<html>', { status })) : next();
  });
  shop.use('/*', serveStatic({ root: live }));
  site = await listen(shop);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(live, { recursive: true, force: true });
  mkdirSync(live);
  refused.clear();
});

const lines: string[] = [];

/** Builds a release with these files, deploys it, and leaves the build as it was. @param at days after the first */
async function deploy(files: Record<string, string>, at = 0): Promise<string[]> {
  const build = mkdtempSync(join(folder, 'build-'));
  mkdirSync(join(build, '_astro'));
  writeFileSync(join(build, 'index.html'), 'a page');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(build, '_astro', name), text);
  lines.length = 0;
  const undo = await keepLastRelease(
    `http://${site.host}`,
    build,
    (line) => lines.push(line),
    new Date(Date.UTC(2026, 10, 26) + at * day),
  );
  rmSync(live, { recursive: true });
  cpSync(build, live, { recursive: true });
  undo();
  expect(readdirSync(join(build, '_astro')).sort()).toEqual(Object.keys(files).sort());
  expect(readdirSync(build).sort()).toEqual(['_astro', 'index.html']);
  return readdirSync(join(live, '_astro')).sort();
}

const contentOf = (file: string) => readFileSync(join(live, '_astro', file), 'utf8');

test('the files of the last release stay with their content, the new ones are not replaced', async () => {
  expect(await deploy({ 'a.111.js': 'old a', 'same.js': 'one' })).toEqual(['a.111.js', 'same.js']);
  expect(await deploy({ 'a.222.js': 'new a', 'same.js': 'one' })).toEqual([
    'a.111.js',
    'a.222.js',
    'same.js',
  ]);
  expect(contentOf('a.111.js')).toBe('old a');
  expect(contentOf('a.222.js')).toBe('new a');
});

test('two deploys in a row do not lose the tabs of an hour ago; after a week only the last release stays', async () => {
  await deploy({ 'a.1.js': '1' });
  await deploy({ 'a.2.js': '2' }, 0.02);
  expect(await deploy({ 'a.3.js': '3' }, 0.04)).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
  expect(await deploy({ 'a.4.js': '4' }, 30)).toEqual(['a.3.js', 'a.4.js']);
});

test('a file that comes back is the release’s own again', async () => {
  await deploy({ 'a.1.js': '1' });
  await deploy({ 'a.2.js': '2' });
  expect(await deploy({ 'a.1.js': '1' }, 1)).toEqual(['a.1.js', 'a.2.js']);
  expect(await deploy({ 'a.3.js': '3' }, 20)).toEqual(['a.1.js', 'a.3.js']);
});

test('a shop says which commit it runs, once it is deployed', async () => {
  const ask = () => liveCommit(`http://${site.host}`);
  expect(await ask()).toBeUndefined();
  await deploy({ 'a.1.js': '1' });
  expect(await ask()).toBe(headCommit());
  refused.set(`/${releaseFile}`, 500);
  expect(await ask()).toBeUndefined();
});

test('the first deploy has nothing to keep', async () => {
  expect(await deploy({ 'a.1.js': '1' })).toEqual(['a.1.js']);
  expect(lines).toEqual(['Files of earlier releases that stay: 0.']);
});

test('the files of a release without a list are those that its pages name, with what their scripts import', async () => {
  mkdirSync(join(live, '_astro'));
  writeFileSync(
    join(live, 'index.html'),
    '<script src="/_astro/page.1.js"></script><img src="/_astro/a.1.avif">',
  );
  writeFileSync(
    join(live, '_astro', 'page.1.js'),
    'import"./same.js";const later=()=>import(`./later.1.js`)',
  );
  writeFileSync(join(live, '_astro', 'later.1.js'), 'fetch("/_astro/pincodes.1.txt")');
  for (const name of ['a.1.avif', 'pincodes.1.txt', 'same.js', 'unused.js'])
    writeFileSync(join(live, '_astro', name), name);
  expect(await deploy({ 'page.2.js': 'new', 'same.js': 'one' })).toEqual([
    'a.1.avif',
    'later.1.js',
    'page.1.js',
    'page.2.js',
    'pincodes.1.txt',
    'same.js',
  ]);
  expect(contentOf('same.js')).toBe('one');
  expect(await deploy({ 'page.3.js': 'newer' }, 1)).toHaveLength(7);
});

test('a shop in trouble, and a file that is gone, stop no deploy', async () => {
  await deploy({ 'a.1.js': '1', 'b.1.js': '1' });
  refused.set('/_astro/a.1.js', 500);
  expect(await deploy({ 'a.2.js': '2' })).toEqual(['a.2.js', 'b.1.js']);
  expect(lines).toContain('Warning: 1 files of the last release could not be fetched.');
  refused.set(`/${releaseFile}`, 503);
  expect(await deploy({ 'a.3.js': '3' })).toEqual(['a.3.js']);
  expect(lines[0]).toMatch(/did not list the files/);
});

test.each([
  'not JSON',
  '{"files":["../index.html"],"kept":{}}',
  '{"files":["_astro/../../evil.js"],"kept":{}}',
  '{"files":["checkout.html"],"kept":{}}',
  '{"files":[],"kept":{"_astro/a.js":"yesterday"}}',
])('a list that names another file, or no list, changes nothing: %s', async (text) => {
  writeFileSync(join(live, releaseFile), text);
  expect(await deploy({ 'a.2.js': '2' })).toEqual(['a.2.js']);
  expect(lines[0]).toMatch(/Warning: .* did not list the files/);
});
