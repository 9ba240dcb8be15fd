/**
 * Navigation: which pages are prefetched and prerendered, that prerendered pages change nothing, and that Back restores
 * pages. With Puppeteer, because Chromium does not prerender pages that Playwright controls.
 */
import { setTimeout as unanswered } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isWhole, startPuppeteer } from '#tools/lib/chromium.ts';
import { speculationRules } from '../../src/layouts/speculation.ts';
import { insertAccount } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { becomes } from './visitor.ts';

const shop = useShop();
let browser: Browser;
let page: Page;
/** `prefetch /about`: what was asked for in advance, as the browser itself said. */
let inAdvance: string[] = [];

beforeAll(async () => {
  browser = await startPuppeteer();
});
afterAll(() => browser?.close());
afterEach(() => page?.browserContext().close());

/** A new visitor with a pointer, on a page. */
async function visit(path: string, before?: () => void): Promise<void> {
  const context = await browser.createBrowserContext();
  page = await context.newPage();
  inAdvance = [];
  page.on('request', (request) => {
    const purpose = request.headers()['sec-purpose'];
    const { pathname } = new URL(request.url());
    if (purpose && request.resourceType() !== 'image') inAdvance.push(`${purpose} ${pathname}`);
  });
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(shop.stack.url + path, { waitUntil: 'networkidle0' });
}

const toProduct = '.card-name a[href="/product/vitamin-c-glow-serum"]';
const product = '/product/vitamin-c-glow-serum';
/** Asks the page until it says so; while pages change hands nobody answers, then or ever. */
const becomesTrue = (ask: () => Promise<boolean>) =>
  becomes(() => Promise.race([ask().catch(() => false), unanswered(1_000, false)]), true);
const settled = (path: string) =>
  becomesTrue(() =>
    page.evaluate((wanted) => location.pathname === wanted && document.readyState === 'complete', path),
  );
/** When the page was shown, ms after it was begun; 0 for one that was not made in advance. */
const shownAfter = () =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
    return entry?.activationStart ?? 0;
  });

/** By a pointer that rests on the link, which is what has the product rendered in advance. */
async function followPointedAt(whenReady: () => Promise<void> = async () => {}): Promise<void> {
  await page.hover(toProduct);
  await expect.poll(() => inAdvance).toContain(`prefetch;prerender ${product}`);
  await whenReady();
  await page.click(toProduct);
  await settled(product);
  expect(await shownAfter()).toBeGreaterThan(0);
}
/** By the keyboard, which has nothing rendered in advance. */
async function followByKey(): Promise<void> {
  await page.focus(toProduct);
  await page.keyboard.press('Enter');
  await settled(product);
}

describe('what the rules say', () => {
  const rules = JSON.parse(speculationRules) as Record<
    'prerender' | 'prefetch',
    {
      eagerness: string;
      where: { and: [{ href_matches: string[] }, ...{ not: Record<string, string> }[]] };
    }[]
  >;
  const all = [...rules.prerender, ...rules.prefetch];
  const may = (path: string): boolean =>
    all.some(({ where: { and } }) => {
      const [{ href_matches: addresses }, ...exceptions] = and;
      const is = (pattern: string) =>
        new URLPattern(pattern, 'https://shop.example').test(path, 'https://shop.example');
      return addresses.some(is) && !exceptions.some(({ not }) => not.href_matches && is(not.href_matches));
    });

  test('nothing happens before somebody is about to follow a link', () =>
    expect(new Set(all.map(({ eagerness }) => eagerness))).toEqual(new Set(['moderate'])));
  test.each([
    '/',
    '/collection',
    '/collection/2',
    product,
    '/about',
    '/about/team',
    '/journal/x',
    '/policies/terms',
  ])('%s may be made in advance', (path) => expect(may(path)).toBe(true));
  test.each([
    ...['/cart', '/checkout', '/place-order', '/orders', '/account', '/account/email', '/login', '/register'],
    ...['/forgot', '/reset', '/verify', '/unsubscribe', '/desk', '/edit', '/dev', '/api/store', '/offline'],
    '/collection?q=serum',
  ])('%s may not', (path) => expect(may(path)).toBe(false));
});

test('a product that is pointed at is rendered before it is clicked', async () => {
  await visit('/collection');
  await followPointedAt();
});

test('another public page is only fetched', async () => {
  await visit('/collection');
  await page.hover('.links a[href="/about"]');
  await expect.poll(() => inAdvance).toEqual(['prefetch /about']);
});

