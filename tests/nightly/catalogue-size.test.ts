/** What a phone loads of a large catalogue: the first page of the collection, and what searches and filters it. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { collectionFile, facetsFile, searchFile } from '#lib/more-paths.ts';
import { paths } from '#lib/paths.ts';
import { useBrowser } from '../browser/visitor.ts';
import { addProducts } from '../measure/bench/catalogue.ts';
import { sumOf, weigh } from '../measure/weigh.ts';
import { useShop } from '../support/shop.ts';
import { buildCopy } from '../support/shop-copy.ts';

const shop = useShop({ ownPages: true });
const { visit } = useBrowser(shop);

/** ms: a thousand products are built on two cores that may do other work. */
const buildTime = 30 * 60_000;

/** KiB of brotli. */
const mostOf = { page: 150, script: 10, stylesheet: 12, font: 60, filters: 8 };

test.each([
  [100, 24],
  [1_000, 60],
])(
  '%i products: a first visit, and at most %i KiB for the search',
  async (count, mostSearch) => {
    const built = await buildCopy((content) => addProducts(content, count));
    onTestFinished(built.remove);
    const packed = (path: string) => brotliCompressSync(readFileSync(join(built.pages, path))).length / 1024;
    const search = packed(searchFile) + packed(collectionFile);
    rmSync(shop.pages, { recursive: true });
    cpSync(built.pages, shop.pages, { recursive: true });
    await shop.stack.restartWorker();
    const { page } = await visit(390);
    const weights = await weigh(page, paths.collection);
    const { script, stylesheet, font } = weights;
    const sizes = { page: sumOf(weights), script, stylesheet, font, filters: packed(facetsFile), search };
    console.info(count, sizes);
    for (const [name, most] of Object.entries({ ...mostOf, search: mostSearch })) {
      const size = sizes[name as keyof typeof sizes];
      expect([name, size > 1 && size <= most]).toEqual([name, true]);
    }
  },
  buildTime,
);
