/**
 * A visitor with a browser. Errors in the console and failed requests fail the test, unless the test expects them.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBrowser } from '#tools/lib/chromium.ts';
import type { TestShop } from '../support/shop.ts';
import { addDelays } from './delays.ts';

/** An answer that a test expects to fail, by the path it is asked at and its status (0: no answer). */
type Expected = { path: string | RegExp; status: number };

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Announces failing answers; they must come, and no others may. */
  expectFailure(...failures: Expected[]): void;
  /** Announces answers that may fail, and need not. */
  allowFailure(...failures: Expected[]): void;
  /** Announces something that the console will call an error. */
  expectConsole(text: string): void;
  /** Another tab of the same browser. */
  newTab(): Promise<Page>;
};

/** Widths that every walk is made at: a mid-range phone, a small laptop. */
export const widths = [390, 1280] as const;

const matches = (expected: Expected, path: string, status: number): boolean =>
  expected.status === status &&
  (typeof expected.path === 'string' ? expected.path === path : expected.path.test(path));

/** Starts Chromium for this file; `visit` opens a fresh profile, which is closed after its test. */
export function useBrowser(shop: TestShop) {
  let browser: Browser;
  let open: { context: BrowserContext; missing: () => Expected[]; problems: string[] }[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    const done = open;
    open = [];
    // What a page has already shown of an answer can be ahead of our being told that the answer came.
    const late = await Promise.allSettled(done.map(({ missing }) => becomes(missing, [])));
    for (const { context } of done) await context.close();
    for (const { problems } of done) expect(problems).toEqual([]);
    for (const one of late) if (one.status === 'rejected') throw one.reason;
  });
  afterAll(() => browser?.close());

  async function visit(width: number, options: BrowserContextOptions = {}): Promise<Visitor> {
    const phone = width < 600;
    const context = await browser.newContext({
      baseURL: shop.stack.url,
      viewport: { width, height: phone ? 844 : 800 },
      // A phone has a thumb, not a pointer; the shop asks, so the browser must say so.
      isMobile: phone,
      hasTouch: phone,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      // What a page loads, and when, is judged without a helper; the offline suites ask for it.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(10_000);
    await addDelays(context);
    const problems: string[] = [];
    const announced: string[] = [];
    // One visit in ten, by lot, asks for what tells its speed, and loses nothing without it.
    const expected: { failure: Expected; came: boolean }[] = [
      { failure: { path: /\/beacon\./, status: 0 }, came: true },
    ];
    const fails = (url: string, status: number): boolean => {
      const path = new URL(url).pathname;
      const known = expected.find(({ failure }) => matches(failure, path, status));
      if (known) known.came = true;
      else problems.push(`${status || 'no answer'} from ${path}`);
      return Boolean(known);
    };
    context.on(
      'response',
      (response) => response.status() >= 400 && fails(response.url(), response.status()),
    );
    context.on('requestfailed', (request) => {
      // Leaving a page ends what it was still loading.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') fails(request.url(), 0);
    });
    context.on('weberror', (problem) => problems.push(`uncaught: ${problem.error()}`));
    context.on('console', (message) => {
      // Failed loads are judged above, where their address and status are known.
      const text = message.text();
      if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
      if (!announced.some((one) => text.includes(one))) problems.push(`console: ${text}`);
    });
    const missing = () => expected.filter(({ came }) => !came).map(({ failure }) => failure);
    open.push({ context, missing, problems });
    return {
      context,
      page: await context.newPage(),
      expectFailure: (...failures) => expected.push(...failures.map((failure) => ({ failure, came: false }))),
      allowFailure: (...failures) => expected.push(...failures.map((failure) => ({ failure, came: true }))),
      expectConsole: (text) => announced.push(text),
      newTab: () => context.newPage(),
    };
  }

  return { visit };
}

/** Waits until it can be seen. */
export const see = (what: Locator): Promise<void> => what.first().waitFor({ state: 'visible' });

/** Waits until it cannot be seen, or is not there. */
export const gone = (what: Locator): Promise<void> => what.first().waitFor({ state: 'hidden' });

/** Waits until something that is asked again and again gives the expected answer. */
export const becomes = <T>(ask: () => T | Promise<T>, expected: T): Promise<void> =>
  expect.poll(ask).toEqual(expected);

/** Where a page is, without the host: `/collection?q=rose`. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
