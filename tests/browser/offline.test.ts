/** A bad network (docs/decisions/9-offline.md): what is readable, what is never cached, and which data is valid. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { serum, toner } from '../support/orders.ts';
import { setPrice } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { arrive, cachedPaths, keeps, keepsIslands, withWorker } from './offline-steps.ts';
import { box, useBox } from './search-steps.ts';
import { badge, hydrated, shownNames, shownTotal, signOut, storing } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsGuest, visitAsShopper, test } = browserTest();

const sign = (page: Page) => page.getByText('You are offline. You can still read; your cart is safe.');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rose = '/product/rose-balance-toner';
const glow = '/product/vitamin-c-glow-serum';

describe('without a connection', () => {
  test('visited products, with pictures, are readable; others show "You are offline"', async () => {
    const { page, expectFailure, goOffline, goOnline } = await visit(390, withWorker);
    // The worker controls the second page, but was not there yet when the first one loaded.
    await arrive(page, rose);
    await keeps(page, rose);
    await page.goto(glow);
    await see(heading(page, 'Glow Serum'));
    await keeps(page, glow);
    expectFailure('/product/no-such-thing', 404);
    expectFailure('/api/product/no-such-thing', 404);
    await page.goto('/product/no-such-thing', { waitUntil: 'networkidle' });
    await page.goto('/collection');
    await keeps(page, '/collection');
    await keepsIslands(page);
    // Error pages are not cached.
    expect(await cachedPaths(page, 'pages')).toEqual(['/collection', rose, glow]);

    await goOffline();
    await see(sign(page));
    for (const [path, name] of [
      [rose, 'Rose'],
      [glow, 'Glow Serum'],
    ] as const) {
      await page.goto(path);
      await see(heading(page, name));
      await see(sign(page));
      const picture = page.locator('main img').first();
      await becomes(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0), true);
    }
    // The search script was cached although it was not used before. Without its data, the text itself is found.
    await page.goto('/collection?q=serum');
    await see(page.getByText(/^Showing \d+ of 16 products for "serum"$/));
    expect(await shownNames(page)).toContain('Glow Serum');
    expect(await cachedPaths(page, 'search')).toEqual([]);
    for (const path of ['/about', '/account']) {
      await page.goto(path);
      await see(heading(page, 'You are offline'));
    }
    await page.goto(rose);
    await goOnline();
    await gone(sign(page));
  });

  test('a product can be added and the cart be viewed and changed, but there is no checkout', async () => {
    const { page, goOffline, goOnline } = await visitAsGuest({ cart: { [serum]: 2 }, ...withWorker });
    await arrive(page, rose);
    await keeps(page, rose);
    await goOffline();
    await page.reload();
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await becomes(() => badge(page), '3');

    await page.goto('/cart');
    await see(page.getByText('Prices as of your last visit; we check them again at checkout.'));
    await becomes(() => shownTotal(page), '₹1,547.00');
    const row = page.locator('.cart-row').filter({ hasText: 'Rose Toner' });
    await row.getByRole('button', { name: 'One more' }).click();
    await becomes(() => shownTotal(page), '₹1,896.00');
    expect(await page.getByText('Proceed to Checkout').count()).toBe(0);
    await see(page.getByText('You are offline, so checkout has to wait. Your cart is safe on this device.'));

    await goOnline();
    await see(page.getByRole('link', { name: 'Proceed to Checkout' }));
    await gone(page.getByText('Prices as of your last visit'));
    expect(await shownTotal(page)).toBe('₹1,896.00');
  });
});

test('My skin, the planner of routines and the delivery date work without a connection', async () => {
  const skin = { type: 'Oily Skin', concerns: ['hydration'], avoid: ['silicones'], pregnancy: true };
  const stored = storing(shop, { skin: JSON.stringify(skin) });
  const { page, goOffline } = await visit(390, { ...stored, ...withWorker });
  const arrival = async () => (await page.locator('#delivery-answer').innerText()).split(/\n+/)[0];
  await arrive(page, '/routine');
  await keeps(page, '/routine');
  await becomes(() => cachedPaths(page, 'search'), ['/routine.json']);
  await page.goto('/skin');
  await keeps(page, '/skin');
  await page.goto(glow);
  await keeps(page, glow);
  await page.getByLabel('Delivery to pincode').fill('560001');
  await see(page.getByText(/^Arrives /));
  const promised = await arrival();
  // The browser's own cache may lose the directory.
  await becomes(
    async () => (await cachedPaths(page, 'assets')).some((path) => /\/pincodes\.[^/]+\.txt$/.test(path)),
    true,
  );

  await goOffline();
  await page.goto('/skin');
  await becomes(
    () =>
      page
        .locator('[data-skin-form] :checked')
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value)),
    ['Oily Skin', 'hydration', 'silicones', 'true'],
  );
  await page.getByLabel('Sensitive', { exact: false }).check();
  await see(page.getByText('Saved on this device.'));
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(glow);
  await see(page.locator('div[data-mine]').getByText(/You have sensitive skin/));
  await becomes(arrival, promised);
  // The planner was not used before.
  await page.goto('/routine#1-rs-tm');
  await see(page.getByText('Use them on different evenings.'));
});

test('search by meaning and suggestions work without a connection once somebody has searched', async () => {
  const { page, goOffline } = await visit(390, withWorker);
  await arrive(page, '/collection');
  await keeps(page, '/collection');
  await page.goto('/collection');
  await page.locator('summary[aria-label="Search"]').tap();
  await useBox(page);
  await page.keyboard.type('ser');
  await see(page.getByRole('option'));
  await page.keyboard.press('Enter');
  await see(page.getByRole('button', { name: 'Remove serum' }));
  await becomes(
    () => cachedPaths(page, 'search'),
    ['/collection.json', '/popular-searches.json', '/search.json', '/services.json'],
  );

  await goOffline();
  // Misspelt: only its sound finds it.
  await page.goto('/collection?q=srum');
  await see(page.getByRole('button', { name: 'Remove serum' }));
  expect(await shownNames(page)).toContain('Glow Serum');
  await box(page).fill('oily');
  await see(page.getByRole('option'));
  await page.keyboard.press('Enter');
  await see(page.getByRole('button', { name: 'Remove oily skin' }));
});

test('on a slow connection the cached page appears after four seconds', async () => {
  const { page, context, allowFailure } = await visit(390, withWorker);
  await arrive(page, rose);
  await keeps(page, rose);
  await page.goto('/about');
  allowFailure(rose, 0);
  const released = Promise.withResolvers<void>();
  await context.route(`**${rose}`, async (route) => {
    await released.promise;
    await route.abort().catch(() => {});
  });
  await page.goto(rose);
  await see(heading(page, 'Rose'));
  await see(page.getByText('Weak connection: this page is from your last visit.'));
  released.resolve();
});

test('the data of the cart is cached: checkout still shows the present price, and a rejected token deletes it', async () => {
  const visitor = await visitAsShopper({ cart: { [toner]: 2 }, ...withWorker });
  const { page, person, goOffline, goOnline, allowFailure } = visitor;
  await arrive(page, '/cart');
  await page.reload();
  await becomes(() => shownTotal(page), '₹698.00');
  await becomes(async () => (await cachedPaths(page, 'lines')).length, 1);
  await goOffline();
  await page.reload();
  await becomes(() => shownTotal(page), '₹698.00');

  await setPrice(shop.db, toner, 39_900);
  await goOnline();
  await becomes(() => shownTotal(page), '₹798.00');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL('/place-order');
  await becomes(() => shownTotal(page), '₹798.00');

  await person.post('/api/user/logout');
  allowFailure(/^\/api\//, 401);
  await page.goto('/about');
  await see(page.getByText('Please sign in again to go on.'));
  await becomes(() => cachedPaths(page, 'lines'), []);
});

test("no personal data is cached; the data of the cart's products and the recent searches go at sign-out", async () => {
  const { page, person } = await visitAsShopper({ cart: { [toner]: 1 }, width: 1280, ...withWorker });
  await arrive(page, '/cart');
  await page.evaluate(() => localStorage.setItem('recentSearches', '["serum"]'));
  await page.reload();
  await becomes(async () => (await cachedPaths(page, 'lines')).length, 1);
  for (const path of ['/account', '/orders', '/place-order', '/login?next=/account']) {
    await page.goto(path);
    await hydrated(page);
  }
  // Who is signed in has no business on the page to sign in.
  await page.waitForURL('/account');
  const everything = () =>
    page.evaluate(async () => {
      const all: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const body = await (await caches.match(request, { cacheName: name }))?.text();
          all.push(`${request.url} ${body}`);
        }
      return all;
    });
  const addresses = (await everything()).map((one) => new URL(one.split(' ', 1)[0] ?? '').pathname);
  const allowed =
    /^\/(_astro\/|media\/|cart$|offline$|(cart-catalogue|routine)\.json$|favicon\.svg$|api\/product\/(list|live)$)/;
  expect(addresses.filter((path) => !allowed.test(path))).toEqual([]);
  const leaked = (await everything()).filter(
    (one) => one.includes(person.token) || one.includes(person.email),
  );
  expect(leaked).toEqual([]);

  await page.goto('/cart');
  await signOut(page);
  await page.waitForURL('/login');
  expect(await cachedPaths(page, 'lines')).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBeNull();
});

test("the worker is revalidated each time, may load only the shop's own scripts, and is not at the desk", async () => {
  const { headers } = await fetch(`${shop.stack.url}/sw.js`);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  );
  const { page } = await visit(1280, withWorker);
  await page.goto('/desk', { waitUntil: 'networkidle' });
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
