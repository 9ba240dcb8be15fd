/** Where the editor is, and where it is not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildEditor, editedRepo, isEditOn, repoFrom } from '#tools/edit/build-editor.ts';
import { policy } from '#tools/edit/headers.ts';
import { parts } from '#tools/lib/build.ts';

describe('it is on', () => {
  test.each<[edit: string | undefined, host: string | undefined, on: boolean]>([
    [undefined, '127.0.0.1', true],
    [undefined, '0.0.0.0', false],
    [undefined, undefined, false],
    ['on', undefined, true],
    ['on', '0.0.0.0', true],
    ['off', '127.0.0.1', false],
  ])('EDIT=%s, listening at %s: %s', (EDIT, host, on) => expect(isEditOn({ EDIT }, host)).toBe(on));

  test('or off, and no other value', () =>
    expect(() => isEditOn({ EDIT: 'yes' })).toThrow('EDIT=yes: must be on or off.'));
});

describe('the repository that is edited', () => {
  test.each([
    ['git@github.com:harita/shop.git', 'harita/shop'],
    ['https://github.com/harita/shop', 'harita/shop'],
    ['https://github.com/harita/my.shop.git\n', 'harita/my.shop'],
    ['https://git.example/harita/shop.git', undefined],
  ])('%s', (address, repo) => expect(repoFrom(address)).toBe(repo));

  test('is named by EDIT_REPO, or by the pipeline', () => {
    expect(editedRepo({ EDIT_REPO: 'a/b', GITHUB_REPOSITORY: 'c/d' })).toBe('a/b');
    expect(editedRepo({ GITHUB_REPOSITORY: 'c/d' })).toBe('c/d');
  });
});

describe('its files', () => {
  let folder: string;
  const all = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });
  beforeAll(async () => {
    folder = await buildEditor({ log: () => {}, repo: 'harita/shop', site: 'https://harita.example' });
  });

  test('are in a folder of their own, apart from the shop’s', () => {
    expect(folder).not.toContain(parts.pages.folder);
    expect(existsSync(join(parts.pages.folder, 'edit'))).toBe(false);
    expect(existsSync(join(parts.pages.folder, 'edit.html'))).toBe(false);
  });

  test('name the repository of changes and the shop’s URL', () => {
    const { backend, site_url } = JSON.parse(readFileSync(join(folder, 'edit', 'config.json'), 'utf8'));
    expect([backend.repo, site_url]).toEqual(['harita/shop', 'https://harita.example']);
  });

  test('include their own scripts, fonts and languages, and load none from other hosts', () => {
    expect(
      all().filter((name) =>
        /material-symbols.*\.woff2$|source-sans.*\.woff2$|^edit\/assets\/de-.*\.js$/.test(name),
      ),
    ).toHaveLength(3);
    const page = readFileSync(join(folder, 'edit.html'), 'utf8');
    expect(
      [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url?.replace(/-[\w-]+\.js/, '.js')),
    ).toEqual(expect.arrayContaining(['/edit/favicon.svg', '/edit/assets/edit.js']));
    expect(page).not.toMatch(/https?:|<script>|style=/);
    const styles = all().filter((name) => /\.(js|css)$/.test(name));
    const fonts = styles.filter((name) => /url\(https?:/.test(readFileSync(join(folder, name), 'utf8')));
    expect(fonts).toEqual([]);
  });

  test('have a policy that allows only their own scripts', () => {
    const headers = readFileSync(join(folder, '_headers'), 'utf8');
    expect(headers).toContain(`  Content-Security-Policy: ${policy}\n`);
    expect(headers).toContain('X-Robots-Tag: noindex');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect([...policy.matchAll(/https?:\/\/[^\s;]+/g)].map(([host]) => host).sort()).toEqual([
      'https://api.github.com',
      'https://avatars.githubusercontent.com',
    ]);
    expect(policy).not.toMatch(/unsafe-eval|\*/);
  });
});
