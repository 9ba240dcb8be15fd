/** Measures a search: what a slow phone computes, in Chromium, and what the Worker computes in a large catalogue, in Node. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { startBrowser } from '#tools/lib/chromium.ts';
import { readProducts } from '#tools/lib/content.ts';
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { logInfo } from '#tools/lib/log.ts';
import { formatNumber, percentile, verdict } from '#tools/lib/numbers.ts';
import { readQueries } from '../../search/evaluate.ts';
import { searchFilesOf } from '../../support/search-files.ts';
import { newProject } from './catalogue.ts';
import { runSearches, type Timed } from './search-page.ts';

/** Products, and the longest time for 95 of 100 searches, ms. */
const phone = { sizes: [1000, 2000], most: 16 };
const worker = { sizes: [1000, 10_000], most: 30 };
/** Lighthouse's mobile phone. */
const slowdown = 4;

/** Judged queries, and their first three letters, as they are typed. */
const queries = readQueries('queries').flatMap(({ q }) => [q, q.slice(0, 3)]);

/** The files of a shop of this size, as they are downloaded. */
function filesOf(size: number): [words: string, products: string] {
  const { words, products } = searchFilesOf(readProducts(join(newProject(size), 'content')));
  return [JSON.stringify(words), JSON.stringify(products)];
}

const row = (size: number, { ready, searches }: Timed, most: number): string[] => {
  const [p50, p95] = [percentile(searches, 0.5), percentile(searches, 0.95)];
  return [
    size.toLocaleString('en'),
    ...[ready, p50, p95].map((ms) => `${formatNumber(ms)} ms`),
    `≤ ${most} ms: ${verdict(p95 <= most)}`,
  ];
};

async function onPhone(): Promise<string[][]> {
  const entry = join(import.meta.dirname, 'search-page.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    globalName: 'bench',
    write: false,
  });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const rows: string[][] = [];
    for (const size of phone.sizes) {
      logInfo(`  ${size} products in the browser…`);
      const given = [...filesOf(size), queries].map((each) => JSON.stringify(each)).join();
      const timed = await page.evaluate<Timed>(`bench.runSearches(${given})`);
      rows.push(['a phone', ...row(size, timed, phone.most)]);
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** The part of the page. */
export async function measureSearches(): Promise<string> {
  const rows = await onPhone();
  for (const size of worker.sizes) {
    logInfo(`  ${size} products in Node…`);
    rows.push(['the Worker', ...row(size, runSearches(...filesOf(size), queries), worker.most)]);
  }
  return `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}.

Computing a search, by the function that page and Worker share: on a phone, which is Chromium at a quarter of this machine's speed, and at full speed. Above 2,000 products a phone computes nothing, since the Worker searches instead. The ${queries.length} texts are the judged queries of tests/search/queries.yaml and their first three letters.

${table(['Where', 'Products', 'Made ready, once', 'p50', 'p95', 'Target'], rows)}`;
}
