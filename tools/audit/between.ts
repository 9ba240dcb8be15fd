/** From a card to its product's page, when the card was pointed at before: how soon the page is painted. */
import { paths } from '#lib/paths.ts';
import { startPuppeteer } from '../../tests/browser/chromium.ts';

const product = paths.product('vitamin-c-glow-serum');

/** Runs in the first page: notes when it was clicked, where the next one can read it. */
const noteClick = () =>
  addEventListener(
    'click',
    ({ timeStamp }) => {
      localStorage.setItem('clicked', String(performance.timeOrigin + timeStamp));
    },
    { capture: true },
  );

/** Asked of the next page, whose first paint waits until it is shown, however early it was rendered. */
const sinceClick = (path: string): number | undefined => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (location.pathname !== path || !paint) return undefined;
  return performance.timeOrigin + paint.startTime - Number(localStorage.getItem('clicked'));
};

/** @property slower how many times slower than this machine's; @property calm whether less motion was asked for */
type Visitor = { slower: number; calm: boolean };

/** @returns ms from the click to the first painted frame of the product's page */
export async function hoveredClick(url: string, { slower, calm }: Visitor): Promise<number> {
  const browser = await startPuppeteer();
  try {
    const page = await browser.newPage();
    await page.emulateCPUThrottling(slower);
    if (calm) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.evaluateOnNewDocument(noteClick);
    await page.goto(url + paths.collection, { waitUntil: 'networkidle0' });
    const card = `.card-name a[href="${product}"]`;
    await page.hover(card);
    await new Promise((hovered) => setTimeout(hovered, 2_500));
    await page.click(card);
    const answer = () => page.evaluate(sinceClick, product).catch(() => undefined);
    for (let tries = 0; tries < 100; tries++) {
      const took = await answer();
      if (took !== undefined) return took;
      await new Promise((again) => setTimeout(again, 100));
    }
    return Number.NaN;
  } finally {
    await browser.close();
  }
}
