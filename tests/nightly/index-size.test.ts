/** What a phone loads to search and filter a large catalogue stays small (docs/performance.md). */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { contentRoot, readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { addProducts } from '../measure/bench/catalogue.ts';
import { searchFilesOf } from '../support/search-files.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** KiB, compressed as Cloudflare does on the fly. */
const weigh = (file: unknown): number =>
  brotliCompressSync(JSON.stringify(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / 1024;

test.each([
  [100, { index: 24, filters: 2 }],
  [1_000, { index: 60, filters: 8 }],
])('%i products: at most %o KiB', (count, most) => {
  const content = join(folder.path, String(count));
  cpSync(contentRoot, content, { recursive: true });
  addProducts(content, count);
  const { words, products, facets } = searchFilesOf(readProducts(content));
  const sizes = { index: weigh(words) + weigh(products), filters: weigh(facets) };
  console.log(count, weigh(words), weigh(products), weigh(facets));
  for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
    expect([name, size <= most[name]]).toEqual([name, true]);
    expect([name, size > most[name] / 4]).toEqual([name, true]);
  }
});
