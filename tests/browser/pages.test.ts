/**
 * Pages as a first visit gets them, one of each kind (first-visit.ts), with the headers of all. States that take steps are
 * in states.test.ts; what the built HTML says is tested in tests/built.
 */
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { headersOf, pages, similarPages, testFirstVisits } from './first-visit.ts';
import { requested } from './steps.ts';
import { becomes } from './visitor.ts';

const { shop, visit, test } = browserTest();

testFirstVisits(shop, visit, pages);

test.each(similarPages)('$path has its headers', async (row) => {
  const response = await fetch(shop.stack.url + row.path);
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([200, headersOf(row)]);
});

/** The longest run of rows of a picture that have one and the same colour, px. */
async function emptyBand(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  let longest = 0;
  let run = 0;
  for (let row = 0; row < info.height; row += 1) {
    const pixels = data.subarray(row * info.width, (row + 1) * info.width);
    const isEmpty = pixels.every((pixel) => pixel === pixels[0]);
    run = isEmpty && pixels[0] === data[(row - 1) * info.width] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

// An empty wish list has little more than the footer.
test.each(
  [...pages, ...similarPages].filter(
    ({ path, headers, status }) => !headers && !status && path !== '/wishlist',
  ),
)('a picture of the whole of $path, without scrolling, has no empty band', async ({ path }) => {
  const { page } = await visit(390, { path });
  await becomes(() => page.evaluate(() => document.documentElement.dataset.fresh === undefined), true);
  await page.waitForLoadState('networkidle');
  expect(await emptyBand(await page.screenshot({ fullPage: true }))).toBeLessThan(300);
});

test('a page that is opened at an anchor is laid out at once, so that the anchor stays in its place', async () => {
  const { page } = await visit(390);
  // Without an anchor it would stay as it is.
  await page.addInitScript(() => {
    self.requestIdleCallback = () => 0;
  });
  const isFresh = () => page.evaluate(() => 'fresh' in document.documentElement.dataset);
  await page.goto('/about');
  expect(await isFresh()).toBe(true);
  await page.goto(`/product/${serum}#reviews`);
  expect(await isFresh()).toBe(false);
  await becomes(
    () => page.locator('#reviews').evaluate((one) => Math.abs(one.getBoundingClientRect().top) < 200),
    true,
  );
});

test.each([390, 800, 1280])('at %i px the footer has its height before it is laid out', async (width) => {
  const { page } = await visit(width);
  // The page would be complete soon (layouts/fresh.js).
  await page.addInitScript(() => {
    self.requestIdleCallback = () => 0;
  });
  await page.goto('/about');
  const heights = await page.locator('.footer').evaluate((footer) => {
    const reserved = footer.clientHeight;
    delete document.documentElement.dataset.fresh;
    return { reserved, real: footer.clientHeight };
  });
  const change =
    `The footer is laid out when it comes into view, and until then takes ${heights.reserved} px: the page must not jump ` +
    `when it becomes ${heights.real} px high. Set contain-intrinsic-size for this width in src/features/footer/Footer.astro ` +
    `to ${heights.real / 16} rem or at most 1 rem more`;
  expect(heights.reserved, change).toBeGreaterThanOrEqual(heights.real);
  expect(heights.reserved, change).toBeLessThanOrEqual(heights.real + 16);
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
  expect(kept.length).toBeLessThanOrEqual(48);
  expect(sent / 1024).toBeLessThanOrEqual(200);
});

test('an unknown page has a search', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure('/nowhere/at-all', 404);
  await page.goto('/nowhere/at-all');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This page does not exist');
  const main = page.getByRole('main');
  await main.getByLabel('Search products').fill('neem');
  await main.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/collection?q=neem');
});

test('/offline explains the failure, makes no API request, and can be tried again', async () => {
  const { page } = await visit(390);
  const calls = requested(page, /\/api\//);
  await page.goto('/offline', { waitUntil: 'networkidle' });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are offline');
  expect(calls).toEqual([]);
  const reloaded = page.waitForRequest('**/offline');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await reloaded;
});

test('the sitemap and the feed are valid XML', async () => {
  const { page } = await visit(1280, { path: '/robots.txt' });
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
