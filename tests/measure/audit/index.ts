/**
 * npm run audit: measures the cost of a visit on this machine and writes it into docs/performance.md: bytes, paints and
 * taps in the lab (tests/measure/lab.ts), Lighthouse. The machine should be otherwise idle.
 */
import type { Browser } from 'playwright-core';
import { aboutPath, articlePath, paths, productPath } from '#lib/paths.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { contentFiles, readProducts } from '#tools/lib/content.ts';
import { describeMachine, table, writePart } from '#tools/lib/generated-docs.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import { percentile } from '#tools/lib/numbers.ts';
import { entryId } from '../../../content/collections.ts';
import {
  type Interaction,
  type InteractionTimes,
  measureInteraction,
  type Paints,
  visitSlowly,
  visitTwiceSlowly,
} from '../lab.ts';
import { emptyPage, startEdge } from '../proxy.ts';
import { openShop } from '../shop.ts';
import { sumOf, weigh } from '../weigh.ts';
import { lighthouseScores, runs } from './lighthouse.ts';

/** A single paint differs by a fifth from the next one, so they need more rounds than taps do. */
const rounds = { paints: 15, taps: 5 };

/** The shop's own. */
const [first = ''] = readProducts().keys();
const product = productPath(first);
const article = contentFiles()
  .names()
  .find((name) => /^journal\/.*\.md$/.test(name));

/** Every kind of public page, by its name in the tables. */
const pages: Record<string, string> = {
  Home: paths.home,
  Collection: paths.collection,
  Product: product,
  About: aboutPath,
  Contact: paths.contact,
  ...(article && { Article: articlePath(entryId(article)) }),
};

/** Taps on pages that were just opened. */
const taps: Record<string, Interaction & { path: string }> = {
  'Add to cart': {
    path: product,
    tap: '[data-buy-box] [data-add-to-cart]',
    done: () => document.querySelector('[data-cart-count]')?.textContent === '1',
  },
  'Filters, which bring React': {
    path: paths.collection,
    tap: '.collection-filter-open',
    done: () => document.querySelector('.collection-filter-open')?.ariaExpanded === 'true',
  },
};

/** Measured elsewhere in the same way: KiB of JavaScript for home, listing, product. */
const others: [string, number, number, number, string][] = [
  ['withastro/storefront', 53, 53, 55, 'brotli'],
  ['Shopify Dawn (no framework)', 33, 37, 38, 'gzip'],
  ['Hydrogen', 96, 96, 97, 'brotli'],
  ['Scalius (Astro and React islands)', 104, 106, 103, 'brotli'],
  ['vercel/commerce', 146, 148, 149, 'brotli'],
  ['NextFaster', 160, 161, 161, 'brotli'],
];
/** Largest paints of withastro/storefront as ratios to an empty page: home, listing, product. */
const storefront = [784, 1044, 1304].map((largest) => (largest / 316).toFixed(1)); // rule: money - ratios, not amounts

const kib = (value: number) => value.toFixed(1); // rule: money - KiB, not an amount
/** The median of one of several figures. */
const medianOf = <T>(list: readonly T[], figureOf: (one: T) => number): number =>
  percentile(list.map(figureOf), 0.5);
const ms = (value: number) => `${Math.round(value)} ms`;

function log<Row extends readonly (string | number)[]>(row: Row): Row {
  logInfo(row.join(', '));
  return row;
}

async function bytes(browser: Browser, url: string): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const weights = await weigh(await context.newPage(), url + path);
    await context.close();
    const { script, stylesheet, font, image, document } = weights;
    rows.push(log([name, ...[script, stylesheet, font, image, document, sumOf(weights)].map(kib)]));
  }
  const ours = rows.slice(0, 3).map(([, script = '']) => script);
  return `### Bytes

First visit at 390 px, nothing touched, KiB (text as brotli, what stands in the page included). Budgets, held by
\`npm test\`: JavaScript 32 for home, 10 for the collection, 12 for a product, 8 for the rest; styles 12; fonts
60; home 450 in all. Films and the service worker's own copies come later and are not in it. One visit in ten
reports how fast its page was; the script that measures it, 0.5 KiB, comes with the first tap, key or scroll.

${table(['Page', 'JavaScript', 'Styles', 'Fonts', 'Pictures', 'Page', 'All'], rows)}

JavaScript beside other shops, KiB for home, listing and product:

${table(['Shop', 'Home', 'Listing', 'Product', 'Compressed by'], [['**Harita**', ...ours, 'brotli'], ...others])}`;
}

