/**
 * npm run walk: walks a shopper without an account from the home page to a paid order, on a phone of the lab
 * (tests/measure/lab.ts): 390 px, processor four times slower, 1.6 Mb/s, 150 ms. Prints the taps and the seconds of each
 * step, and how long a page did not answer. It fails above the limits.
 *
 * The machine should be otherwise idle.
 */
import '#tools/lib/test-content.ts';
import type { Locator, Page } from 'playwright-core';
import { productPath } from '#lib/paths.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { address, refillStock, serum } from '../support/orders.ts';
import { inLab } from './lab.ts';
import { startEdge } from './proxy.ts';
import { openShop } from './shop.ts';

/** Taps besides typing; ms in which a page does not answer. */
const most = { taps: 9, blocked: 1_000 };

const blockedKey = 'blocked';

/** Runs in each page: adds its longest block, ms, to the tab's storage when it is left. */
const storeBlocked = (key: string) =>
  addEventListener('pagehide', () => {
    const { tasks, slowest } = window.seenInLab;
    const longest = Math.max(slowest, ...tasks.map(({ duration }) => duration));
    sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${location.pathname} ${longest}\n`);
  });

type Row = { step: string; taps: number; seconds: number };

/** Steps of a walk; each ends when the shopper can do the next one. */
class Walker {
  readonly rows: Row[] = [];
  private taps = 0;

  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.tap();
  }

  async step(name: string, run: () => Promise<void>, ready: Locator): Promise<void> {
    this.taps = 0;
    const began = performance.now();
    await run();
    await ready.waitFor();
    this.rows.push({ step: name, taps: this.taps, seconds: (performance.now() - began) / 1_000 });
  }
}

/** Types into the fields one after the other, with the keyboard's Next key. */
async function typeFields({ keyboard }: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await keyboard.press('Enter');
    await keyboard.type(text);
  }
  // Closes the keyboard.
  await keyboard.press('Enter');
}

async function walk(page: Page, url: string): Promise<Row[]> {
  const walker = new Walker(page);
  const button = (name: RegExp | string) => page.getByRole('button', { name });
  const card = page.locator(`main a[href="${productPath(serum)}"]`).first();
  const pincode = page.getByRole('textbox', { name: 'Pincode' });
  const upi = page.locator('.checkout-method', { hasText: 'UPI' });
  const widget = page.frameLocator('.razorpay-checkout-frame');
  const upiId = widget.getByLabel('UPI ID');
  const { firstName, lastName, address: street, phone } = address;

  await walker.step('Home opens', async () => void (await page.goto(url)), card);
  await walker.step('A product', () => walker.tap(card), button('Buy Now'));
  await walker.step('Buy Now', () => walker.tap(button('Buy Now')), page.locator('.sums-total'));
  await walker.step(
    'Pincode',
    async () => {
      await walker.tap(pincode);
      await page.keyboard.type(address.zipcode);
    },
    page.locator('.pincode-note', { hasText: 'Arrives' }),
  );
  await walker.step(
    'Name and address',
    () => typeFields(page, [street, firstName, lastName, phone, 'asha.walks@example.in']),
    upi,
  );
  await walker.step('UPI', () => walker.tap(upi), button(/^Pay Now/));
  await walker.step('Pay Now', () => walker.tap(button(/^Pay Now/)), upiId);
  await walker.step(
    'Paying in the window',
    async () => {
      await walker.tap(upiId);
      await page.keyboard.type('success@razorpay');
      await walker.tap(widget.getByRole('button', { name: 'Pay with this ID' }));
    },
    page.getByText('Order Placed Successfully!'),
  );
  return walker.rows;
}

/** The longest block of each page, ms. */
async function readBlocked(page: Page): Promise<Map<string, number>> {
  // The last page is left, too.
  await page.goto(new URL('/offline', page.url()).href);
  const stored = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', blockedKey);
  const lines = stored.trim().split('\n');
  return new Map(lines.map((line) => line.split(' ')).map(([path = '', ms]) => [path, Number(ms)]));
}

type Walked = { rows: Row[]; blocked: Map<string, number> };

/** Prints what was measured. @throws Failure above the limits */
function report({ rows, blocked }: Walked): void {
  const sum = (of: 'taps' | 'seconds') => rows.reduce((total, row) => total + row[of], 0);
  const line = (step: string, taps: number, seconds: number) =>
    logInfo(`${step}: ${taps} taps, ${Math.round(seconds * 10) / 10} s`);
  for (const { step, taps, seconds } of rows) line(step, taps, seconds);
  for (const [path, ms] of blocked) logInfo(`${path} did not answer for ${Math.round(ms)} ms at most`);
  line('In all', sum('taps'), sum('seconds'));
  if (sum('taps') > most.taps) throw new Failure(`More than ${most.taps} taps.`);
  if (Math.max(...blocked.values()) > most.blocked)
    throw new Failure(`A page did not answer for more than ${most.blocked} ms.`);
}

async function measure(): Promise<void> {
  const shop = await openShop();
  await refillStock(shop.db);
  const edge = await startEdge(shop.stack.url);
  const browser = await startBrowser();
  const work = async (page: Page): Promise<Walked> => {
    await page.addInitScript(storeBlocked, blockedKey);
    return { rows: await walk(page, edge.url), blocked: await readBlocked(page) };
  };
  try {
    // The lab does not slow down the requests of a service worker.
    report(await inLab(browser, work, { serviceWorkers: 'block' }));
  } finally {
    await browser.close();
    edge.stop();
    await shop.stop();
  }
}

await runToEnd(measure);
