/** Scripts that fail on a weak connection: the page requests them again, then asks the shopper to reload. */
import { expect, test } from 'vitest';
import { cacheNames } from '#domain/offline/routing.ts';
import { toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { arrive, keepsIslands, withWorker } from './offline-steps.ts';
import { asPerson, fillAddress, placeButton, toast } from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

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
  allowFailure({ path: imported, status: 0 });
  const filter = page.locator('.collection-filter-open');
  await filter.tap();
  await becomes(() => filter.getAttribute('aria-expanded'), 'true');
  expect(asked).toBe(3);
});

test('a missing script shows a message, and a second tap tries again', async () => {
  const { page, context, allowFailure, expectConsole } = await visit(390);
  await page.goto('/collection');
  await context.route(island, (route) => route.abort());
  allowFailure({ path: island, status: 0 });
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
  allowFailure({ path: reviews, status: 0 });
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
  const { page, context, allowFailure } = await visit(1280, await asPerson(shop, await shop.person()));
  await page.goto('/about');
  const script = /\/_astro\/session[^/]*\.js/;
  await context.route(script, (route) => route.abort());
  allowFailure({ path: script, status: 0 });
  await page.getByRole('button', { name: 'Your account' }).hover();
  await page.getByRole('button', { name: 'Logout' }).click();
  await see(toast(page, 'A part of this page did not load.'));
});

test('at the checkout nothing is lost: a reload brings the script, and the typed address', async () => {
  const { page, context, expectFailure } = await visit(
    390,
    await asPerson(shop, await shop.person(), { [toner]: 1 }),
  );
  const sending = /\/_astro\/send-order[^/]*\.js/;
  await context.route(sending, (route) => route.abort());
  expectFailure({ path: sending, status: 0 });
  await page.goto('/checkout');
  await fillAddress(page);
  await placeButton(page).tap();
  await see(page.locator('.place-order').getByText('A part of this page did not load.'));
  await context.unroute(sending);
  await page.reload();
  await see(page.locator('.checkout-arrives').getByText(/^Arrives/));
  await placeButton(page).tap();
  await page.waitForURL(/\/orders\?placed=/);
});
