/** Changes to the cart without a connection reach the server exactly once (docs/behaviour.md, "Cart sync"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cream, serum, toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { arrive, keeps, withWorker } from './offline-steps.ts';
import {
  badge,
  cartOf,
  fakeClock,
  fillCart,
  loseAnswer,
  nothingUnsent,
  cartRow as row,
  stopClock,
  toast,
} from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visitAsShopper, test } = browserTest();

/** The number of cart changes that the server has received, by its own log. */
const changes = (): number =>
  shop.stack.workerLogs.filter((line) => /"route":"\/api\/cart\/(add|update)"/.test(line)).length;

const oneMore = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'One more' });
const add = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
const rose = '/product/rose-balance-toner';

test('changes made offline reach the server once each, beside those of other devices, also after their tabs were closed', async () => {
  const cart = { [serum]: 1, [cream]: 1 };
  const atFirst = changes();
  const visitor = await visitAsShopper({ cart, width: 1280, ...withWorker });
  const { page, person, newTab, goOffline, goOnline } = visitor;
  await arrive(page, rose);
  await keeps(page, rose);
  const other = await newTab();
  await other.goto('/cart');
  await see(row(other, 'Glow Serum'));
  await goOffline();
  await add(page);
  await oneMore(other, 'Glow Serum').click();
  await oneMore(other, 'Glow Serum').click();
  await becomes(() => badge(page), '5');
  expect(await cartOf(person)).toEqual(cart);
  // The other device changes a line that is unchanged here, and one that was changed here: the last change wins.
  await fillCart(person, { [cream]: 4, [serum]: 7 });
  // Two lines of the first cart, and two of the other device; the log is a little later than the answers.
  const before = atFirst + 4;
  await becomes(changes, before);

  await goOnline();
  await becomes(() => cartOf(person), { [serum]: 3, [cream]: 4, [toner]: 1 });
  await nothingUnsent(page);
  await becomes(changes, before + 2);
  await becomes(() => badge(page), '8');
  // No change is left that a later page would send again.
  await page.goto('/cart', { waitUntil: 'networkidle' });
  expect(changes()).toBe(before + 2);
  expect(await badge(page)).toBe('8');

  await goOffline();
  await oneMore(page, 'Rose Toner').click();
  await becomes(() => badge(page), '9');
  await page.close();
  await other.close();
  await goOnline();
  const later = await newTab();
  await later.goto('/about');
  await becomes(() => cartOf(person), { [serum]: 3, [cream]: 4, [toner]: 2 });
  await nothingUnsent(later);
  await becomes(changes, before + 3);
});

test("several taps become one request, a lost response doubles nothing; unreachable, the server's copy is asked for more rarely", async () => {
  const { person, page, context, expectFailure } = await visitAsShopper({ cart: { [toner]: 1 } });
  await fakeClock(page);
  const synced = page.waitForResponse('**/api/cart/get');
  await page.goto('/cart');
  await see(row(page, 'Rose Toner'));
  await synced;
  await stopClock(page);
  let before = changes();
  for (let tap = 0; tap < 6; tap += 1) {
    await oneMore(page, 'Rose Toner').click();
    await page.clock.runFor(150);
  }
  await page.clock.runFor(1_000);
  await becomes(() => cartOf(person), { [toner]: 7 });
  await nothingUnsent(page);
  await becomes(changes, before + 1);

  // Without an `online` event, returning to the page is enough.
  expectFailure(/^\/api\/cart\//, 0);
  await context.route('**/api/cart/*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await oneMore(page, 'Rose Toner').click();
  await page.clock.runFor(300);
  await failed;
  await see(page.getByText("We can't reach the shop."));
  await context.unroute('**/api/cart/*');
  // There is no such event, and the timer of the next try stands still.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(10);
  await becomes(() => cartOf(person), { [toner]: 8 });
  await nothingUnsent(page);

  // A call that the page has started is counted by then, and one that has failed has set its timer.
  const settled = () => page.evaluate(() => fetch('/api/store').then(({ ok }) => ok));
  before = changes();
  const lost = page.waitForEvent('requestfailed');
  await loseAnswer(page, '**/api/cart/add');
  await oneMore(page, 'Rose Toner').click();
  await page.clock.runFor(300);
  await lost;
  await settled();
  await page.clock.runFor(4_100);
  await nothingUnsent(page);
  await becomes(changes, before + 2);
  expect(await cartOf(person)).toEqual({ [toner]: 9 });
  expect(await badge(page)).toBe('9');

  let tries = 0;
  await page.route('**/api/cart/get', (route) => {
    tries += 1;
    return route.abort();
  });
  await oneMore(page, 'Rose Toner').click();
  for (const [n, pause] of [250, 4_000, 8_000].entries()) {
    await page.clock.runFor(pause - 100);
    await settled();
    expect(tries).toBe(n);
    await page.clock.runFor(200);
    await becomes(() => tries, n + 1);
    await settled();
  }
  // It is said once.
  expect(await toast(page, "We can't reach the shop.").count()).toBe(0);
});
