/**
 * A visitor with a browser. Console errors and failed requests fail the test, unless the test expects them.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { startBrowser } from '#tools/lib/chromium.ts';
import type { TestShop } from '../support/shop.ts';
import { addDelays } from './delays.ts';

/** A failure that a test expects: the path of the request and its status (0: no response). */
type Expected = { path: string | RegExp; status: number };

type FailedAnswer = { status: number; json?: object; body?: string };

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Declares failures of requests for a path, one of each status (0: no response): they must happen, and no others may. */
  expectFailure(path: Expected['path'], ...statuses: number[]): void;
  /** Declares failures that may happen. */
  allowFailure(path: Expected['path'], ...statuses: number[]): void;
  /**
   * Lets the page's next request for a path fail, without an answer unless one is given, and declares that failure.
   * @param answer its body is by default an empty object
   */
  failOnce(path: string, answer?: FailedAnswer): Promise<unknown>;
  /** Disconnects the browser. From now on, requests may fail. @param path of these requests, default: all */
  goOffline(path?: RegExp): Promise<void>;
  goOnline(): Promise<void>;
  /** Declares text that the console reports as an error. */
  expectConsole(text: string): void;
  /** Opens another tab in the same browser. */
  newTab(): Promise<Page>;
};

/** Widths of all tests: a mid-range phone and a small laptop, px. */
export const widths = [390, 1280] as const;

const matches = (expected: Expected, path: string, status: number): boolean =>
  expected.status === status &&
  (typeof expected.path === 'string' ? expected.path === path : expected.path.test(path));

let started: Promise<Browser> | undefined;

/** One process for a page and its frames: a tenth less work. The same-origin policy does not depend on processes. */
const fewerProcesses = ['--disable-site-isolation-trials'];

/** The Chromium of this test worker, which ends with it; a new one if the last has crashed. */
async function sharedBrowser(): Promise<Browser> {
  const last = await started?.catch(() => undefined);
  if (!last?.isConnected()) started = startBrowser(fewerProcesses);
  return started as Promise<Browser>;
}

/** @property path of the page that is opened at once */
export type VisitOptions = BrowserContextOptions & { path?: string };

/** `visit` opens a fresh profile, which is closed after its test. */
export function useBrowser(shop: TestShop) {
  let browser: Browser;
  let open: { context: BrowserContext; missing: () => Expected[]; problems: string[] }[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    const done = open;
    open = [];
    // The page may already show a response whose event has not reached the test yet.
    const late = await Promise.allSettled(done.map(({ missing }) => becomes(missing, [])));
    for (const { context } of done) await context.close();
    for (const { problems } of done) expect(problems).toEqual([]);
    for (const one of late) if (one.status === 'rejected') throw one.reason;
  });

  async function visit(width: number, { path, ...options }: VisitOptions = {}): Promise<Visitor> {
    const phone = width < 600;
    const context = await browser.newContext({
      baseURL: shop.stack.url,
      viewport: { width, height: phone ? 844 : 800 },
      // A phone has a coarse pointer, which the shop checks, so the browser must report one.
      isMobile: phone,
      hasTouch: phone,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
      // Tests of what a page loads, and when, run without a worker; the offline tests turn it on.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(20_000);
    await addDelays(context);
    const problems: string[] = [];
    const announced: string[] = [];
    // One visit in ten, at random, requests the script that measures speed; the page works without it.
    const expected: { failure: Expected; came: boolean }[] = [
      { failure: { path: /\/beacon\./, status: 0 }, came: true },
    ];
    const declare = (came: boolean, path: Expected['path'], statuses: number[]) =>
      expected.push(...statuses.map((status) => ({ failure: { path, status }, came })));
    const fails = (url: string, status: number): boolean => {
      const path = new URL(url).pathname;
      const known =
        expected.find(({ failure, came }) => !came && matches(failure, path, status)) ??
        expected.find(({ failure }) => matches(failure, path, status));
      if (known) known.came = true;
      else problems.push(`${status || 'no answer'} from ${path}`);
      return Boolean(known);
    };
    context.on(
      'response',
      (response) => response.status() >= 400 && fails(response.url(), response.status()),
    );
    context.on('requestfailed', (request) => {
      // Leaving a page cancels its pending requests.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') fails(request.url(), 0);
    });
    context.on('weberror', (problem) => problems.push(`uncaught: ${problem.error()}`));
    context.on('console', (message) => {
      // Failed loads are checked above, where their address and status are known.
      const text = message.text();
      if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
      if (!announced.some((one) => text.includes(one))) problems.push(`console: ${text}`);
    });
    const missing = () => expected.filter(({ came }) => !came).map(({ failure }) => failure);
    open.push({ context, missing, problems });
    const page = await context.newPage();
    if (path) await page.goto(path);
    return {
      context,
      page,
      expectFailure: (path, ...statuses) => declare(false, path, statuses),
      allowFailure: (path, ...statuses) => declare(true, path, statuses),
      failOnce(path, answer) {
        declare(false, path, [answer?.status ?? 0]);
        const fail = (route: Route) =>
          answer
            ? route.fulfill(answer.body ? answer : { json: {}, ...answer })
            : route.abort('internetdisconnected');
        return page.route(`**${path}`, fail, { times: 1 });
      },
      async goOffline(path = /./) {
        declare(true, path, [0]);
        await context.setOffline(true);
      },
      goOnline: () => context.setOffline(false),
      expectConsole: (text) => announced.push(text),
      newTab: () => context.newPage(),
    };
  }

  return { visit };
}

/** Whether the page is as narrow as a phone's. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

/** Waits until the element is visible. */
export const see = (what: Locator): Promise<void> => what.first().waitFor({ state: 'visible' });

/** Waits until the element is hidden or removed. */
export const gone = (what: Locator): Promise<void> => what.first().waitFor({ state: 'hidden' });

/** Calls a function again and again until it returns the expected value. */
export const becomes = <T>(ask: () => T | Promise<T>, expected: T): Promise<void> =>
  expect.poll(ask).toEqual(expected);

/** The path and query of a page: `/collection?q=rose`. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
