import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { localContent } from './local-content.ts';

test('a change is written into its file, and nothing else is left in the folder', async () => {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const name = 'products/tint/index.md';
  const text = '---\nname: Tint\ncategory: sunscreen\nprice: 600\nplaceholder: true\n---\n';
  mkdirSync(join(folder, 'products/tint'), { recursive: true });
  writeFileSync(join(folder, name), text);
  const change = (before: number, after: number, productId = 'tint') => ({
    id: `${productId} ${after}`,
    at: 0,
    productId,
    fields: [{ item: productId, field: 'price' as const, before, after }],
  });
  const done = await localContent(folder)([change(60_000, 55_000), change(1, 2, 'balm')]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text.replace('600', '550'));
  expect(readdirSync(join(folder, 'products/tint'))).toEqual(['index.md']);
  expect(done).toEqual({
    commit: null,
    failed: new Map([['balm 2', 'content/products/balm/index.md is not there any more.']]),
  });
});
