/** Changes to the cart without a connection reach the server exactly once (docs/behaviour.md 4.3). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cream, serum, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { arrive, goOffline, keeps, withWorker } from './offline-steps.ts';
import {
  asPerson,
  badge,
  cartOf,
  fakeClock,
  fillCart,
  nothingUnsent,
  cartRow as row,
  stopClock,
  toast,
} from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

/** The number of cart changes that the server has received, by its own log. */
const changes = (): number =>
  shop.stack.workerLogs.filter((line) => /"route":"\/api\/cart\/(add|update)"/.test(line)).length;

const oneMore = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'One more' });
const add = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
const rose = '/product/rose-balance-toner';

describe('changes made offline', () => {
  test('added and changed lines reach the server once each, even with two tabs open', async () => {
    const person = await shop.person();
    const visitor = await visit(1280, { ...(await asPerson(shop, person, { [serum]: 1 })), ...withWorker });
    const { page, context, newTab } = visitor;
    await arrive(page, rose);
    await keeps(page, rose);
    const other = await newTab();
    await other.goto('/cart');
    await see(row(other, 'Glow Serum'));
    const before = changes();
    await goOffline(visitor);
    await add(page);
    await oneMore(other, 'Glow Serum').click();
    await oneMore(other, 'Glow Serum').click();
    await becomes(() => badge(page), '4');
    expect(await cartOf(person)).toEqual({ [serum]: 1 });

    await context.setOffline(false);
    await becomes(() => cartOf(person), { [serum]: 3, [toner]: 1 });
    await nothingUnsent(page);
    await becomes(changes, before + 2);
    // No change is left that a later page would send again.
    await page.goto('/cart', { waitUntil: 'networkidle' });
    expect(changes()).toBe(before + 2);
    expect(await badge(page)).toBe('4');
  });

  test('reach it from another page when theirs was closed meanwhile', async () => {
    const person = await shop.person();
    const visitor = await visit(390, { ...(await asPerson(shop, person)), ...withWorker });
    const { page, context, newTab } = visitor;
    await arrive(page, rose);
    await keeps(page, rose);
    const before = changes();
    await goOffline(visitor);
    await add(page);
    await becomes(() => badge(page), '1');
    await page.close();

    await context.setOffline(false);
    const later = await newTab();
    await later.goto('/about');
    await becomes(() => cartOf(person), { [toner]: 1 });
    await nothingUnsent(later);
    await becomes(changes, before + 1);
  });

  test("keep other devices' changes; of one line, the last change wins", async () => {
    const person = await shop.person();
    const visitor = await visit(390, {
      ...(await asPerson(shop, person, { [toner]: 1, [serum]: 1 })),
      ...withWorker,
    });
    const { page, context } = visitor;
    await arrive(page, '/cart');
    await see(row(page, 'Rose Toner'));
    await goOffline(visitor);
    await oneMore(page, 'Rose Toner').click();
    await becomes(() => badge(page), '3');
    // The other device changes a line that is unchanged here, and the one that was changed here.
    await fillCart(person, { [cream]: 4, [toner]: 7, [serum]: 5 });
    await context.setOffline(false);
    await becomes(() => cartOf(person), { [toner]: 2, [serum]: 5, [cream]: 4 });
    await becomes(() => badge(page), '11');
  });
});

test("a response that is lost after the server's change doubles nothing", async () => {
  const person = await shop.person();
  const { page, context, expectFailure } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await page.goto('/cart');
  await see(row(page, 'Rose Toner'));
  const before = changes();
  expectFailure({ path: '/api/cart/add', status: 0 });
  let lost = 0;
  await context.route('**/api/cart/add', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await oneMore(page, 'Rose Toner').click();
  await nothingUnsent(page);
  await becomes(changes, before + 2);
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  expect(await badge(page)).toBe('2');
});

test('several taps in a row become one request', async () => {
  const person = await shop.person();
  const { page } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await fakeClock(page);
  await page.goto('/cart');
  await see(row(page, 'Rose Toner'));
  await stopClock(page);
  const before = changes();
  for (let tap = 0; tap < 6; tap += 1) {
    await oneMore(page, 'Rose Toner').click();
    await page.clock.runFor(150);
  }
  await page.clock.runFor(1_000);
  await becomes(() => cartOf(person), { [toner]: 7 });
  await nothingUnsent(page);
  await becomes(changes, before + 1);
});

test('without an `online` event, returning to the page is enough', async () => {
  const person = await shop.person();
  const { page, context, expectFailure } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await fakeClock(page);
  const synced = page.waitForResponse('**/api/cart/get');
  await page.goto('/cart');
  await see(row(page, 'Rose Toner'));
  await synced;
  await stopClock(page);
  expectFailure({ path: /^\/api\/cart\//, status: 0 });
  await context.route('**/api/cart/*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await oneMore(page, 'Rose Toner').click();
  await page.clock.runFor(300);
  await failed;
  await see(page.getByText("We can't reach the shop."));

  await context.unroute('**/api/cart/*');
  // There is no `online` event, and the timer of the next try stands still.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(10);
  await becomes(() => cartOf(person), { [toner]: 2 });
  await nothingUnsent(page);
});

test('while the shop cannot be reached, it is asked ever more rarely, and that is said once', async () => {
  const person = await shop.person();
  const { page, expectFailure } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await fakeClock(page);
  const synced = page.waitForResponse('**/api/cart/get');
  await page.goto('/cart');
  await see(row(page, 'Rose Toner'));
  await synced;
  await stopClock(page);
  expectFailure({ path: '/api/cart/get', status: 0 });
  let tries = 0;
  await page.route('**/api/cart/get', (route) => {
    tries += 1;
    return route.abort();
  });
  // A call that the page has started is counted by then, and one that has failed has set its timer.
  const settled = () => page.evaluate(() => fetch('/api/store').then(({ ok }) => ok));
  await oneMore(page, 'Rose Toner').click();
  for (const [n, pause] of [250, 4_000, 8_000].entries()) {
    await page.clock.runFor(pause - 100);
    await settled();
    expect(tries).toBe(n);
    await page.clock.runFor(200);
    await becomes(() => tries, n + 1);
    await settled();
  }
  expect(await toast(page, "We can't reach the shop.").count()).toBe(0);
});
