/**
 * npm run audit: measures the cost of a visit on this machine and writes it into docs/performance.md: bytes, paints and
 * taps in the lab (tests/measure/lab.ts), Lighthouse.
 *
 * The machine should be otherwise idle.
 */
import type { Browser } from 'playwright-core';
import { startBrowser } from '#tools/lib/chromium.ts';
import { describeMachine, table, writePart } from '#tools/lib/generated-docs.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import { percentile } from '#tools/lib/numbers.ts';
import {
  type InteractionTimes,
  measureInteraction,
  type Paints,
  visitSlowly,
  visitTwiceSlowly,
} from '../lab.ts';
import { emptyPage, startEdge } from '../proxy.ts';
import { openShop } from '../shop.ts';
import { sumOf, weigh } from '../weigh.ts';
import { auditWithLighthouse, runs } from './lighthouse.ts';
import { hoveredClicks, navigationModes } from './navigation.ts';
import { pages, walks } from './pages.ts';

const times = 5;
/** A single paint differs by a fifth from the next one, so they need more rounds than taps do. */
const paintTimes = 15;
const repeat = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let time = 0; time < times; time++) all.push(await work());
  return all;
};
const ms = (values: readonly number[]) => `${Math.round(percentile(values, 0.5))} ms`;
const kib = (value: number) => value.toFixed(1); // rule: money - KiB, not an amount

/** Measured elsewhere in the same way: KiB of JavaScript for home, listing, product. */
const others: [string, number, number, number, string][] = [
  ['withastro/storefront', 53, 53, 55, 'brotli'],
  ['Shopify Dawn (no framework)', 33, 37, 38, 'gzip'],
  ['Hydrogen', 96, 96, 97, 'brotli'],
  ['Scalius (Astro and React islands)', 104, 106, 103, 'brotli'],
  ['vercel/commerce', 146, 148, 149, 'brotli'],
  ['NextFaster', 160, 161, 161, 'brotli'],
];

async function bytes(browser: Browser, url: string): Promise<string> {
  const rows: (string | number)[][] = [];
  const script = new Map<string, number>();
  for (const { name, path } of pages) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const weights = await weigh(await context.newPage(), url + path);
    await context.close();
    script.set(name, weights.script);
    const { document, stylesheet, font, image } = weights;
    rows.push([name, ...[weights.script, stylesheet, font, image, document, sumOf(weights)].map(kib)]);
    logInfo(`${name}: ${kib(weights.script)} KiB of JavaScript, ${kib(sumOf(weights))} KiB in all`);
  }
  const ours = ['Home', 'Collection', 'Product'].map((name) => kib(script.get(name) ?? Number.NaN));
  return `### Bytes

First visit at 390 px, nothing touched, KiB (text as brotli, what stands in the page included). Budgets, held by
\`npm test\`: JavaScript 32 for home, 10 for the collection, 12 for a product, 8 for the rest; styles 12; fonts
60; home 450 in all. Films and the service worker's own copies come later and are not in it. One visit in ten
tells how quick it was; what measures it, 0.5 KiB, comes with the first tap, key or scroll.

${table(['Page', 'JavaScript', 'Styles', 'Fonts', 'Pictures', 'Page', 'All'], rows)}

JavaScript beside other shops, KiB for home, listing and product:

${table(['Shop', 'Home', 'Listing', 'Product', 'Compressed by'], [['**Harita**', ...ours, 'brotli'], ...others])}`;
}

/** Largest paints of another shop as ratios to an empty page, measured elsewhere in the same way: home, listing, product. */
const storefront = [784, 1044, 1304].map((largest) => largest / 316);

/** Paints of first visits and of second ones. The pages take turns, so that a busy minute slows all of them alike. */
async function paints(browser: Browser, url: string): Promise<string> {
  const visited = [{ name: 'An empty page', path: emptyPage }, ...pages];
  const all = visited.map(() => ({ first: [] as Paints[], second: [] as Paints[] }));
  for (let time = 0; time < paintTimes; time++)
    for (const [place, { path }] of visited.entries()) {
      const { first, second } = await visitTwiceSlowly(browser, url + path);
      all[place]?.first.push(first);
      all[place]?.second.push(second);
    }
  const median = (of: readonly Paints[], what: keyof Paints) =>
    percentile(
      of.map((one) => one[what]),
      0.5,
    );
  const [empty] = all;
  const ratio = (of: readonly Paints[], what: 'fcp' | 'lcp', visit: 'first' | 'second') =>
    (median(of, what) / median(empty?.[visit] ?? [], what)).toFixed(2); // rule: money - a ratio, not an amount
  const rows = visited.map(({ name }, place) => {
    const { first, second } = all[place] ?? { first: [], second: [] };
    const row = [
      ...(['fcp', 'lcp'] as const).flatMap((what) => [
        `${Math.round(median(first, what))} ms`,
        ratio(first, what, 'first'),
      ]),
      `${Math.round(median(second, 'lcp'))} ms`,
      `${Math.round(median(first, 'tbt'))} ms`,
      median(first, 'cls').toFixed(3), // rule: money - a layout shift, not an amount
    ];
    logInfo(
      `${name}: first paint, of empty, largest, of empty, second visit, blocked, shift: ${row.join(', ')}`,
    );
    return [name, ...row];
  });
  const headings = [
    'First paint',
    'of empty',
    'Largest paint',
    'of empty',
    'Second visit',
    'Blocked',
    'Shift',
  ];
  return table(['Page', ...headings], rows);
}

