/** Where the editor is, and where it is not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEditor, isEditOn } from '#tools/edit/build-editor.ts';
import { parts } from '#tools/lib/build.ts';

test.each<[edit: string | undefined, host: string | undefined, on: boolean]>([
  [undefined, '127.0.0.1', true],
  [undefined, '0.0.0.0', false],
  [undefined, undefined, false],
  ['on', undefined, true],
  ['off', '127.0.0.1', false],
])('with EDIT=%s and a shop at %s it is on: %s', (EDIT, host, on) =>
  expect(isEditOn({ EDIT }, host)).toBe(on),
);

test('EDIT takes no other value', () =>
  expect(() => isEditOn({ EDIT: 'yes' })).toThrow('EDIT=yes: must be on or off.'));

test('it is only for this machine', () =>
  expect(() => isEditOn({ EDIT: 'on' }, '0.0.0.0')).toThrow('it opens on this machine only'));

test('its files are apart from the shop’s, with their own scripts, fonts and policy', async () => {
  const folder = await buildEditor({ log: () => {}, site: 'https://harita.example' });
  expect(existsSync(join(parts.pages.folder, 'edit.html'))).toBe(false);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = /material-symbols.*\.woff2$|source-sans.*\.woff2$|^edit\/assets\/de-.*\.js$/;
  expect(files.filter((name) => own.test(name))).toHaveLength(3);
  expect(readFileSync(join(folder, 'edit.html'), 'utf8')).not.toMatch(/https?:|<script>|style=/);
  const headers = readFileSync(join(folder, '_headers'), 'utf8');
  const [policy = ''] = /Content-Security-Policy: .*/.exec(headers) ?? [];
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|\*/);
  expect(policy.match(/https?:\/\/[^\s;]+/g)).toEqual([
    'https://avatars.githubusercontent.com',
    'https://api.github.com',
  ]);
});
