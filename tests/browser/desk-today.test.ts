/** Today, Speed and Searches at the desk: waiting work, the chart, resolving a flag, what was searched; and the beacon. */
import { brotliCompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { flags, orderLines, orders, products, searchClicks, searches, vitals } from '#db/schema/index.ts';
import { raiseFlag } from '#functions/outbox/flag.ts';
import { dayOf } from '#lib/dates.ts';
import { sumOf, weigh } from '../measure/weigh.ts';
import { day } from '../support/clock.ts';
import { insertOrder } from '../support/exports.ts';
import { serum, toner } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, widths } from './visitor.ts';

const { shop, operator, visit, visitAsShopper, atDesk, test } = browserTest({
  empties: [orders, flags, vitals],
});

/** Inserts an order of ₹599, placed `daysAgo` days ago. @returns its id */
const order = (daysAgo = 0): Promise<string> =>
  insertOrder(shop.db, {
    status: 'Order Placed',
    paid: false,
    courier: null,
    trackingId: null,
    couponCode: null,
    subtotal: 59_900,
    discount: 0,
    delivery: 0,
    total: 59_900,
    createdAt: Date.now() - daysAgo * day,
  });

test('waiting work is shown as numbers that link to it; a flag leaves the list when it is resolved', async () => {
  for (const ago of [0, 0, 1, 5, 29]) await order(ago);
  const orderId = await order();
  const detail = 'Stripe took ₹1, the order asks for ₹599.';
  const raised = { kind: 'payment_mismatch' as const, about: orderId, detail, now: Date.now() };
  await shop.db.write.batch([...raiseFlag(shop.db, raised)]);
  await shop.db.write.update(products).set({ stock: 3 }).where(eq(products.id, toner));
  // Its promised day is over, and it is not delivered.
  await shop.db.write.update(orders).set({ promisedTo: '2026-01-05' }).where(eq(orders.id, orderId));
  const { page, expectFailure } = await atDesk('today');
  await see(page.getByText('₹3,594.00 in 6 orders'));
  await see(page.getByText('0 of 1 arrived by the promised day'));
  await see(row(page, 'Today').getByText('₹1,797.00'));
  await see(row(page, 'Glow Serum').getByText('6', { exact: true }));
  await see(page.locator('.desk-tiles a').filter({ hasText: 'Oldest unpacked: ORD-' }));
  expect(await page.locator('.desk-bar[height="0"]').count()).toBe(26);
  await see(page.locator('.desk-low').getByText('3 left'));
  await page.getByText('As a table').click();
  await becomes(() => page.locator('.desk-sales tbody tr').count(), 30);
  await becomes(
    async () => (await page.locator('.desk-sales tbody tr').first().innerText()).match(/₹[\d,.]+/)?.[0],
    '₹1,797.00',
  );

  const flag = page.locator('.desk-flags li');
  await see(flag.getByText(detail));
  expect(await flag.getByRole('link').getAttribute('href')).toBe(`#orders/${orderId}`);
  await button(page, /^Resolve: A payment does not match/).click();
  // Another operator has resolved it meanwhile, and then not.
  await shop.db.write.update(flags).set({ resolvedAt: Date.now() });
  expectFailure(/^\/api\/desk\/flags\//, 409);
  await pressInDialog(page, 'Resolve');
  await see(dialog(page).getByText('Another operator has already resolved this flag.'));
  await shop.db.write.update(flags).set({ resolvedAt: null });
  await pressInDialog(page, 'Resolve');
  await see(toast(page, 'The flag is resolved.'));
  await gone(flag);
  await see(page.getByText('Nothing needs your attention.'));

  await page.locator('.desk-tiles a').filter({ hasText: 'To pack' }).click();
  await becomes(() => page.locator('.desk-orders tbody tr').count(), 6);
});

test.each(widths)(
  'at %i px cards are aligned and link to what they count, and nothing is cut',
  async (width) => {
    for (const status of ['Shipped', 'Out for Delivery', 'Packing'] as const) {
      const id = await order();
      await shop.db.write.update(orders).set({ status, paymentMethod: 'cod' }).where(eq(orders.id, id));
      if (status === 'Shipped') await shop.db.write.delete(orderLines).where(eq(orderLines.productId, toner));
    }
    const { page } = await atDesk('today', width);
    const { height } = page.viewportSize() ?? { height: 0 };
    const tiles = page.locator('.desk-tiles a');
    await see(tiles.filter({ hasText: 'Cash to collect, 2 orders' }));
    const boxes = await tiles.evaluateAll((all) =>
      all.map((tile) => {
        const { top, height } = tile.getBoundingClientRect();
        return { top, height, number: tile.querySelector('strong')?.getBoundingClientRect().bottom };
      }),
    );
    for (const inRow of Map.groupBy(boxes, ({ top }) => top).values())
      expect(new Set(inRow.map((box) => JSON.stringify(box))).size).toBe(1);
    const signOut = await button(page, 'Sign out').boundingBox();
    expect((signOut?.x ?? width) + (signOut?.width ?? 0)).toBeLessThanOrEqual(width);

    await tiles.filter({ hasText: 'Cash to collect' }).click();
    await becomes(
      () => page.locator('.desk-orders .status').allTextContents(),
      ['Out for Delivery', 'Shipped'],
    );
    await becomes(
      () => page.locator('.desk-pieces:visible').allTextContents(),
      width === 390 ? ['pcs', 'pc'] : [],
    );
    await page.getByLabel('Select all 2 shown').check();
    await page.getByText('Choose papers').click();
    const papers = page.locator('.print-menu').getByRole('checkbox');
    for (const paper of await papers.all()) {
      const box = await paper.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      expect(
        await paper.evaluate(
          (one) =>
            document.elementFromPoint(
              one.getBoundingClientRect().x + 5,
              one.getBoundingClientRect().y + 5,
            ) === one,
        ),
      ).toBe(true);
    }
    if (width === 1280) {
      const statuses = page.getByRole('navigation', { name: 'Status' }).getByRole('link');
      const [first, last] = [await statuses.first().boundingBox(), await statuses.last().boundingBox()];
      expect(last?.y).toBe(first?.y);
      expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width - 40);
    }
    await looksRight(page, 'papers of two orders', { within: '.desk-bulk' });
  },
);

