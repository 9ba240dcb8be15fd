/**
 * npm run walk: walks a shopper without an account from the home page to an order paid by UPI, and to a cash order that
 * its buyer confirms, on a phone of the lab (tests/measure/lab.ts): 390 px, processor four times slower, 1.6 Mb/s, 150 ms.
 * Prints the taps and the seconds of each step, and how long a page did not answer. It fails above the limits.
 *
 * The machine should be otherwise idle.
 */
import '#tools/lib/test-content.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { products } from '#db/schema/index.ts';
import { confirmState } from '#domain/orders/open-confirmation.ts';
import { productPath } from '#lib/paths.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { address, refillStock, serum } from '../support/orders.ts';
import { inLab } from './lab.ts';
import { startEdge } from './proxy.ts';
import { type MeasuredShop, openShop } from './shop.ts';

/** Taps besides typing; ms in which a page does not answer. */
const most = { taps: 9, blocked: 1_000 };

/** Above `cashOnDelivery.confirmAbove` of tests/content/store.yaml, paise. */
const dear = { price: 1_600_000, originalPrice: 1_600_000 };

/** Two buyers: the shop asks one who orders the same again. */
const buyers = {
  upi: { email: 'asha.walks@example.in', phone: '+91 98765 43210' },
  cash: { email: 'ravi.walks@example.in', phone: '+91 98765 43211' },
};
type Buyer = (typeof buyers)[keyof typeof buyers];

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

  /** Counts taps outside the shop. */
  count(taps: number): void {
    this.taps += taps;
  }

  async tap(what: Locator): Promise<void> {
    this.count(1);
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

/** From the home page to the complete form of the checkout. */
async function walkToCheckout(walker: Walker, url: string, { email, phone }: Buyer): Promise<void> {
  const { page } = walker;
  const card = page.locator(`main a[href="${productPath(serum)}"]`).first();
  const buyNow = page.getByRole('button', { name: 'Buy Now' });
  const pincode = page.getByRole('textbox', { name: 'Pincode' });
  const { firstName, lastName, address: street } = address;

  await walker.step('Home opens', async () => void (await page.goto(url)), card);
  await walker.step('A product', () => walker.tap(card), buyNow);
  await walker.step('Buy Now', () => walker.tap(buyNow), page.locator('.sums-total'));
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
    () => typeFields(page, [street, firstName, lastName, phone, email]),
    upiOf(page),
  );
}

const upiOf = (page: Page) => page.locator('.checkout-method', { hasText: 'UPI' });

async function payByUpi(walker: Walker): Promise<void> {
  const { page } = walker;
  const payNow = page.getByRole('button', { name: /^Pay Now/ });
  const widget = page.frameLocator('.razorpay-checkout-frame');
  const upiId = widget.getByLabel('UPI ID');
  await walker.step('UPI', () => walker.tap(upiOf(page)), payNow);
  await walker.step('Pay Now', () => walker.tap(payNow), upiId);
  await walker.step(
    'Paying in the window',
    async () => {
      await walker.tap(upiId);
      await page.keyboard.type('success@razorpay');
      await walker.tap(widget.getByRole('button', { name: 'Pay with this ID' }));
    },
    page.getByText('Order Placed Successfully!'),
  );
}

/** A large cash order: its buyer confirms it by the email's link, as a first order in a shop that asks for it. */
async function payInCash(walker: Walker, { stack, simulators }: MeasuredShop): Promise<void> {
  const { page } = walker;
  const placeOrder = page.getByRole('button', { name: /^Place Order/ });
  const confirm = page.getByRole('button', { name: 'Confirm order' });
  await walker.step(
    'Place Order',
    () => walker.tap(placeOrder),
    page.getByRole('region', { name: confirmState }),
  );
  await stack.scheduled();
  const sent = await simulators.mailbox.waitFor(
    ({ to, subject }) => to.includes(buyers.cash.email) && subject.startsWith(confirmState),
  );
  const link = /\/order#\S+/.exec(sent.text ?? '')?.[0] ?? '';
  await walker.step(
    'The email’s link',
    // The mail app's taps: the email and its button.
    async () => {
      walker.count(2);
      await page.goto(new URL(link, page.url()).href);
    },
    confirm,
  );
  await walker.step('Confirm order', () => walker.tap(confirm), page.getByText(/^Confirmed\. It arrives/));
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

/** Walks in the lab to an order of `buyer` that `pay` completes, and prints it as `title`. */
async function measure(
  shop: MeasuredShop,
  title: string,
  buyer: Buyer,
  pay: (walker: Walker, shop: MeasuredShop) => Promise<void>,
): Promise<void> {
  const edge = await startEdge(shop.stack.url);
  const browser = await startBrowser();
  const work = async (page: Page): Promise<Walked> => {
    await page.addInitScript(storeBlocked, blockedKey);
    const walker = new Walker(page);
    await walkToCheckout(walker, edge.url, buyer);
    await pay(walker, shop);
    return { rows: walker.rows, blocked: await readBlocked(page) };
  };
  try {
    // The lab does not slow down the requests of a service worker.
    const walked = await inLab(browser, work, { serviceWorkers: 'block' });
    logInfo(title);
    report(walked);
  } finally {
    await browser.close();
    edge.stop();
  }
}

async function measureAll(): Promise<void> {
  const shop = await openShop();
  try {
    await refillStock(shop.db);
    await measure(shop, 'An order paid by UPI', buyers.upi, payByUpi);
    await shop.db.write.update(products).set(dear).where(eq(products.id, serum));
    await measure(shop, 'A cash order that its buyer confirms', buyers.cash, payInCash);
  } finally {
    await shop.stop();
  }
}

await runToEnd(measureAll);
