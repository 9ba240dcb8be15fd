/** My Orders (docs/behaviour.md 8.6). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { serum, toner } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { asPerson, fakeClock, hold, placed, stopClock, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const listing = '/api/order/userorders';
const cards = (page: Page) => page.locator('.order-card');
const head = (page: Page, n = 0) => cards(page).nth(n).locator('.order-head');
const body = (page: Page, n = 0) => cards(page).nth(n).locator('.order-body');
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });
/** The `dt` and `dd` texts of one part of an open card. */
const facts = (page: Page, title: string) =>
  body(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .locator('dl > div')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
    );
const setOrder = (id: string, values: Partial<typeof orders.$inferInsert>) =>
  shop.db.write.update(orders).set(values).where(eq(orders.id, id));

const promised = { promisedFrom: '2026-11-24', promisedTo: '2026-11-26' };

/** A shopper with one order on My Orders, at the given width. */
async function withOrder(width: number, wanted: Record<string, number> = { [toner]: 2 }, values = {}) {
  const person = await shop.person();
  const order = await placed(person, wanted);
  if (Object.keys(values).length) await setOrder(order._id, values);
  const visitor = await visit(width, await asPerson(shop, person));
  return { person, order, ...visitor };
}

describe('states', () => {
  test("signed out: 'Sign in to view orders', with both links", async () => {
    const { page } = await visit(390);
    await page.goto('/orders');
    await see(page.getByRole('heading', { name: 'Sign in to view orders' }));
    expect(await page.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe(
      '/register?next=%2Forders',
    );
    await page.getByRole('link', { name: 'Sign In Now' }).tap();
    await page.waitForURL('/login?next=%2Forders');
  });

  test("'Loading your orders...', then 'No orders yet' with buttons to /collection and /", async () => {
    const { page } = await visit(1280, await asPerson(shop, await shop.person()));
    const held = await hold(page, `**${listing}`);
    await page.goto('/orders');
    await held.came;
    await see(page.getByText('Loading your orders...'));
    held.release();
    await see(page.getByRole('heading', { name: 'No orders yet' }));
    const buttons = page.locator('.state .actions a');
    expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '/collection',
      '/',
    ]);
  });

  test("failure: a toast of 8 seconds, the server's or 'Failed to load orders', and a retry", async () => {
    const { page, expectFailure } = await withOrder(390);
    await fakeClock(page);
    let answer: Record<string, unknown> = {
      success: false,
      code: 'unavailable',
      message: 'The shop is busy.',
    };
    await page.route(`**${listing}`, (route) => route.fulfill({ status: 503, json: answer }));
    expectFailure({ path: listing, status: 503 });
    await page.goto('/orders');
    await see(toast(page, 'The shop is busy.'));
    await see(page.getByRole('main').getByText('The shop is busy.'));
    answer = { success: false };
    await stopClock(page);
    await gone(toast(page, 'The shop is busy.'));
    await page.getByRole('button', { name: 'Try again' }).tap();
    const shown = toast(page, 'Failed to load orders');
    await see(shown);
    await page.clock.runFor(7_900);
    expect(await shown.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await gone(shown);
    await page.unroute(`**${listing}`);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await see(cards(page));
  });
});