test('Speed names what is slow; the menu counts what waits; keys go to the search; rows are compact or not', async () => {
  await order();
  const values = { LCP: 3000, INP: 90, CLS: 3, TTFB: 300 };
  await shop.client().post('/api/vitals', { page: 'home', values });
  const { page } = await atDesk('speed');
  await see(page.getByText('≤ 4 s'));
  await see(page.getByText('slow'));
  const menu = page.getByRole('navigation', { name: 'Desk' });
  await see(menu.getByRole('link', { name: 'Orders 1 waiting' }));
  expect(await menu.locator('section').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
    'Work',
    'Shop',
    'Accounting',
    'Settings',
  ]);

  await page.keyboard.press('?');
  await see(dialog(page).getByText('Go to search'));
  await page.keyboard.press('Escape');
  await gone(dialog(page));
  await page.keyboard.press('/');
  const search = page.locator('.desk-screen input[type="search"]');
  await becomes(() => search.evaluate((field) => field === document.activeElement), true);
  await page.keyboard.type('?/');
  expect(await search.inputValue()).toBe('?/');
  await search.fill('');

  const heights = () =>
    page
      .locator('.desk-orders tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  await becomes(async () => (await heights()).map((height) => height <= 41), [true]);
  await button(page, 'Compact rows').click();
  await page.reload();
  await becomes(async () => ((await heights())[0] ?? 0) > 50, true);
});

test('Searches has three lists of a period, with links to the results and to the stock', async () => {
  const ago = (days: number) => dayOf(Date.now() - days * day);
  await shop.db.write.insert(searches).values([
    { day: ago(0), query: 'glow serum', count: 1_250, empty: 0 },
    { day: ago(1), query: 'lipstick', count: 40, empty: 40 },
    { day: ago(20), query: 'rukhi twacha', count: 60, empty: 3 },
    { day: ago(1), query: '', count: 7, empty: 0 },
  ]);
  await shop.db.write
    .insert(searchClicks)
    .values([{ day: ago(0), query: 'glow serum', productId: serum, count: 12 }]);
  const { page } = await atDesk('searches');
  const cells = (part: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: part }) })
      .locator('tbody tr')
      .allInnerTexts();
  const texts = async (part: string) => (await cells(part)).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  await becomes(() => texts('Most searched'), ['glow serum 1,250 0', 'rukhi twacha 60 3', 'lipstick 40 40']);
  expect(await texts('No results')).toEqual(['lipstick 40 40', 'rukhi twacha 3 60']);
  expect(await texts('Opened')).toEqual(['glow serum Glow Serum 12']);
  await see(page.getByText('43 (3%)'));
  await see(page.getByText('a day had more than 2,000 different texts'));
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href');
  expect([await link('lipstick'), await link('Glow Serum')]).toEqual([
    '/collection?q=lipstick',
    `#stock/${serum}`,
  ]);
  await field(page, 'Last').selectOption('7 days');
  await becomes(() => texts('Most searched'), ['glow serum 1,250 0', 'lipstick 40 40']);
  expect(page.url()).toContain('#searches?period=week');
  await page.goBack();
  await becomes(async () => (await texts('Most searched')).length, 3);

  await shop.db.write.batch([
    shop.db.write.update(searches).set({ empty: 0 }),
    shop.db.write.delete(searchClicks),
  ]);
  await field(page, 'Last').selectOption('7 days');
  await see(page.getByText('Every search had results.'));
  await see(page.getByText('Nobody has opened a result.'));
  await shop.db.write.delete(searches);
  await field(page, 'Last').selectOption('90 days');
  await see(page.getByText('Nobody searched in these days.'));
});

