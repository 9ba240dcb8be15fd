/**
 * The lab: a mid-range phone on a slow line, as Chromium plays them: processor four times slower, 1.6 Mb/s,
 * 150 ms round trip, an empty cache and nothing kept for each visit.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
};

/** Times in ms, shift without a unit. */
export type Paints = { fcp: number; lcp: number; tbt: number; cls: number };

/** KiB that came over the line, by what they were for. */
export type Weights = Record<
  'document' | 'script' | 'stylesheet' | 'font' | 'image' | 'media' | 'other',
  number
>;

/** Runs in the page before anything else does. */
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

export class Visit {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #session: CDPSession;
  readonly #kinds = new Map<string, { kind: string; url: string }>();
  readonly #weights: Weights = {
    document: 0,
    script: 0,
    stylesheet: 0,
    font: 0,
    image: 0,
    media: 0,
    other: 0,
  };

  private constructor(context: BrowserContext, page: Page, session: CDPSession) {
    this.#context = context;
    this.page = page;
    this.#session = session;
  }

  /** @param slow false: the machine and line as they are, for what only counts bytes */
  static async begin(browser: Browser, slow = true, more: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({ ...phone, ...more });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const visit = new Visit(context, page, session);
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ requestId, type, response }) =>
      visit.#kinds.set(requestId, { kind: type.toLowerCase(), url: response.url }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = (visit.#kinds.get(requestId)?.kind ?? 'other') as keyof Weights;
      visit.#weights[kind in visit.#weights ? kind : 'other'] += encodedDataLength / 1024;
    });
    await page.addInitScript(observe);
    if (slow) {
      await session.send('Network.emulateNetworkConditions', line);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    return visit;
  }

  /** Opens an address and stays, untouched, until 3.5 s after it has loaded. */
  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'load' });
    await this.page.waitForTimeout(3_500);
  }

  weights = (): Weights => ({ ...this.#weights });

  async paints(): Promise<Paints> {
    return this.page.evaluate(() => {
      const [fcp] = performance.getEntriesByName('first-contentful-paint');
      const first = fcp?.startTime ?? Number.NaN;
      const { lcp, cls, tasks } = window.seenInLab;
      const blocked = tasks.filter(({ start }) => start >= first).map(({ duration }) => duration - 50);
      return { fcp: first, lcp, cls, tbt: blocked.reduce((sum, one) => sum + Math.max(0, one), 0) };
    });
  }

  end = (): Promise<void> => this.#context.close();
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
