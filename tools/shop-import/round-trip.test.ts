/** An export of the shop, imported into a shop without products, gives equal files. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readCatalogue } from 'shop-import/read-catalogue';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { importLimits, planImport } from '#domain/import/plan.ts';
import { reportImport } from '#domain/import/report.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles, contentRoot } from '#tools/lib/content.ts';
import { exportCatalogue } from '#tools/lib/export-catalogue.ts';
import { pictureFiles } from './picture-files.ts';
import { readShop } from './shop.ts';
import { contentCopy } from './testing/content-copy.ts';
import { type PictureSource, writeImport } from './write-import.ts';

const [from, to] = [contentCopy(), contentCopy()];
afterAll(() => {
  from.remove();
  to.remove();
});
beforeEach(() => {
  from.reset();
  to.reset();
  rmSync(join(to.content, 'products'), { recursive: true });
});

const now = Date.parse('2026-11-30T06:30Z');

async function write(file: string | Buffer, content: string, pictures?: PictureSource) {
  const catalogue = readCatalogue(Buffer.from(file), importLimits);
  const plan = planImport(catalogue, readShop(content, true, now));
  const options = { content, pictures, replaceSamples: true, onProgress: () => {} };
  const outcomes = await writeImport(plan, options);
  return reportImport(plan, outcomes, false);
}

/** The files of all products, by their names. */
function productsIn(content: string): Map<string, Buffer> {
  const folder = join(content, 'products');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

function expectEqual(content: string, expected: string): void {
  const [found, wanted] = [productsIn(content), productsIn(expected)];
  expect([...found.keys()]).toEqual([...wanted.keys()]);
  for (const [name, bytes] of wanted)
    if (name.endsWith('.md')) expect(found.get(name)?.toString(), name).toBe(bytes.toString());
    else expect(found.get(name)?.equals(bytes), name).toBe(true);
}

test('the samples, with their pictures', async () => {
  const file = exportCatalogue(contentFiles(), 'shopify', undefined, now);
  const report = await write(file, to.content, await pictureFiles(join(contentRoot, 'products')));
  expect(report.done).toMatchObject({ gaps: 0, added: productsIn(contentRoot).size - report.done.pictures });
  expectEqual(to.content, contentRoot);
  expect(mistakesIn(contentFiles(to.content)).laws).toEqual([]);
});

describe('what comes from another shop', () => {
  const picture = async () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();

  test.each(['shopify-1.csv', 'shopify-2-variants.csv', 'shopify-3-latin1.csv'])('%s', async (name) => {
    const file = readFileSync(join(import.meta.dirname, 'testing', name));
    await write(file, from.content, picture);
    const own = exportCatalogue(contentFiles(from.content), 'shopify', undefined, now);
    const report = await write(own, to.content, await pictureFiles(join(from.content, 'products')));
    expect(report.counts.refused).toBe(0);
    expectEqual(to.content, from.content);
    expect(mistakesIn(contentFiles(to.content)).laws).toEqual([]);
  });
});
