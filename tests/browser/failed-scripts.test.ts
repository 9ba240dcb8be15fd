/** Scripts that fail on a weak connection: the page requests them again, then asks the shopper to reload. */
import { expect } from 'vitest';
import { cacheNames } from '#domain/offline/cache-names.ts';
import { toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { arrive, keepsIslands, withWorker } from './offline-steps.ts';
import { fillAddress, placeButton, signOut, submitOrder, toast } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { visit, visitAsShopper, test } = browserTest();

const island = /\/_astro\/CollectionIsland[^/]*\.js/;
/** An import of the island. Astro itself requests the island's own script a second time. */
const imported = /\/_astro\/ingredient-filter\.api[^/]*\.js/;

test('a tap works although a script fails twice', async () => {
  const { page, context, allowFailure } = await visit(390, withWorker);
  await arrive(page, '/collection');
  await keepsIslands(page);
  await page.evaluate(
    async ([name, pattern]) => {
      const files = await caches.open(name);
      for (const file of await files.keys())
        if (new RegExp(pattern).test(new URL(file.url).pathname)) await files.delete(file);
    },
    [cacheNames.assets, imported.source] as const,
  );
  let asked = 0;
  await context.route(imported, (route) => {
    asked += 1;
    return asked > 2 ? route.continue() : route.abort();
  });
  allowFailure(imported, 0);
  const filter = page.locator('.collection-filter-open');
  await filter.tap();
  await becomes(() => filter.getAttribute('aria-expanded'), 'true');
  expect(asked).toBe(3);
});

test('a missing script shows a message, and a second tap tries again', async () => {
  const { page, context, allowFailure, expectConsole } = await visit(390, { path: '/collection' });
  await context.route(island, (route) => route.abort());
  allowFailure(island, 0);
  expectConsole('Error hydrating /_astro/CollectionIsland');
  const filter = page.locator('.collection-filter-open');
  // Touching the button while scrolling shows no message.
  const tried = page.waitForEvent('console', (message) => message.text().includes('Error hydrating'));
  await filter.dispatchEvent('pointerover');
  await tried;
  const notice = toast(
    page,
    'A part of this page did not load. Check your connection and load the page again.',
  );
  expect(await notice.count()).toBe(0);
  await filter.tap();
  await see(notice);
  expect(await filter.getAttribute('aria-busy')).toBeNull();
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  await becomes(() => notice.count(), 0);
  await filter.tap();
  await see(notice);

  await context.unroute(island);
  await page.reload();
  await filter.tap();
  await becomes(() => filter.getAttribute('aria-expanded'), 'true');
});

test('reviews whose script is missing say so in their place; the button there tries again', async () => {
  const { page, context, allowFailure, expectConsole } = await visit(390);
  const reviews = /\/_astro\/ReviewsIsland[^/]*\.js/;
  await context.route(reviews, (route) => route.abort());
  allowFailure(reviews, 0);
  expectConsole('Error hydrating /_astro/ReviewsIsland');
  await page.goto(`/product/${toner}`);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  const notice = page.getByText('The reviews could not be loaded');
  await see(notice);
  await context.unroute(reviews);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await see(page.getByText('Be the first to review it'));
  expect(await notice.isVisible()).toBe(false);
});

test('a failed sign-out script shows a message', async () => {
  const { page, context, allowFailure } = await visitAsShopper({ path: '/about', width: 1280 });
  const script = /\/_astro\/session[^/]*\.js/;
  await context.route(script, (route) => route.abort());
  allowFailure(script, 0);
  await signOut(page);
  await see(toast(page, 'A part of this page did not load.'));
});

test('at the checkout nothing is lost: a reload brings the script, and the typed address', async () => {
  const { page, context, expectFailure } = await visitAsShopper({ cart: { [toner]: 1 } });
  const sending = /\/_astro\/send-order[^/]*\.js/;
  await context.route(sending, (route) => route.abort());
  expectFailure(sending, 0);
  await page.goto('/checkout');
  await fillAddress(page);
  await placeButton(page).tap();
  await see(page.locator('.place-order').getByText('A part of this page did not load.'));
  await context.unroute(sending);
  await page.reload();
  await see(page.locator('.checkout-arrives').getByText(/^Arrives/));
  await submitOrder(page);
});