/** Paints of first visits and of second ones. The pages take turns, so that a busy minute slows all of them alike. */
async function paints(browser: Browser, url: string): Promise<string> {
  const visited: Record<string, string> = { 'An empty page': emptyPage, ...pages };
  const names = Object.keys(visited);
  const visits = names.map(() => [] as { first: Paints; second: Paints }[]);
  for (let round = 0; round < rounds.paints; round++)
    for (const [n, name] of names.entries())
      visits[n]?.push(await visitTwiceSlowly(browser, url + visited[name]));
  const [empty = []] = visits;
  const rows = names.map((name, n) => {
    const all = visits[n] ?? [];
    const withRatio = (what: 'fcp' | 'lcp') => {
      const [own, least] = [all, empty].map((list) => medianOf(list, ({ first }) => first[what])) as [
        number,
        number,
      ];
      return [ms(own), (own / least).toFixed(2)]; // rule: money - a ratio, not an amount
    };
    return log([
      name,
      ...withRatio('fcp'),
      ...withRatio('lcp'),
      ms(medianOf(all, ({ second }) => second.lcp)),
      ms(medianOf(all, ({ first }) => first.tbt)),
      medianOf(all, ({ first }) => first.cls).toFixed(3), // rule: money - a layout shift, not an amount
    ]);
  });
  return table(
    ['Page', 'First paint', 'of empty', 'Largest paint', 'of empty', 'Second visit', 'Blocked', 'Shift'],
    rows,
  );
}

async function reactions(browser: Browser, url: string): Promise<string> {
  const rows: string[][] = [];
  for (const [name, { path, ...interaction }] of Object.entries(taps)) {
    const times: InteractionTimes[] = [];
    for (let round = 0; round < rounds.taps; round++)
      times.push(await visitSlowly(browser, url + path, (page) => measureInteraction(page, interaction)));
    rows.push(
      log([name, ms(medianOf(times, ({ answered }) => answered)), ms(medianOf(times, ({ done }) => done))]),
    );
  }
  return table(['Tap', 'Answered', 'Done'], rows);
}

async function lab(browser: Browser, url: string): Promise<string> {
  return `### In the lab

A phone of 390 px with a processor four times slower than this one, 1.6 Mb/s, 150 ms round trip, an empty cache,
behind the compressing proxy of tests/measure/proxy.ts; median of ${rounds.paints} paints and ${rounds.taps} taps. Aims: first paint at most 1.35 times that of an
empty page, largest 2 times, blocked 50 ms, shift 0.02. withastro/storefront's largest paints are
${storefront.join(', ')} times an empty page's for home, listing and product. "Second visit" is the largest paint of
the same page opened again.

${await paints(browser, url)}

Taps on a page that was just opened: how soon the screen answers (the browser's own interaction time; aim 100 ms), and how
soon what was asked for is done (aim 900 ms, when React has to come first):

${await reactions(browser, url)}`;
}

async function lighthouse(url: string): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages))
    rows.push(log([name, ...(await lighthouseScores(url + path))]));
  const head = ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'Not passed'];
  return `### Lighthouse

Lighthouse, mobile, its own throttling, behind the same proxy, the middle one of ${runs} runs. The last column also names the
checks of its agentic category.

${table(head, rows)}`;
}

async function audit(): Promise<void> {
  const shop = await openShop();
  const { url, stop } = await startEdge(shop.stack.url);
  const browser = await startBrowser();
  try {
    const parts = [
      `${describeMachine()}, Chromium ${browser.version()}.`,
      await bytes(browser, url),
      await lab(browser, url),
      await lighthouse(url),
    ];
    writePart('performance.md', 'audit', parts.join('\n\n'));
    logInfo('Written: docs/performance.md');
  } finally {
    await browser.close();
    stop();
    await shop.stop();
  }
}

await runToEnd(audit);
