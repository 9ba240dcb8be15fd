/** My Orders (docs/behaviour.md, "My Orders"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { fakeClock, stopClock, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, newOrder, visit, visitAsShopper, test } = browserTest();

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

/** A shopper with one order, at the given width. */
async function withOrder(width: number, wanted: Record<string, number> = { [toner]: 2 }, values = {}) {
  const visitor = await visitAsShopper({ width });
  const order = await placed(visitor.person, wanted);
  if (Object.keys(values).length) await setOrder(order._id, values);
  return { order, ...visitor };
}

test('signed out, loading, failed with a toast of 8 seconds and a retry, and without orders: each with its links', async () => {
  const { page, expectFailure } = await visit(390, { path: '/orders' });
  await see(page.getByRole('heading', { name: 'Sign in to view orders' }));
  const linked = (name: string) =>
    page.getByRole('main').getByRole('link', { name }).first().getAttribute('href');
  expect(await linked('Register')).toBe('/register?next=%2Forders');
  expect(await linked('Sign In Now')).toBe('/login?next=%2Forders');

  const { token } = await shop.person();
  await page.evaluate((signedIn) => localStorage.setItem('token', signedIn), token);
  const loaded = Promise.withResolvers<void>();
  let answer: Record<string, unknown> = { success: false, code: 'unavailable', message: 'The shop is busy.' };
  await page.route(`**${listing}`, async (route) => {
    await loaded.promise;
    await route.fulfill({ status: 503, json: answer });
  });
  expectFailure(listing, 503);
  await fakeClock(page);
  await page.reload();
  await see(page.getByText('Loading your orders...'));
  loaded.resolve();
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
  await see(page.getByRole('heading', { name: 'No orders yet' }));
  const buttons = page.locator('.state .actions a');
  expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/collection',
    '/',
  ]);
});

test.each([
  ['PACKING', 2],
  ['cancelled', 0],
  ['Being blessed', 1],
  ['', 1],
])('a status that is spelt “%s” shows %i steps, and keeps the page', async (status, steps) => {
  const { page, order } = await withOrder(390);
  await page.route(`**${listing}`, (route) =>
    route.fulfill({ json: { success: true, orders: [{ ...order, status }] } }),
  );
  await page.goto('/orders');
  await head(page).tap();
  await see(body(page).getByText('Whole Order'));
  expect(await body(page).locator('.order-progress [data-complete]').count()).toBe(steps);
});

test.each([
  [502, 'text/html', '<h1>502 Bad Gateway</h1>', 'Failed to load orders'],
  [200, 'application/json', '{"success":false}', 'Failed to load orders'],
  [200, 'text/html', '<h1>Sign in to this network</h1>', "We can't reach the shop."],
])('an answer %i of %s is a failure', async (status, contentType, text, said) => {
  const { page, expectFailure } = await withOrder(390);
  if (status !== 200) expectFailure(listing, status);
  let accept: string | undefined;
  await page.route(`**${listing}`, (route) => {
    accept = route.request().headers().accept;
    return route.fulfill({ status, contentType, body: text });
  });
  await page.goto('/orders');
  await see(toast(page, said));
  expect(accept).toBe('application/json');
});

