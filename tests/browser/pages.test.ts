/** Rules for every page: it is accessible, safe and light, and has no dead links. */
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sumOf, type Weights, weigh } from '#tools/audit/weigh.ts';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { becomes, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const publicPages = [
  '/',
  '/collection',
  '/product/vitamin-c-glow-serum',
  '/product/morning-ritual-kit',
  '/about',
  '/about/ingredients',
  '/about/sustainability',
  '/about/team',
  '/journal',
  '/journal/turmeric-and-saffron',
  '/contact',
  '/policies/privacy',
  '/policies/terms',
  '/policies/shipping',
  '/policies/refund',
  '/policies/grievance',
];
/** Pages that links in emails open; their URLs carry a key. */
const mailedPages = ['/reset', '/account/email'];
/** Private pages that consist of an island: React loads at once, and search engines may not index them. */
const privatePages = [
  '/cart',
  '/login',
  '/register',
  '/forgot',
  ...mailedPages,
  '/account',
  '/checkout',
  '/place-order',
  '/orders',
];
const pages = [...publicPages, ...privatePages, '/unsubscribe', '/offline'];

/** KiB of brotli that a first visit loads without any interaction, inline scripts included. */
const scriptBudget = (path: string): number => {
  if (path === '/') return 32;
  if (path === '/collection') return 10;
  if (path.startsWith('/product/')) return 12;
  if (privatePages.includes(path)) return 90;
  return 8;
};
const styleBudget = 12;
const fontBudget = 60;
/** Everything that home loads on a phone, KiB. */
const homeBudget = 450;
/** One film, KiB. */
const filmBudget = 400;

/** Measures the one visit in ten that also loads the script for the page's speed: it has the same budget. */
async function measure(path: string): Promise<Weights> {
  const { page, context } = await visit(390);
  await context.addInitScript('Math.random = () => 0.05');
  return weigh(page, path);
}

describe.each(pages)('%s', (path) => {
  test.each(widths)('is accessible and fits its window, at %d px', async (width) => {
    const { page } = await visit(width);
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  test('has a title, a language, one heading and its meta tags', async () => {
    const { page } = await visit(1280);
    await page.goto(path);
    expect(await page.title()).toMatch(/Harita/);
    expect(await page.locator('html').getAttribute('lang')).toBe('en-IN');
    await becomes(() => page.locator('h1').count(), 1);
    const meta = (selector: string, attribute: string) =>
      page.locator(selector).evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), attribute);
    if (publicPages.includes(path)) {
      expect(await meta('meta[name=description]', 'content')).toEqual([expect.stringMatching(/.{40}/)]);
      expect(await meta('link[rel=canonical]', 'href')).toEqual([expect.stringMatching(/^https:\/\//)]);
    } else expect(await meta('meta[name=robots]', 'content')).toEqual([expect.stringContaining('noindex')]);
  });

  test('runs no foreign inline script, and cannot be framed', async () => {
    const { page, expectConsole } = await visit(1280);
    expectConsole('Executing inline script violates');
    const response = await page.goto(path);
    const policy = await page.locator('meta[http-equiv=content-security-policy]').getAttribute('content');
    const scripts = /script-src ([^;]*)/.exec(policy ?? '')?.[1] ?? '';
    expect(scripts).toContain("'self'");
    // Only the payment window's hosts are an exception (pay-policy.test.ts).
    const foreign = /^\/(checkout|place-order)$/.test(path) ? /unsafe|http:|\*/ : /unsafe|https?:|\*/;
    expect(scripts).not.toMatch(foreign);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'self'");
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe(
      mailedPages.includes(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    );
    expect(headers['cross-origin-opener-policy']).toBe(
      /checkout|place-order/.test(path) ? 'same-origin-allow-popups' : 'same-origin',
    );
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.head.appendChild(script);
      return 'injected' in window;
    });
    expect(ran).toBe(false);
  });

  test('keeps to its budget', async () => {
    const { script, stylesheet, font } = await measure(path);
    expect(script).toBeGreaterThan(1);
    expect(script).toBeLessThanOrEqual(scriptBudget(path));
    expect(stylesheet).toBeGreaterThan(1);
    expect(stylesheet).toBeLessThanOrEqual(styleBudget);
    expect(font).toBeGreaterThan(1);
    expect(font).toBeLessThanOrEqual(fontBudget);
  });

  test('loads its scripts with low priority', async () => {
    const { page } = await visit(390);
    await page.goto(path);
    const urgent = page.locator('script[src]:not([fetchpriority="low"])');
    expect(await urgent.evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([]);
  });
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

test('home keeps to its total budget, and loads its films only near the viewport', async () => {
  const weights = await measure('/');
  expect(weights.media).toBe(0);
  expect(weights.image).toBeGreaterThan(10);
  expect(sumOf(weights)).toBeLessThanOrEqual(homeBudget);
  const { page } = await visit(390);
  await page.goto('/');
  const films = await page
    .locator('video source, video[src], video[data-src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? one.getAttribute('data-src') ?? ''));
  expect(films.length).toBeGreaterThan(0);
  for (const film of films) {
    const bytes = await (await fetch(new URL(film, shop.stack.url))).arrayBuffer();
    expect(bytes.byteLength / 1024).toBeLessThanOrEqual(filmBudget);
  }
});

test('no link leads to a missing page or anchor', async () => {
  const { page } = await visit(1280);
  const dead: string[] = [];
  const seen = new Map<string, Set<string>>();
  const open = async (path: string): Promise<Set<string>> => {
    const known = seen.get(path);
    if (known) return known;
    const response = await fetch(shop.stack.url + path);
    const html = await response.text();
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
    if (response.status !== 200) dead.push(`${response.status} ${path}`);
    seen.set(path, ids);
    return ids;
  };
  for (const from of pages) {
    await page.goto(from, { waitUntil: 'networkidle' });
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    for (const link of new Set(links)) {
      const url = new URL(link);
      if (url.origin !== shop.stack.url) continue;
      const ids = await open(url.pathname);
      if (url.hash && !ids.has(decodeURIComponent(url.hash.slice(1))))
        dead.push(`${from}: ${url.pathname}${url.hash}`);
    }
  }
  expect(dead).toEqual([]);
});

test('an unknown path has its own page, with status 404', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure({ path: '/nowhere', status: 404 });
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBeTruthy();
});
