/**
 * Every page as a first visit gets it, in one table: it is accessible, fits its window, is safe and light, logs no
 * error, and has no dead links. States that take steps are in states.test.ts; what the built HTML says is tested in
 * tests/built.
 */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sumOf, weigh } from '#tools/audit/weigh.ts';
import { deadLinks } from '../built/pages.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { becomes, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

/** KiB of brotli that a first visit loads without any interaction, inline scripts and styles included. */
const budget = { script: 8, stylesheet: 12, font: 60 };
/** An island: React loads at once. */
const island = 90;
/** The same scripts vary by this many KiB between builds, since the hashes in their names compress differently. */
const spread = 0.05;

type Row = {
  path: string;
  /** KiB. */
  script?: number;
  /** Everything that the page loads, KiB. */
  total?: number;
  status?: number;
  /** Pages whose layout differs between phone and laptop beyond the columns of their text. */
  atBothWidths?: true;
  /** Steps to the state that the page reaches without the visitor. */
  reach?: (page: Page) => Promise<void>;
  headers?: Record<string, string>;
};

/** Until the last of the page's scripts has started. */
const clientsMove = async (page: Page): Promise<void> => {
  const clients = page.getByRole('region', { name: 'Happy Clients', exact: true });
  await clients.scrollIntoViewIfNeeded();
  await becomes(() => clients.locator('.carousel-dots button[aria-current="true"]').count(), 1);
};
const figuresCome = async (page: Page): Promise<void> => {
  const received = page.locator('[data-count="received"]');
  await received.scrollIntoViewIfNeeded();
  await becomes(() => received.textContent(), '0');
};
/** Pages about a person. */
const personal = { 'cross-origin-opener-policy': 'same-origin' };
const payment = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
/** Emails link to these pages with a key in the URL. */
const mailed = { ...personal, 'referrer-policy': 'no-referrer' };

const rows: Row[] = [
  { path: '/', script: 32, total: 450, atBothWidths: true, reach: clientsMove },
  { path: '/collection', script: 10, atBothWidths: true },
  { path: '/product/vitamin-c-glow-serum', script: 12, atBothWidths: true },
  { path: '/product/morning-ritual-kit', script: 12 },
  { path: '/ingredients', atBothWidths: true },
  { path: '/ingredients/niacinamide', atBothWidths: true },
  { path: '/skin', atBothWidths: true },
  { path: '/about' },
  { path: '/about/ingredients' },
  { path: '/about/sustainability' },
  { path: '/about/team' },
  { path: '/journal' },
  { path: '/journal/turmeric-and-saffron' },
  { path: '/contact', atBothWidths: true },
  { path: '/routine', atBothWidths: true },
  { path: '/policies/privacy' },
  { path: '/policies/terms' },
  { path: '/policies/shipping' },
  { path: '/policies/refund' },
  { path: '/policies/reviews', reach: figuresCome },
  { path: '/policies/grievance' },
  { path: '/policies/fair-design' },
  { path: '/product/vitamin-c-glow-serum/reviews' },
  { path: '/cart', script: island },
  { path: '/login', script: island, headers: personal },
  { path: '/register', script: island, headers: personal },
  { path: '/forgot', script: island, headers: personal },
  { path: '/reset', script: island, headers: mailed },
  { path: '/account/email', script: island, headers: mailed },
  { path: '/account', script: island, headers: personal },
  { path: '/checkout', script: island, headers: payment },
  { path: '/place-order', script: island, headers: payment },
  { path: '/orders', script: island, headers: personal },
  { path: '/order', script: island, headers: personal },
  { path: '/invoice', script: island, headers: personal },
  { path: '/track', script: island, headers: personal },
  { path: '/unsubscribe' },
  { path: '/offline' },
  { path: '/nowhere', status: 404 },
];

