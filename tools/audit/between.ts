/** From a card to its product's page, when the card was pointed at before: how soon the page is painted. */
import { paths } from '#lib/paths.ts';
import { startPuppeteer } from '../../tests/browser/chromium.ts';

const product = paths.product('vitamin-c-glow-serum');

/** Runs in every page: notes the click, and the first frame that the next page shows. */
const note = () => {
  addEventListener(
    'click',
    ({ timeStamp }) => sessionStorage.setItem('clicked', String(performance.timeOrigin + timeStamp)),
    {
      capture: true,
    },
  );
  const seen = () =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // After the frame has been handed over.
      port1.onmessage = () => {
        document.documentElement.dataset.seen = String(performance.timeOrigin + performance.now());
      };
      port2.postMessage(0);
    });
  if (document.prerendering) document.addEventListener('prerenderingchange', seen, { once: true });
  else addEventListener('DOMContentLoaded', seen);
};

/** @returns ms from the click to the first painted frame of the product's page */
export async function hoveredClick(url: string): Promise<number> {
  const browser = await startPuppeteer();
  try {
    const page = await browser.newPage();
    await page.emulateCPUThrottling(4);
    await page.evaluateOnNewDocument(note);
    await page.goto(url + paths.collection, { waitUntil: 'networkidle0' });
    const card = `.card-name a[href="${product}"]`;
    await page.hover(card);
    await new Promise((hovered) => setTimeout(hovered, 2_500));
    await page.click(card);
    const answer = () =>
      page
        .evaluate((path) => {
          const { seen } = document.documentElement.dataset;
          if (location.pathname !== path || !seen) return undefined;
          return Number(seen) - Number(sessionStorage.getItem('clicked'));
        }, product)
        .catch(() => undefined);
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
