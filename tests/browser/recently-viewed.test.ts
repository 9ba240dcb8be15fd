/** The products that were looked at on this device (docs/behaviour.md, "Recently viewed"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { serum, toner } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { requested, signOut, stored, storing } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest();
const viewed = async (page: Page): Promise<string[]> =>
  (JSON.parse((await stored(page, 'viewedProducts')) ?? '[]') as { id: string }[]).map(({ id }) => id);
const section = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const look = (page: Page) => page.mouse.wheel(0, 200);

test('a page counts once somebody scrolls; the next ones show it at their end, and send the list nowhere', async () => {
  const { page } = await visit(1280, { path: `/product/${serum}` });
  const loads = requested(page, /recently-viewed/);
  await page.waitForTimeout(300);
  expect([await viewed(page), loads]).toEqual([[], []]);
  await look(page);
  await becomes(() => viewed(page), [serum]);
  await gone(section(page));

  await page.goto(`/product/${toner}`);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await look(page);
  await becomes(() => viewed(page), [toner, serum]);
  await see(section(page));
  expect(await section(page).getByRole('listitem').count()).toBe(0);
  await section(page).scrollIntoViewIfNeeded();
  await becomes(() => section(page).getByRole('link').allTextContents(), ['Glow Serum']);
  await looksRight(page, `/product/${toner}`, { atBothWidths: true });
  expect(calls.filter((url) => url.includes('/api/') && url.includes(serum))).toEqual([]);
});

test('Clear removes the list; so does signing out', async () => {
  const names = [serum, 'gone-for-good'].map((id) => ({ id, name: `Thing <b>${id}</b>` }));
  const { page, allowFailure } = await visit(390, {
    path: `/product/${toner}`,
    ...storing(shop, { viewedProducts: JSON.stringify([...names, { id: '../cart', name: 'x' }]) }),
  });
  allowFailure(/gone-for-good/, 404);
  await look(page);
  await section(page).scrollIntoViewIfNeeded();
  // The other has no picture, since the shop does not have it.
  await becomes(() => section(page).getByRole('link').allTextContents(), [`Thing <b>${serum}</b>`]);
  await section(page).getByRole('button', { name: 'Clear' }).tap();
  await gone(section(page));
  expect(await viewed(page)).toEqual([]);

  const shopper = await visitAsShopper({ path: `/product/${toner}` });
  await look(shopper.page);
  await becomes(() => viewed(shopper.page), [toner]);
  await shopper.page.evaluate(() => scrollTo(0, 0));
  await signOut(shopper.page);
  await shopper.page.waitForURL('**/login');
  expect(await viewed(shopper.page)).toEqual([]);
});