test('the first load takes at most 121 KiB, and of the list of orders at most 124', async () => {
  for (const [screen, most] of Object.entries({ today: 121, orders: 124 })) {
    const { page } = await visitAsShopper({ person: operator, width: 1280 });
    const weights = await weigh(page, `/desk#${screen}`);
    await see(page.getByRole('heading', { level: 1 }));
    expect(sumOf(weights), screen).toBeGreaterThan(50);
    expect(sumOf(weights), screen).toBeLessThanOrEqual(most);
  }
});

test('without its script or its numbers it shows an error, and reloading or trying again helps', async () => {
  const { page, context, expectFailure } = await visitAsShopper({ person: operator, width: 1280 });
  const file = /\/_astro\/Today\.[^/]*\.js$/;
  await context.route(file, (route) => route.abort());
  expectFailure(file, 0);
  await page.goto('/desk#today');
  await see(page.locator('.desk-screen').getByText('A part of this page did not load'));
  await context.unroute(file);
  await context.route('**/api/desk/today', (route) => route.abort());
  expectFailure('/api/desk/today', 0);
  await button(page, 'Load it again').click();
  await see(button(page, 'Try again'));
  await context.unroute('**/api/desk/today');
  await button(page, 'Try again').click();
  await see(page.getByText('No product is running out.'));
});

describe('the beacon', () => {
  /** @param lot the page's random number: one visit in ten is measured */
  async function visitWithRandom(lot: number) {
    const { page, context } = await visit(390);
    await context.addInitScript(`Math.random = () => ${lot}`);
    return page;
  }

  async function leavePage(lot: number) {
    const page = await visitWithRandom(lot);
    const reports: { page: string; values: Record<string, number> }[] = [];
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vitals')) reports.push(request.postDataJSON());
      if (request.url().includes('/beacon.')) loaded.push(request.url());
    });
    await page.goto('/about', { waitUntil: 'networkidle' });
    expect(loaded).toEqual([]);
    await page.keyboard.press('Tab');
    // By the end of this request, the page has made all requests that the key causes.
    await page.evaluate(() => fetch('/api/store'));
    expect(loaded).toHaveLength(lot < 0.1 ? 1 : 0);
    for (const script of loaded) {
      const kib = brotliCompressSync(await (await fetch(script)).text()).length / 1024;
      expect(kib).toBeLessThanOrEqual(0.8);
    }
    // Importing a loaded module again waits for its first run and does not repeat it.
    await page.evaluate(`Promise.all(${JSON.stringify(loaded)}.map((one) => import(one)))`);
    // Observers are called in order: when the last one has the largest paint, the page's own has it too.
    await page.evaluate(
      () =>
        new Promise((heard) => {
          new PerformanceObserver(heard).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    // The same event as when another tab comes to the front.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    return reports;
  }

  test('sends the page’s vitals once, for one visit in ten, and nothing else', async () => {
    const reports = await leavePage(0.05);
    await becomes(() => Promise.resolve(reports.length), 1);
    expect(Object.keys(reports[0] ?? {}).sort()).toEqual(['page', 'values']);
    expect(reports[0]?.page).toBe('reading');
    expect(Object.keys(reports[0]?.values ?? {})).toEqual(expect.arrayContaining(['CLS', 'LCP', 'TTFB']));
    for (const value of Object.values(reports[0]?.values ?? {})) expect(Number.isInteger(value)).toBe(true);
    await expect.poll(() => countRows(shop.db, 'vitals')).toBeGreaterThan(2);
  });

  test('sends nothing for nine of ten visits', async () => {
    expect(await leavePage(0.1)).toEqual([]);
    expect(await countRows(shop.db, 'vitals')).toBe(0);
  });

  test('may fail to load without an error', async () => {
    const page = await visitWithRandom(0.05);
    await page.route('**/beacon.*', (route) => route.abort());
    await page.goto('/about', { waitUntil: 'networkidle' });
    const lost = page.waitForEvent('requestfailed');
    await page.keyboard.press('Tab');
    await lost;
    // By then the page has reported its messages; an error would fail the test.
    await page.evaluate(() => fetch('/api/store'));
  });
});