test('a private page is not, nor a search', async () => {
  await visit('/collection');
  await page.hover('[data-cart-link]');
  await page.hover('[data-profile-login]');
  await page.hover('a[href^="/collection?q="]');
  // One that may be comes after them: had they been asked for, they would be in the list before it.
  await page.hover('.links a[href="/about"]');
  await expect.poll(() => inAdvance).toEqual(['prefetch /about']);
});

test('who saves data is sent nothing in advance', async () => {
  await visit('/collection', () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  expect(await page.$('script[type=speculationrules]')).toBeNull();
});

test('a page that was made in advance asks and writes for nobody until it is shown', async () => {
  const { token } = await insertAccount(shop.db, 'shopper');
  await visit('/collection');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  const reads = () => shop.stack.workerLogs.filter((line) => line.includes('/api/cart/')).length;
  await page.hover(toProduct);
  // Its live state may be read in advance; that it has been shows that its scripts have run.
  await expect.poll(() => inAdvance).toContain('prefetch;prerender /api/product/live');
  expect(reads()).toBe(0);
  await page.click(toProduct);
  await settled(product);
  await expect.poll(reads).toBeGreaterThan(0);
});

test('a picture that the browser leaves behind is no error', async () => {
  await visit('/');
  const caught = await page.evaluate(() => {
    const names: string[] = [];
    // Chromium does not tell of rejections that a test has made, so the test asks who waits for them.
    for (const name of ['onpageswap', 'onpagereveal'] as const)
      self[name]?.({ viewTransition: { ready: { catch: () => names.push(name) } } } as never);
    return names;
  });
  expect(caught).toEqual(['onpageswap', 'onpagereveal']);
});

test('a product’s picture goes along from its card to its page, and nothing else does', async () => {
  const note = () =>
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Event & { viewTransition: { ready: Promise<void> } | null };
      void viewTransition?.ready.then(() => {
        const names = document
          .getAnimations()
          .map(({ effect }) =>
            /^::view-transition.*\((.*)\)/.exec((effect as KeyframeEffect).pseudoElement ?? ''),
          )
          .flatMap((found) => found?.[1] ?? []);
        document.documentElement.dataset.moved = [...new Set(names)].join(' ');
      });
    });
  await visit('/collection', note);
  // The head of the page is there long before the picture.
  await page.setBypassServiceWorker(true);
  await page.emulateNetworkConditions({ download: 40 * 1024, upload: 40 * 1024, latency: 20 });
  await followByKey();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.moved))
    .toBe('product-picture');
});

describe('a transition after which a page that was ready is painted too late', () => {
  const isGone = () => becomesTrue(() => page.evaluate(() => sessionStorage.motion === 'none'));
  /** Runs in every page: notes whether it comes with a transition. */
  const noteMotion = () =>
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      document.documentElement.dataset.moves = String(viewTransition !== null);
    });
  const moves = () => page.evaluate(() => document.documentElement.dataset.moves);

  test('is noticed on that page', async () => {
    await visit('/collection');
    await followPointedAt(() => page.emulateCPUThrottling(20));
    await isGone();
  });

  test('is no verdict on a page that had to be fetched', async () => {
    await visit('/collection');
    await page.emulateCPUThrottling(20);
    await followByKey();
    // Judged when it is painted, by an observer that was there before this one.
    await page.evaluate(
      () =>
        new Promise((seen) => {
          new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
        }),
    );
    expect(await page.evaluate(() => sessionStorage.motion)).toBeUndefined();
  });

  test.each([
    ['is the last one of the visit', true, 'false'],
    ['is not the last one when it was quick', false, 'true'],
  ])('%s', async (_, late, expected) => {
    await visit('/collection', noteMotion);
    if (late)
      await page.evaluate(() => {
        sessionStorage.motion = 'none';
      });
    await followByKey();
    await expect.poll(moves).toBe(expected);
  });
});

/** The small Chromium of the tests cannot keep pages; a whole one, named by CHROMIUM_PATH, can. */
describe.runIf(isWhole)('Back finds the page as it was left', () => {
  test.each(['/', '/collection', product, '/about', '/contact', '/journal', '/policies/terms'])(
    '%s',
    async (path) => {
      await visit(path, () =>
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.kept = String(persisted);
        }),
      );
      const elsewhere = path === '/about' ? '/contact' : '/about';
      await page.evaluate((to) => location.assign(to), elsewhere);
      await settled(elsewhere);
      await page.evaluate(() => history.back());
      await settled(path);
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.kept)).toBe('true');
    },
  );
});
