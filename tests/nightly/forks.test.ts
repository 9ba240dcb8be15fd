/**
 * docs/forks.md: a fork with content, a brand, a page with an island, a route and a link takes the next release by the
 * commands of the page. Nothing but its content conflicts; what comes out is built, keeps the rules and runs.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { astroCache } from '#lib/content-folder.build.ts';
import { contentRoot, root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { sourceFiles } from '#tools/lib/source-files.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { buildIn, linkModules } from '../support/shop-copy.ts';
import { fencedLines, readDocs } from '../support/written-commands.ts';

const folder = temporaryFolder();
const core = join(folder.path, 'core');
const fork = join(folder.path, 'fork');
let stack: Stack;

const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.in' };
const env = { ...who, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.in', CONTENT_DIR: undefined };
const run = (cwd: string, command: string, reject = true) =>
  execa(command, { cwd, env, shell: true, reject });

const linesOf = async (command: string) => (await run(fork, command)).stdout.split('\n').filter(Boolean);
/** Files in which Git has found a conflict. */
const conflicts = () => linesOf('git diff --name-only --diff-filter=U');

function write(project: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

/** Changes a file. @param name or the end of it */
async function change(project: string, name: string, from: string | RegExp, to: string): Promise<void> {
  const [found = ''] = (await run(project, `git ls-files '*/${name}'`)).stdout.split('\n');
  const file = existsSync(join(project, name)) ? name : found;
  const before = readFileSync(join(project, file), 'utf8');
  const after = before.replace(from, to);
  expect(after, `${file} has ${from}`).not.toBe(before);
  writeFileSync(join(project, file), after);
}

const own = {
  'src/own/pages/gifts.astro': `---
import ShopLayout from '#layouts/ShopLayout.astro';
import GiftNote from '#own/gifts/GiftNote.tsx';
import { longestNote } from '#own/gifts/note.ts';
---

<ShopLayout title="Gifts" description="Gift boxes that we pack for you.">
  <h1>Gifts</h1>
  <GiftNote client:intent longest={longestNote} />
</ShopLayout>
`,
  'src/own/gifts/note.ts': `/** The text of a note. */
export const longestNote = 120;
`,
  'src/own/gifts/GiftNote.tsx': `import { useState } from 'react';

/** A note for a gift. */
export default function GiftNote({ longest }: { longest: number }) {
  const [note, setNote] = useState('');
  return (
    <label>
      Note
      <input maxLength={longest} value={note} onChange={({ target }) => setNote(target.value)} />
    </label>
  );
}
`,
  'functions/own/routes.ts': `/** The routes of this shop. */
import { Hono } from 'hono';
import { longestNote } from '#own/gifts/note.ts';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';

export const own = new Hono<Env>().get(
  '/gifts',
  route('Says how long a note may be.', {}, () => ({ longestNote })),
);
`,
  'tests/support/own/routes.ts': `/** The entries of the routes of functions/own. */
import { anybody, type RouteTable } from '../routes/route.ts';

export const own: RouteTable = { 'GET /api/own/gifts': { may: anybody, calls: 0, requests: [{}] } };
`,
};

/** The last release, as it is committed, with the content of the tests. */
async function makeCore(): Promise<void> {
  for (const file of sourceFiles())
    if (!file.startsWith('content/') || file === 'content/collections.ts')
      cpSync(join(root, file), join(core, file));
  cpSync(contentRoot, join(core, 'content'), { recursive: true });
  await run(core, 'git init --quiet --initial-branch main && git add . && git commit --quiet -m 0.1.0');
}

async function makeFork(): Promise<void> {
  await run(folder.path, 'git clone --quiet --origin upstream core fork');
  await change(fork, 'content/store.yaml', /^name: .*$/m, 'name: Neem and Co');
  await change(fork, 'content/home.yaml', 'Three steps, and you are ready', 'Gifts for Diwali');
  await change(fork, 'content/navigation.yaml', /^menu:/m, '  - label: GIFTS\n    to: /gifts\nmenu:');
  await change(fork, 'tokens.css', /--green: #\w+/, '--green: #123456');
  await change(fork, 'wrangler.toml', 'name = "harita"', 'name = "neem"');
  await run(fork, 'git rm --quiet -r content/products/mineral-tint-spf-40');
  write(fork, own);
  await run(fork, 'git add . && git commit --quiet -m "Our shop"');
}

/** The next release: it changes core, its own samples, and a sample that the fork has deleted. */
async function makeNextRelease(): Promise<void> {
  await change(
    core,
    'functions/index.ts',
    'app.notFound(',
    "app.get('/next', (c) => c.text('next'));\napp.notFound(",
  );
  await change(core, 'src/pages/index.astro', '<ShopLayout>', '<ShopLayout>\n  <p data-next>Next</p>');
  await change(core, 'package.json', /"version": ".*"/, '"version": "0.2.0"');
  await change(core, 'CHANGELOG.md', '## Unreleased', '## Unreleased\n\n## 0.2.0');
  await change(core, 'content/home.yaml', 'Three steps, and you are ready', 'A new sample');
  await change(core, 'content/products/mineral-tint-spf-40/index.md', /^name: .*$/m, 'name: Another tint');
  await run(core, 'git commit --quiet --all -m 0.2.0 && git tag v0.2.0');
}

beforeAll(async () => {
  await makeCore();
  await makeFork();
  await makeNextRelease();
});
afterAll(async () => {
  await stack?.stop();
  folder.remove();
});

test('nothing but content conflicts, and that stays as it was', async () => {
  const [fetch = '', merge = '', resolve = '', restore = '', commit = '', ...more] = fencedLines(
    readDocs('forks.md'),
    '',
  );
  expect(more).toEqual([]);
  await run(fork, fetch);
  await run(fork, merge, false);
  expect(await conflicts()).toEqual(['content/home.yaml', 'content/products/mineral-tint-spf-40/index.md']);
  await run(fork, resolve);
  await run(fork, restore);
  expect(await conflicts()).toEqual([]);
  await run(fork, commit);
  expect(await linesOf('git diff --name-only HEAD^1 HEAD')).toEqual([
    'CHANGELOG.md',
    'functions/index.ts',
    'package.json',
    'src/pages/index.astro',
  ]);
});

test('the merged shop keeps the rules and layers, and its route gets into the document of the API', async () => {
  linkModules(fork);
  const node = `"${process.execPath}"`;
  const { stderr } = await run(fork, `${node} tools/rules/index.ts`, false);
  expect(stderr).not.toMatch(/^\S*own\//m);
  await run(fork, `${node} node_modules/.bin/depcruise src/own functions`);
  await run(fork, `${node} node_modules/.bin/vitest run --project tools tools/openapi -u`);
  await run(fork, `${node} node_modules/.bin/vitest run --project unit tests/support/routes`);
});

test('it is built, and has what is its own beside what is new', async () => {
  for (const name of ['assets', 'kept'])
    if (readdirSync(join(root, astroCache)).includes(name))
      symlinkSync(join(root, astroCache, name), join(fork, 'node_modules', '.astro', name));
  await buildIn(fork);
  const worker = join(fork, '.cache', 'worker');
  await run(fork, `"${process.execPath}" tools/lib/bundle.ts "${worker}"`);
  const build = { worker, pages: join(fork, 'dist') };
  stack = await startStack({ dataDir: join(folder.path, 'data'), build });
  const get = async (path: string) => {
    const response = await fetch(stack.url + path);
    expect(response.status, path).toBe(200);
    return response.text();
  };

  const page = await get('/gifts');
  expect(page).toContain('<title>Gifts | Neem and Co</title>');
  expect(page).toContain('http-equiv="content-security-policy"');
  const [, island = ''] = /<astro-island[^>]* component-url="([^"]*GiftNote[^"]*)"/.exec(page) ?? [];
  expect(await get(island)).toContain('maxLength');

  const home = await get('/');
  for (const part of ['Gifts for Diwali', 'href="/gifts"', '#123456', 'data-next'])
    expect(home).toContain(part);
  expect(await get('/sitemap-0.xml')).toContain('/gifts</loc>');
  expect(await get('/api/own/gifts')).toBe('{"success":true,"longestNote":120}');
  expect(await get('/api/openapi.json')).toContain('"/api/own/gifts"');
  expect(await get('/next')).toBe('next');
});
