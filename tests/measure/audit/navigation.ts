/** Navigation by a hovered link, such as from a card to its product: the time until the next page is painted. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { paths } from '#lib/paths.ts';
import { startPuppeteer } from '#tools/lib/chromium.ts';
import { emptyPage, nextEmptyPage } from '../proxy.ts';
import { product } from './pages.ts';

type Way = { from: string; link: string; to: string };
/** ms from the click to the first painted frame, for the first one of a visit and for the next one. */
export type Clicks = { first: number; next: number };

/** From a card to its product, and between two empty pages, which shows the browser's own share. */
export const navigationModes = {
  product: { from: paths.collection, link: `.card-name a[href="${product}"]`, to: product },
  nothing: { from: emptyPage, link: 'a', to: nextEmptyPage },
} satisfies Record<string, Way>;

/** Runs in the first page: stores the time of the click for the next page. */
const noteClick = () =>
  addEventListener(
    'click',
    ({ timeStamp }) => {
      localStorage.setItem('clicked', String(performance.timeOrigin + timeStamp));
    },
    { capture: true },
  );

/** Runs in the next page: its first paint counts from when it is shown, also if it was prerendered. */
const sinceClick = (path: string): number | undefined => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (location.pathname !== path || !paint) return undefined;
  return performance.timeOrigin + paint.startTime - Number(localStorage.getItem('clicked'));
};

/** @property slower the CPU slowdown factor @property calm whether reduced motion is preferred */
type Visitor = { slower: number; calm: boolean };

/** Opens the first page, hovers the link until its target is ready, and follows it. */
async function follow(page: Page, url: string, { from, link, to }: Way): Promise<number> {
  await page.goto(url + from, { waitUntil: 'networkidle0' });
  await page.evaluate(noteClick);
  await page.hover(link);
  await pause(2_500);
  await page.click(link);
  for (let tries = 0; tries < 100; tries++) {
    const took = await page.evaluate(sinceClick, to).catch(() => undefined);
    if (took !== undefined) return took;
    await pause(100);
  }
  return Number.NaN;
}

/** Two clicks of one visit, each on a link that was hovered before. */
export async function hoveredClicks(url: string, way: Way, { slower, calm }: Visitor): Promise<Clicks> {
  const browser = await startPuppeteer();
  try {
    const page = await browser.newPage();
    await page.emulateCPUThrottling(slower);
    if (calm) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    return { first: await follow(page, url, way), next: await follow(page, url, way) };
  } finally {
    await browser.close();
  }
}