describe('the list', () => {
  test('lines below the number of their order, with id and date in India; total with 2 decimals, badge; one is expanded', async () => {
    // Half past midnight in India is still the 20th in UTC.
    const { page, order } = await withOrder(
      1280,
      { [toner]: 3, [serum]: 1 },
      { createdAt: Date.UTC(2026, 10, 20, 19) },
    );
    await page.goto('/orders');
    await becomes(() => cards(page).count(), 2);
    for (const [n, price] of ['₹1,047.00', '₹599.00'].entries())
      expect(await head(page, n).locator('.order-head-total, .badge').allTextContents()).toEqual([
        price,
        'Order Placed',
      ]);
    expect(await page.locator('.order-group > header').locator('> *').allTextContents()).toEqual([
      `Order ${order.reference}`,
      `${order._id.slice(0, 8)}…`,
      'Placed on Nov 21, 2026',
    ]);

    expect(await page.locator('.order-head-name').allTextContents()).toEqual([
      'Rose Toner × 3',
      'Glow Serum × 1',
    ]);

    await head(page, 0).click();
    await see(body(page, 0));
    const ask = body(page, 0).getByRole('link', { name: 'Ask on WhatsApp' });
    expect(new URL((await ask.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
      `Hello, I have a question about order ${order.reference}.`,
    );
    expect(await head(page, 0).getAttribute('aria-expanded')).toBe('true');
    await head(page, 1).press('Enter');
    await see(body(page, 1));
    expect(await body(page, 0).isVisible()).toBe(false);
    expect(await page.locator('[aria-expanded="true"].order-head').count()).toBe(1);
    await head(page, 1).click();
    await gone(body(page, 1));
    expect(await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).getAttribute('href')).toBe(
      '/collection',
    );
  });

  test('an open card: product, progress, shipping, payment and delivery, and the whole order', async () => {
    const { page, order } = await withOrder(390, { [toner]: 2, [serum]: 1 }, promised);
    await page.goto('/orders');
    await head(page).tap();
    const product = body(page).locator('.order-product');
    await see(product.getByRole('img', { name: 'Rose Toner' }));
    expect(await product.getByRole('link', { name: 'Rose Toner' }).getAttribute('href')).toBe(
      `/product/${toner}`,
    );
    const words = await product.locator('dt, dd').allTextContents();
    expect(words).toEqual(['Price', '₹349.00', 'Quantity', '2', 'Subtotal', '₹698.00']);
    expect(await product.locator('.badge').textContent()).toBe('Order Placed');
    expect(await product.getByRole('button', { name: 'Tracking Not Available' }).isDisabled()).toBe(true);
    await see(
      body(page).getByText('Processing: Tracking information will be available once your order ships.'),
    );
    expect(await facts(page, 'Payment Information')).toEqual({
      'Payment method': 'Cash on Delivery',
      Payment: 'Unpaid',
      Total: '₹698.00',
    });
    expect(await facts(page, 'Delivery Information')).toEqual({
      Status: 'Order Placed',
      'Estimated delivery': 'Tue, 24 Nov – Thu, 26 Nov',
      Address: 'Asha Rao1 MG Road',
      City: 'Bengaluru, Karnataka 560001',
      Country: 'India',
      Phone: expect.stringMatching(/9876543210$/),
    });
    expect(await facts(page, 'Whole Order')).toEqual({
      Reference: order.reference,
      Subtotal: '₹1,297.00',
      Delivery: 'Free',
      'Order total': '₹1,297.00',
    });

    await setOrder(order._id, { paid: true });
    await refresh(page).tap();
    await becomes(async () => (await facts(page, 'Payment Information')).Payment, 'Paid');
  });

  test('"a step is complete once the status is at or past it"; a cancelled order shows every step incomplete', async () => {
    const { page, order } = await withOrder(1280);
    await page.goto('/orders');
    await head(page).click();
    const steps = body(page).locator('.order-progress li');
    const names = ['Order Placed', 'Packing', 'Shipped', 'Out for Delivery', 'Delivered'];
    await becomes(
      async () => (await steps.allInnerTexts()).map((text) => names.find((name) => text.includes(name))),
      names,
    );
    // order.test.ts of features/orders has every status.
    const complete: [OrderStatus, number][] = [
      ['Order Placed', 1],
      ['Shipped', 3],
      ['Cancelled', 0],
    ];
    for (const [status, count] of complete) {
      await setStatus(shop.db, order._id, status);
      // Refresh shows the new state, and the card stays open.
      await refresh(page).click();
      await becomes(() => head(page).locator('.badge').textContent(), status);
      const done = (await steps.allTextContents()).map((text) => text.includes('(complete)'));
      expect([status, done]).toEqual([status, names.map((_, step) => step < count)]);
    }
  });
});

describe('tracking', () => {
  test("the courier's page in a new tab, the number, and 'Tracking number copied to clipboard'", async () => {
    const { order, page, context } = await withOrder(
      1280,
      { [toner]: 1 },
      { trackingId: 'DL 42/7', courier: 'Delhivery Surface', status: 'Shipped' },
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/orders');
    await head(page).click();
    const track = page.getByRole('link', { name: /^Track Package/ });
    expect(await track.getAttribute('href')).toBe('https://www.delhivery.com/track-v2/package/DL%2042%2F7');
    expect(await track.getAttribute('target')).toBe('_blank');
    expect(await track.getAttribute('rel')).toContain('noopener');
    await see(page.getByRole('img', { name: 'Delhivery' }));
    await page.getByRole('button', { name: 'Copy the tracking number' }).click();
    await see(toast(page, 'Tracking number copied to clipboard'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DL 42/7');

    // An unknown courier has no link; without one it says so.
    await setOrder(order._id, { courier: 'Ravi on his scooter' });
    await refresh(page).click();
    await see(page.getByRole('button', { name: 'Tracking Not Available' }));
    expect(await track.count()).toBe(0);
    expect(await facts(page, 'Shipping Information')).toEqual({
      'Tracking number': expect.stringContaining('DL 42/7'),
      Courier: 'Ravi on his scooter',
      Status: 'Shipped',
    });
    await setOrder(order._id, { courier: null });
    await refresh(page).click();
    await becomes(async () => (await facts(page, 'Shipping Information')).Courier, 'Not specified');
  });
});

describe('after an order', () => {
  test('the success panel: reference, the promised days, and its two buttons', async () => {
    const { page, order } = await withOrder(390, { [toner]: 1 }, promised);
    await page.goto(`/orders?placed=${order._id}`);
    await see(page.getByText('Order Placed Successfully!'));
    const panel = page.locator('.placed');
    expect(order.reference).toMatch(/^ORD-\d{6}$/);
    await see(panel.getByText(order.reference));
    await see(panel.getByText('Tue, 24 Nov – Thu, 26 Nov'));
    expect(await body(page).isVisible()).toBe(false);
    await panel.getByRole('button', { name: 'View order' }).tap();
    await see(body(page));
    await panel.getByRole('link', { name: 'Continue Shopping' }).tap();
    await page.waitForURL('/collection');
  });

  test("someone else's order, or an invented one, shows no success panel", async () => {
    const stranger = await placed(await shop.person(), { [toner]: 1 });
    const { page } = await withOrder(1280);
    for (const id of [stranger._id, 'abc', '']) {
      await page.goto(`/orders?placed=${id}`);
      await see(cards(page));
      expect(await page.getByText('Order Placed Successfully!').count()).toBe(0);
      expect(await page.content()).not.toContain(stranger.reference);
    }
  });
});
