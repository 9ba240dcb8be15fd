/**
 * A page as a first visit gets it, for pages.test.ts: it is accessible, fits its window, is safe and light, logs no error,
 * and has no dead links.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deadLinks } from '../built/pages.ts';
import { sumOf, weigh } from '../measure/weigh.ts';
import type { TestShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import type { Visit } from './desk-steps.ts';
import { becomes } from './visitor.ts';

/** KiB of brotli that a first visit loads without any interaction, inline scripts and styles included. */
const budget = { script: 8, stylesheet: 12, font: 60 };
/** An island: React loads at once. */
const island = 90;
/** The same scripts vary by this many KiB between builds, since the hashes in their names compress differently. */
const spread = 0.05;

export type FirstVisit = {
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

/** One page of each kind. */
export const pages: FirstVisit[] = [
  { path: '/', script: 32, total: 450, atBothWidths: true, reach: clientsMove },
  { path: '/collection', script: 10, total: 150, atBothWidths: true },
  { path: '/category/serum', script: 10, atBothWidths: true },
  { path: '/product/vitamin-c-glow-serum', script: 12, atBothWidths: true },
  { path: '/ingredients', atBothWidths: true },
  { path: '/ingredients/niacinamide', atBothWidths: true },
  { path: '/skin', atBothWidths: true },
  { path: '/about' },
  { path: '/about/team' },
  { path: '/journal/turmeric-and-saffron' },
  { path: '/contact', atBothWidths: true },
  { path: '/routine', atBothWidths: true },
  { path: '/policies/terms' },
  { path: '/policies/reviews', reach: figuresCome },
  { path: '/product/vitamin-c-glow-serum/reviews' },
  { path: '/cart', script: island },
  { path: '/wishlist', script: island },
  { path: '/login', script: island, headers: personal },
  { path: '/reset', script: island, headers: mailed },
  { path: '/account/email', script: island, headers: mailed },
  { path: '/account', script: island, headers: personal },
  { path: '/checkout', script: island, headers: payment },
  { path: '/orders', script: island, headers: personal },
  { path: '/track', script: island, headers: personal },
  { path: '/offline' },
  { path: '/nowhere', status: 404 },
];

/** Pages with the layout and the scripts of one of {@link pages}, but other texts: tests/nightly/pages.test.ts. */
export const similarPages: FirstVisit[] = [
  { path: '/product/morning-ritual-kit', script: 12 },
  { path: '/about/ingredients' },
  { path: '/about/sustainability' },
  { path: '/journal' },
  { path: '/policies/privacy' },
  { path: '/policies/shipping' },
  { path: '/policies/refund' },
  { path: '/policies/grievance' },
  { path: '/policies/fair-design' },
  { path: '/register', script: island, headers: personal },
  { path: '/forgot', script: island, headers: personal },
  { path: '/place-order', script: island, headers: payment },
  { path: '/order', script: island, headers: personal },
  { path: '/invoice', script: island, headers: personal },
  { path: '/unsubscribe' },
];

/** What the headers of a page contain. */
export const headersOf = ({ headers }: Pick<FirstVisit, 'headers'>) =>
  expect.objectContaining({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...headers,
  });

/** A test for each page. */
export function testFirstVisits(shop: TestShop, visit: Visit, rows: readonly FirstVisit[]): void {
  test.each(rows)('$path', async ({ path, script = budget.script, total, status = 200, reach, ...row }) => {
    const { page, context, expectConsole, expectFailure } = await visit(390);
    if (status !== 200) expectFailure(path, status);
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
    const shown = await first.evaluateAll((all) =>
      (all as HTMLImageElement[]).map((one) => one.currentSrc).find((url) => !url.startsWith('data:')),
    );
    if (shown) expect(requests.find((url) => /\.(avif|webp|jpg)$/.test(url))).toBe(shown);

    const response = await answered;
    expect(response.status()).toBe(status);
    expect(response.headers()).toEqual(headersOf(row));

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
}