test.each(rows)('$path', async ({ path, script = budget.script, total, status = 200, reach, ...row }) => {
  const { page, context, expectConsole, expectFailure } = await visit(390);
  if (status !== 200) expectFailure({ path, status });
  // The one visit in ten that also loads the script for the page's speed: it has the same budget.
  await context.addInitScript('Math.random = () => 0.05');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  const weights = await weigh(page, path);
  for (const [kind, most] of Object.entries({ ...budget, script }) as [keyof typeof budget, number][]) {
    expect(weights[kind], kind).toBeGreaterThan(1);
    expect(weights[kind], kind).toBeLessThanOrEqual(most + spread);
  }
  expect(weights.media).toBe(0);
  if (total) expect(sumOf(weights)).toBeLessThanOrEqual(total);

  // No payment window, and nothing from other hosts.
  expect(requests.filter((url) => !url.startsWith(shop.stack.url) || url.includes('/dev/'))).toEqual([]);

  // The first picture is requested before it is laid out: in the size that is shown.
  const first = page.locator('img[fetchpriority="high"]');
  const shown = await first.evaluateAll(([one]) => (one as HTMLImageElement | undefined)?.currentSrc);
  if (shown) expect(requests.find((url) => /\.(avif|webp|jpg)$/.test(url))).toBe(shown);

  const response = await answered;
  expect(response.status()).toBe(status);
  expect(response.headers()).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...row.headers,
  });

  await becomes(() => page.locator('h1').count(), 1);
  await reach?.(page);
  await looksRight(page, path, { atBothWidths: row.atBothWidths ?? false });
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(deadLinks(links, status === 404 ? '/404' : path)).toEqual([]);

  expectConsole('Executing inline script violates');
  const ran = await page.evaluate(() => {
    const injected = document.createElement('script');
    injected.textContent = 'window.injected = true';
    document.head.appendChild(injected);
    return 'injected' in window;
  });
  expect(ran).toBe(false);
});

test.each([390, 800, 1280])('at %i px the footer has its height before it is laid out', async (width) => {
  const { page } = await visit(width);
  await page.goto('/about');
  const heights = await page.locator('.footer').evaluate((footer) => {
    const reserved = footer.clientHeight;
    delete document.documentElement.dataset.fresh;
    return { reserved, real: footer.clientHeight };
  });
  expect(heights.reserved).toBeGreaterThanOrEqual(heights.real);
  expect(heights.reserved).toBeLessThanOrEqual(heights.real + 16);
});

test('the service worker comes after the page, within its own budget, without errors', async () => {
  const { page, context } = await visit(390, { serviceWorkers: 'allow' });
  const worker = context.waitForEvent('serviceworker');
  await page.goto('/', { waitUntil: 'networkidle' });
  expect((await worker).url()).toBe(`${shop.stack.url}/sw.js`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const script = await (await fetch(`${shop.stack.url}/sw.js`)).text();
  expect(brotliCompressSync(script).length / 1024).toBeLessThanOrEqual(14);
  const kept: string[] = await page.evaluate(async () =>
    (await (await caches.open('harita-shell')).keys()).map(({ url }) => url),
  );
  const bodies = await Promise.all(
    kept.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
  );
  const sent = bodies.reduce((sum, body) => sum + Math.min(brotliCompressSync(body).length, body.length), 0);
  expect(kept.length).toBeLessThanOrEqual(45);
  expect(sent / 1024).toBeLessThanOrEqual(200);
});

test('an unknown page has a search', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure({ path: '/nowhere/at-all', status: 404 });
  await page.goto('/nowhere/at-all');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Nothing grows here');
  const main = page.getByRole('main');
  await main.getByLabel('Search products').fill('neem');
  await main.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/collection?q=neem');
});

test('/offline explains the failure, makes no API request, and can be tried again', async () => {
  const { page } = await visit(390);
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await page.goto('/offline', { waitUntil: 'networkidle' });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are offline');
  expect(calls).toEqual([]);
  const reloaded = page.waitForRequest('**/offline');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await reloaded;
});

test('the sitemap and the feed are valid XML', async () => {
  const { page } = await visit(1280);
  await page.goto('/robots.txt');
  const found = await page.evaluate(() =>
    Promise.all(
      ['/sitemap-0.xml', '/feed.xml'].map(async (path) => {
        const text = await (await fetch(path)).text();
        const parsed = new DOMParser().parseFromString(text, 'application/xml');
        return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.tagName;
      }),
    ),
  );
  expect(found).toEqual(['urlset', 'rss']);
});
