/**
 * The lab: Chromium simulates a mid-range phone on a slow line: processor four times slower, 1.6 Mb/s, 150 ms round
 * trip, an empty cache for each visit.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
};

/** Times in ms, shift without a unit. */
export type Paints = { fcp: number; lcp: number; tbt: number; cls: number };

/** Runs in the page before its own scripts. */
const observe = () => {
  const seen = { lcp: 0, cls: 0, tasks: [] as { start: number; duration: number }[], slowest: 0 };
  const watch = (type: string, read: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ start: startTime, duration });
  });
  watch(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming).interactionId)
        seen.slowest = Math.max(seen.slowest, entry.duration);
    },
    { durationThreshold: 16 },
  );
  Object.assign(window, { seenInLab: seen });
};

type Seen = { lcp: number; cls: number; tasks: { start: number; duration: number }[]; slowest: number };
declare global {
  interface Window {
    seenInLab: Seen;
  }
}

/** Opens a page in the lab and waits, untouched, until 3.5 s after it has loaded. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(3_500);
}

/** Opens a page of the lab's phone, which has no address yet, and closes it after `work`. */
export async function inLab<T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ ...phone, ...options });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(observe);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** One visit in the lab. */
export const visitSlowly = <T>(browser: Browser, url: string, look: (page: Page) => Promise<T>): Promise<T> =>
  inLab(browser, async (page) => {
    await open(page, url);
    return look(page);
  });

/** The paints of a first visit and of the same page opened again. */
export const visitTwiceSlowly = (browser: Browser, url: string): Promise<{ first: Paints; second: Paints }> =>
  inLab(browser, async (page) => {
    await open(page, url);
    const first = await paintsOf(page);
    await open(page, url);
    return { first, second: await paintsOf(page) };
  });

/** When the page was painted, how long it kept the processor after that, and how far it shifted. */
const paintsOf = (page: Page): Promise<Paints> =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const fcp = paint?.startTime ?? Number.NaN;
    const { lcp, cls, tasks } = window.seenInLab;
    const blocked = tasks.filter(({ start }) => start >= fcp).map(({ duration }) => duration - 50);
    return { fcp, lcp, cls, tbt: blocked.reduce((sum, one) => sum + Math.max(0, one), 0) };
  });

/**
 * A tap and its expected result.
 * @property done runs in the page: whether the result is visible
 */
export type Interaction = { tap: string; done: () => boolean };

/** @property answered ms from the tap to the next paint @property done ms until the result is visible */
export type InteractionTimes = { answered: number; done: number };

/** Taps, and waits until the result is visible. */
export async function measureInteraction(page: Page, { tap, done }: Interaction): Promise<InteractionTimes> {
  await page.evaluate(`{
    window.seenInLab.slowest = 0;
    delete window.doneAfter;
    const done = ${done};
    addEventListener('pointerdown', ({ timeStamp }) => {
      const look = () => done() ? (window.doneAfter = performance.now() - timeStamp) : requestAnimationFrame(look);
      look();
    }, { once: true, capture: true });
  }`);
  const target = page.locator(tap).first();
  await target.scrollIntoViewIfNeeded();
  // Playwright's own hit test would count as time of the page.
  await target.tap({ force: true });
  await page.waitForFunction(() => 'doneAfter' in window);
  // The browser reports an event some frames after its end.
  await page.waitForTimeout(1_000);
  return page.evaluate(() => ({
    answered: window.seenInLab.slowest,
    done: (window as Window & { doneAfter?: number }).doneAfter ?? Number.NaN,
  }));
}
