/**
 * Navigation: pages are prefetched or prerendered, prerendered pages change nothing, and Back restores pages. The tests
 * use Puppeteer, because Chromium does not prerender pages that Playwright controls.
 */
import { setTimeout as timeout } from 'node:timers/promises';
import type { Browser, GoToOptions, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isWhole, startPuppeteer } from '#tools/lib/chromium.ts';
import { insertAccount } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
let browser: Browser;
let page: Page;
/** Requests made in advance, by the browser's own `Sec-Purpose` header, such as `prefetch /about`. */
let inAdvance: string[] = [];

beforeAll(async () => {
  browser = await startPuppeteer();
});
afterAll(() => browser?.close());
afterEach(() => page?.browserContext().close());

/** A new visitor with a pointer, on a page. */
async function visit(path: string, before?: () => void, options: GoToOptions = {}): Promise<void> {
  const context = await browser.createBrowserContext();
  page = await context.newPage();
  inAdvance = [];
  page.on('request', (request) => {
    const purpose = request.headers()['sec-purpose'];
    const { pathname } = new URL(request.url());
    if (purpose && request.resourceType() !== 'image') inAdvance.push(`${purpose} ${pathname}`);
  });
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(shop.stack.url + path, { waitUntil: 'networkidle0', ...options });
}

const toProduct = '.card-name a[href="/product/vitamin-c-glow-serum"]';
const product = '/product/vitamin-c-glow-serum';
/**
 * Polls the page until the result is true; an evaluation during a navigation may never settle, so it has a limit. A page
 * on a slow connection takes its time.
 */
const becomesTrue = (ask: () => Promise<boolean>) =>
  expect
    .poll(() => Promise.race([ask().catch(() => false), timeout(1_000, false)]), { timeout: 30_000 })
    .toBe(true);
const settled = (path: string) =>
  becomesTrue(() =>
    page.evaluate((wanted) => location.pathname === wanted && document.readyState === 'complete', path),
  );
/** Time between the start of loading and the display, ms; 0 for a page that was not prerendered. */
const prerenderLead = () =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
    return entry?.activationStart ?? 0;
  });

/** Follows the link by pointer; hovering over it makes the browser prerender the product. */
async function followPointedAt(whenReady: () => Promise<void> = async () => {}): Promise<void> {
  await page.hover(toProduct);
  await expect.poll(() => inAdvance).toContain(`prefetch;prerender ${product}`);
  await whenReady();
  await page.click(toProduct);
  await settled(product);
  expect(await prerenderLead()).toBeGreaterThan(0);
}
/** Follows the link by keyboard, which prerenders nothing. */
async function followByKey(): Promise<void> {
  await page.focus(toProduct);
  await page.keyboard.press('Enter');
  await settled(product);
}

test('hovering over a public link prefetches its page, but no private page or search', async () => {
  await visit('/collection');
  await page.hover('[data-cart-link]');
  await page.hover('[data-profile-login]');
  await page.hover('footer a[href^="/collection?q="]');
  // The last link may be prefetched: a prefetch of an earlier one would come before it in the list.
  await page.hover('.links a[href="/about"]');
  await expect.poll(() => inAdvance).toEqual(['prefetch /about']);
});

test('a prerendered page requests and writes nothing for the visitor until it is shown', async () => {
  const { token } = await insertAccount(shop.db, 'shopper');
  await visit('/collection');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  const countRequests = (path: string) => shop.stack.workerLogs.filter((line) => line.includes(path)).length;
  const reads = () => countRequests('/api/cart/');
  const liveReads = countRequests('/api/product/live');
  await page.hover(toProduct);
  // A prerendered page may read live stock; that request proves that its scripts have run. It is read from the Worker's
  // log: on a busy machine the page sends it before Puppeteer listens to that page.
  await expect.poll(() => countRequests('/api/product/live')).toBeGreaterThan(liveReads);
  expect(reads()).toBe(0);
  await page.click(toProduct);
  await settled(product);
  await expect.poll(reads).toBeGreaterThan(0);
});

test('nothing is loaded in advance when the visitor saves data; a skipped transition is no error', async () => {
  const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  const caught = () =>
    page.evaluate(() => {
      const names: string[] = [];
      // Chromium does not report rejections that a test has caused, so the test checks that a handler is attached.
      for (const name of ['onpageswap', 'onpagereveal'] as const)
        self[name]?.({ viewTransition: { ready: { catch: () => names.push(name) } } } as never);
      return names;
    });
  await visit('/', saveData);
  expect(await page.$('script[type=speculationrules]')).toBeNull();
  // The first page of a visit is not revealed by a transition.
  expect(await caught()).toEqual(['onpageswap']);
  await visit('/', saveData, { referer: `${shop.stack.url}/about` });
  expect(await caught()).toEqual(['onpageswap', 'onpagereveal']);
});

test('only the product’s picture moves from its card to the product page, on a slow connection too', async () => {
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
  // On a slow connection the head of the page arrives long before the picture.
  await page.setBypassServiceWorker(true);
  await page.emulateNetworkConditions({ download: 40 * 1024, upload: 40 * 1024, latency: 20 });
  await followByKey();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.moved))
    .toBe('product-picture');

  // The page is painted late because it had to be fetched: that does not turn transitions off. The shop's observer was
  // added before this one, so it has judged the paint when this one sees it.
  const painted = await page.evaluate(
    () =>
      new Promise<number>((seen) => {
        new PerformanceObserver((list) => seen(list.getEntries()[0]?.startTime ?? 0)).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
  expect(painted).toBeGreaterThan(85);
  expect(await page.evaluate(() => sessionStorage.motion)).toBeUndefined();
});

describe('a transition after which a prerendered page is painted too late', () => {
  const transitionsAreOff = () => becomesTrue(() => page.evaluate(() => sessionStorage.motion === 'none'));
  /** Runs in every page: notes whether it opens with a view transition. */
  const noteMotion = () =>
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      document.documentElement.dataset.moves = String(viewTransition !== null);
    });
  const moves = () => page.evaluate(() => document.documentElement.dataset.moves);

  test('is detected on that page', async () => {
    await visit('/collection');
    await followPointedAt(() => page.emulateCPUThrottling(20));
    await transitionsAreOff();
  });

  test('turns transitions off for the rest of the visit', async () => {
    await visit('/collection', noteMotion);
    await page.evaluate(() => {
      sessionStorage.motion = 'none';
    });
    await followByKey();
    await expect.poll(moves).toBe('false');
  });
});

/** The tests' small Chromium has no back/forward cache; a complete one, set with CHROMIUM_PATH, has it. */
describe.runIf(isWhole)('Back restores a page from the back/forward cache', () => {
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