async function lab(browser: Browser, url: string): Promise<string> {
  const painted = await paints(browser, url);
  const reactions: (string | number)[][] = [];
  for (const { path, interactions } of walks) {
    const all = await repeat(() =>
      visitSlowly(browser, url + path, async (page) => {
        const answers: InteractionTimes[] = [];
        for (const interaction of interactions) answers.push(await measureInteraction(page, interaction));
        return answers;
      }),
    );
    interactions.forEach(({ name, cold }, place) => {
      const of = (what: keyof InteractionTimes) => ms(all.map((one) => one[place]?.[what] ?? Number.NaN));
      reactions.push([name, cold ? 'cold' : 'warm', of('answered'), of('done')]);
      logInfo(`${name}: answered ${of('answered')}, done ${of('done')}`);
    });
  }
  const clicks: (string | number)[][] = [];
  for (const slower of [1, 4]) {
    const row: string[] = [];
    for (const way of [navigationModes.product, navigationModes.nothing]) {
      const moving = await repeat(() => hoveredClicks(url, way, { slower, calm: false }));
      const calm = await repeat(() => hoveredClicks(url, way, { slower, calm: true }));
      row.push(ms(moving.map(({ first }) => first)));
      // Empty pages are not measured without the transition.
      if (way === navigationModes.product) row.push(ms(moving.map(({ next }) => next)));
      row.push(ms(calm.map(({ next }) => next)));
    }
    clicks.push([slower === 1 ? 'this one' : `${slower} times slower`, ...row]);
    logInfo(
      `What was pointed at before: first, next, calm; two empty pages, with, without: ${row.join(', ')}`,
    );
  }
  return `### In the lab

A phone of 390 px with a processor four times slower than this one, 1.6 Mb/s, 150 ms round trip, an empty cache,
behind the compressing proxy of tests/measure/proxy.ts; median of ${paintTimes} paints and ${times} taps. Aims: first paint at most 1.35 times that of an
empty page, largest 2 times, blocked 50 ms, shift 0.02. withastro/storefront's largest paints are
${storefront.map((one) => one.toFixed(1)).join(', ')} times an empty page's for home, listing and product. "Second visit" is the largest paint of
the same page opened again.

${painted}

Taps there: how soon the screen answers (the browser's own interaction time; aim 100 ms), and how soon what was
asked for is done (aim 900 ms cold, when React has to come first, and 100 ms warm):

${table(['Tap', 'Page', 'Answered', 'Done'], reactions)}

A click on a product's card that was pointed at before, the page having been rendered in advance: how soon it is
painted (aim 100 ms). The first one of a visit has the transition from card to page; where that is painted too
late, the visit goes on without it (src/layouts/motion.js), as for those who asked for less motion. Beside it
two pages with nothing on them, which is what the browser itself takes, without a graphics card:

${table(['Processor', 'First', 'Next ones', 'Less motion', 'Empty, with', 'Empty, without'], clicks)}`;
}

async function lighthouse(url: string): Promise<string> {
  const rows: (string | number)[][] = [];
  const names = new Map<string, string>(pages.map(({ name, path }) => [url + path, name]));
  await auditWithLighthouse([...names.keys()], (address, { scores, agentic, failed }) => {
    const row = [
      names.get(address) ?? '',
      scores.performance,
      scores.accessibility,
      scores['best-practices'],
      scores.seo,
      `${agentic.passed} of ${agentic.of}`,
      failed.join(', ') || 'none',
    ];
    rows.push(row);
    logInfo(`Lighthouse, ${row.join(', ')}`);
  });
  const head = ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'Agentic', 'Not passed'];
  return `### Lighthouse

Lighthouse 13.5, mobile, its own throttling, behind the same proxy, the middle one of ${runs} runs; of the agentic category the
checks that apply.

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
