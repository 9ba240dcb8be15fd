/** What the editor of `npm start` may read and write: files of the content, for the shop's own page on this machine. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { type LocalFile, localFiles } from './local-files.ts';

const own = 'http://localhost:8787';
let outside: ReturnType<typeof temporaryFolder>;
let content = '';

beforeEach(() => {
  outside = temporaryFolder();
  content = join(outside.path, 'content');
  mkdirSync(join(content, 'products', 'rose'), { recursive: true });
  writeFileSync(join(content, 'store.yaml'), 'name: Harita\n');
  writeFileSync(join(content, 'products', 'rose', '1.jpg'), 'picture');
  writeFileSync(join(content, 'collections.ts'), 'code');
  writeFileSync(join(outside.path, 'secret.yaml'), 'secret');
});
afterEach(() => outside.remove());

type Asked = { method?: string; body?: string; at?: string; headers?: Record<string, string> };

function ask(path: string, { method = 'GET', body, at = own, headers }: Asked = {}): Promise<Response> {
  const sent = { Origin: at, 'Sec-Fetch-Site': 'same-origin', ...headers };
  return localFiles(content)(
    new Request(`${at}/edit/files/${path}`, { method, headers: sent, ...(body ? { body } : {}) }),
  );
}

test('it lists texts with their text and pictures with their id in Git, and no code', async () => {
  const files = (await (await ask('')).json()) as LocalFile[];
  expect(files.map(({ path, text, sha }) => [path, text ?? sha]).sort()).toEqual([
    // printf picture | git hash-object --stdin
    ['content/products/rose/1.jpg', 'ebc43fd72490fd8a951d5e00d86a5cf7c21360bd'],
    ['content/store.yaml', 'name: Harita\n'],
  ]);
});

test('a file is read, written and deleted, with a folder that it leaves empty', async () => {
  const picture = await ask('content/products/rose/1.jpg');
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'picture']);
  expect((await ask('content/products/neem/index.md', { method: 'PUT', body: 'new' })).status).toBe(204);
  expect(readFileSync(join(content, 'products/neem/index.md'), 'utf8')).toBe('new');
  expect(readdirSync(join(content, 'products/neem'))).toEqual(['index.md']);
  expect((await ask('content/products/rose/1.jpg', { method: 'DELETE' })).status).toBe(204);
  expect(existsSync(join(content, 'products/rose'))).toBe(false);
  expect((await ask('content/products/rose/1.jpg')).status).toBe(404);
});

test.each([
  'secret.yaml',
  'content/../secret.yaml',
  'content/%2e%2e/secret.yaml',
  'content/..%2fsecret.yaml',
  'content/..%5csecret.yaml',
  '%2fetc/hosts.md',
  'content/collections.ts',
  'content/.env',
  'content/.git/config.yaml',
  'content/a.yaml%00.ts',
  'content/%ff.yaml',
  'content/script.js',
  'content/page.html',
  'content/link/secret.yaml',
])('%s is neither read nor written', async (path) => {
  symlinkSync(outside.path, join(content, 'link'));
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await ask(path, { method, ...(method === 'PUT' && { body: 'x' }) })).status).toBe(403);
  expect(readFileSync(join(outside.path, 'secret.yaml'), 'utf8')).toBe('secret');
  expect(readFileSync(join(content, 'collections.ts'), 'utf8')).toBe('code');
});

test.each<[who: string, asked: Asked]>([
  ['another site', { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' } }],
  [
    'another port of this machine',
    { headers: { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' } },
  ],
  ['a name that leads to this machine', { at: 'http://evil.example:8787' }],
  ['a phone in the same network', { at: 'http://192.168.1.20:8787' }],
  ['a page that was typed', { headers: { 'Sec-Fetch-Site': 'none' } }],
  ['a form of another origin', { method: 'PUT', body: 'x', headers: { Origin: 'null' } }],
])('%s may not ask', async (_, asked) => {
  expect((await ask('content/store.yaml', asked)).status).toBe(403);
  expect((await ask('', asked)).status).toBe(403);
});

test('a file that is larger than any picture is refused', async () => {
  const body = 'x'.repeat(10 * 1024 * 1024 + 1);
  expect((await ask('content/store.yaml', { method: 'PUT', body })).status).toBe(413);
});
