/** A build that Cloudflare would not take is refused before anything is touched. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assetsIn, assetsRefusal } from '#tools/lib/assets.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
mkdirSync(join(folder.path, 'media'));
writeFileSync(join(folder.path, 'index.html'), 'x'.repeat(10));
writeFileSync(join(folder.path, 'media', '1.jpg'), 'x'.repeat(2 * 1024 ** 2));
const assets = assetsIn(folder.path);

test('files are found in all folders', () =>
  expect(assets.toSorted((a, b) => a.bytes - b.bytes)).toEqual([
    { name: 'index.html', bytes: 10 },
    { name: join('media', '1.jpg'), bytes: 2 * 1024 ** 2 },
  ]));

test('files up to the limits of number and size are accepted', () => {
  expect(assetsRefusal(assets)).toBeUndefined();
  expect(assetsRefusal(assets, { files: 2, mib: 2 })).toBeUndefined();
});

test('one too many, or one too large, is refused by name and number', () => {
  expect(assetsRefusal(assets, { files: 1, mib: 25 })).toContain('has 2 files, and Cloudflare takes 1');
  expect(assetsRefusal(assets, { files: 2, mib: 1 })).toContain(`${join('media', '1.jpg')} is larger than`);
});
