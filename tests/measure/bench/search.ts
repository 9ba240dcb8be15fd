/** Measures the time of a search: in a browser on a slow phone, and in the Worker for large catalogues. */
import { join } from 'node:path';
import { build } from 'vite';
import { defaultSearch, type Search, searchParams } from '#domain/search/search-query.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { readProducts, root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { type Spread, spread } from '#tools/lib/numbers.ts';
import { type SearchFiles, searchFilesOf } from '../../support/search-files.ts';
import { type LoadResult, runLoad } from './drive.ts';
import { contentOf } from './project.ts';
import { makeQueries } from './queries.ts';
import { runSearches, type Timed } from './search-page.ts';
import { openShop } from './shop.ts';

export type SearchFigures = {
  /** Times at a quarter of this machine's speed, ms. */
  browser: { products: number; ready: number; search: Spread; instead: Spread }[];
  /** In the Worker, at full speed: what it computes, ms, and the time from request to response. */
  api: { products: number; ready: number; search: Spread; alone: LoadResult }[];
};

const sizes = { browser: [1000, 2000], api: [1000, 10_000] };
const searches = 360;
/** Lighthouse's mobile phone. */
const slowdown = 4;

/** The files of a shop of this size, and searches for it. */
function searchesOf(size: number): SearchFiles & { queries: Search[] } {
  const files = searchFilesOf(readProducts(contentOf(size)));
  return { ...files, queries: makeQueries(searches, files.products.cards.name) };
}

/** The page's script with its imports from the shop. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      write: false,
      lib: {
        entry: join(root, 'tests', 'measure', 'bench', 'search-page.ts'),
        formats: ['iife'],
        name: 'bench',
      },
    },
  });
  const [output] = [built].flat();
  const code = output && 'output' in output ? output.output[0].code : undefined;
  if (!code) throw new Failure('The script for the browser was not built.');
  return code;
}

async function inBrowser(): Promise<SearchFigures['browser']> {
  const code = await bundle();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const figures: SearchFigures['browser'] = [];
    for (const size of sizes.browser) {
      logInfo(`  ${size} products in the browser…`);
      const { words, products, queries } = searchesOf(size);
      const given = [words, products, queries].map((each) => JSON.stringify(each)).join();
      const timed = (await page.evaluate(`runSearches(${given})`)) as Timed;
      figures.push({
        products: size,
        ready: timed.ready,
        search: spread(timed.searches),
        instead: spread(timed.instead),
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function atApi(size: number): Promise<SearchFigures['api'][number]> {
  logInfo(`  ${size} products at the API…`);
  const shop = await openShop({ products: size, orders: 0, reviews: 0 });
  try {
    const { words, products, queries } = searchesOf(size);
    const { ready, searches: timed } = runSearches(words, products, queries);
    const requestOf = (n: number) => {
      const params = new URLSearchParams(searchParams(queries[n % searches] ?? defaultSearch));
      return { path: `/api/product/search?${params}` };
    };
    await runLoad(shop.stack.url, { connections: 4, amount: 40 }, requestOf);
    return {
      products: size,
      ready,
      search: spread(timed),
      alone: await runLoad(shop.stack.url, { connections: 1, amount: searches }, requestOf),
    };
  } finally {
    await shop.stop();
  }
}

export async function measureSearch(): Promise<SearchFigures> {
  const browser = await inBrowser();
  const api: SearchFigures['api'] = [];
  for (const size of sizes.api) api.push(await atApi(size));
  return { browser, api };
}