test('the list and an open card: lines below their order, one is expanded, with all about the product and the order', async () => {
  // Half past midnight in India is still the 20th in UTC.
  const { page, order } = await withOrder(
    1280,
    { [toner]: 3, [serum]: 1 },
    { ...promised, createdAt: Date.UTC(2026, 10, 20, 19) },
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
    'Placed on 21 Nov 2026',
  ]);
  expect(await page.locator('.order-head-name').allTextContents()).toEqual([
    'Rose Toner × 3',
    'Glow Serum × 1',
  ]);
  expect(await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).getAttribute('href')).toBe(
    '/collection',
  );

  await head(page, 1).click();
  await see(body(page, 1));
  await head(page, 0).press('Enter');
  await see(body(page, 0));
  expect(await body(page, 1).isVisible()).toBe(false);
  expect(await head(page, 0).getAttribute('aria-expanded')).toBe('true');
  expect(await page.locator('[aria-expanded="true"].order-head').count()).toBe(1);

  const ask = body(page).getByRole('link', { name: 'Ask on WhatsApp' });
  expect(new URL((await ask.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
    `Hello, I have a question about order ${order.reference}.`,
  );
  const product = body(page).locator('.order-product');
  await see(product.getByRole('img', { name: 'Rose Toner' }));
  expect(await product.getByRole('link', { name: 'Rose Toner' }).getAttribute('href')).toBe(
    `/product/${toner}`,
  );
  const words = await product.locator('dt, dd').allTextContents();
  expect(words).toEqual(['Price', '₹349.00', 'Quantity', '3', 'Subtotal', '₹1,047.00']);
  expect(await product.locator('.badge').textContent()).toBe('Order Placed');
  expect(await product.getByRole('button', { name: 'Tracking Not Available' }).isDisabled()).toBe(true);
  await see(
    body(page).getByText('Processing: Tracking information will be available once your order ships.'),
  );
  expect(await facts(page, 'Payment Information')).toEqual({
    'Payment method': 'Cash on Delivery',
    Payment: 'Unpaid',
    Total: '₹1,047.00',
  });
  expect(await facts(page, 'Delivery Information')).toEqual({
    Status: 'Order Placed',
    'Estimated delivery': 'Tue, 24 Nov – Thu, 26 Nov',
    Address: expect.stringMatching(/^Asha Rao1 MG Road/),
    City: 'Bengaluru, Karnataka 560001',
    Country: 'India',
    Phone: expect.stringMatching(/98765\d{5}$/),
  });
  expect(await facts(page, 'Whole Order')).toEqual({
    Reference: order.reference,
    Subtotal: '₹1,646.00',
    Delivery: 'Free',
    'Order total': '₹1,646.00',
    'Includes GST': '₹251.10',
  });
  await head(page, 0).click();
  await gone(body(page, 0));
});

test("progress and tracking: Refresh shows the new state in the open card, with the courier's page in a new tab", async () => {
  const { order, page, context } = await withOrder(1280, { [toner]: 1 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/orders');
  await head(page).click();
  const names = ['Order Placed', 'Packing', 'Shipped', 'Out for Delivery', 'Delivered'];
  const steps = body(page).locator('.order-progress li');
  // order.test.ts of features/orders has every status.
  const complete = async () =>
    (await steps.allTextContents()).map((text) => [
      names.find((name) => text.includes(name)),
      text.includes('(complete)'),
    ]);
  await becomes(
    complete,
    names.map((name, step) => [name, step < 1]),
  );

  await setOrder(order._id, {
    status: 'Shipped',
    paid: true,
    trackingId: 'DL 42/7',
    courier: 'Delhivery Surface',
  });
  await refresh(page).click();
  await becomes(() => head(page).locator('.badge').textContent(), 'Shipped');
  expect(await complete()).toEqual(names.map((name, step) => [name, step < 3]));
  expect((await facts(page, 'Payment Information')).Payment).toBe('Paid');
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

  // Delivered, while the courier's cash is not recorded.
  await setOrder(order._id, { status: 'Delivered', paid: false, trackingId: null });
  await refresh(page).click();
  await see(body(page).getByText('This parcel has no tracking number.'));
  expect((await facts(page, 'Payment Information')).Payment).toBe('Cash on delivery');
  expect(await facts(page, 'Delivery Information')).not.toHaveProperty('Estimated delivery');
  expect(await body(page).textContent()).not.toMatch(/Unpaid|Processing/);
});

test("after an order: the success panel with its reference, the promised days, and its two buttons; none for someone else's", async () => {
  const stranger = await newOrder();
  const { page, order } = await withOrder(390, { [toner]: 1 }, promised);
  await page.goto(`/orders?placed=${stranger._id}`);
  await see(cards(page));
  expect(await page.getByText('Order Placed Successfully!').count()).toBe(0);
  expect(await page.content()).not.toContain(stranger.reference);

  await page.goto(`/orders?placed=${order._id}`);
  await see(page.getByText('Order Placed Successfully!'));
  const panel = page.locator('.placed');
  expect(order.reference).toMatch(/^ORD-\d{6}$/);
  await see(panel.getByText(order.reference));
  await see(panel.getByText('Tue, 24 Nov – Thu, 26 Nov'));
  expect(await body(page).isVisible()).toBe(false);
  expect(await panel.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe(
    '/collection',
  );
  await panel.getByRole('button', { name: 'View order' }).tap();
  await see(body(page));
});
