/** The cart: in the browser, in all its tabs, and on the server (spec sections 2, 4, 5, 9; decisions, "Cart"). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serum, toner, cream } from '../support/orders.ts';
import { setRetired, setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { addButton, asGuest, badge, fakeClock, shelf, stopClock, storedCarts, toast } from './steps.ts';
import { becomes, gone, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const row = (page: Page, name: string) => page.locator('.cart-row').filter({ hasText: name });
const quantity = (page: Page, name: string) => row(page, name).getByLabel('Quantity', { exact: true });
const total = (page: Page) => page.locator('.sums-total dd').textContent();
const checkout = (page: Page) => page.getByText('Proceed to Checkout');

describe('adding from a card', () => {
  test("shows 'Added to cart!' with the product name for 3 seconds; the badge counts pieces", async () => {
    const { page } = await visit(390);
    await fakeClock(page);
    await page.goto('/collection');
    await stopClock(page);
    await addButton(page, 'Glow Serum').tap();
    const shown = toast(page, 'Added to cart!');
    await see(shown);
    expect(await shown.locator('strong').textContent()).toBe('Added to cart!');
    expect(await shown.locator('span').textContent()).toBe('Glow Serum');
    await page.clock.runFor(2_900);
    expect(await shown.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await gone(shown);

    await addButton(page, 'Glow Serum').tap();
    await addButton(page, 'Rose Toner').tap();
    await becomes(() => badge(page), '3');
    await see(page.getByRole('link', { name: 'Cart, 3 items' }));
    expect(await storedCarts(page)).toEqual({ guest: { [serum]: 2, [toner]: 1 } });
  });

  test('the message stays while the pointer is on it, and errors stay 8 seconds', async () => {
    const { page, expectFailure } = await visit(1280, asGuest(shop));
    await fakeClock(page);
    await page.goto('/collection');
    await stopClock(page);
    await addButton(page, 'Glow Serum').click();
    const shown = toast(page, 'Added to cart!');
    await page.clock.runFor(2_000);
    await shown.hover();
    await page.clock.runFor(20_000);
    expect(await shown.isVisible()).toBe(true);
    await page.mouse.move(200, 600);
    await page.clock.runFor(900);
    expect(await shown.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await gone(shown);

    // A token that the shop does not know: an error.
    expectFailure({ path: '/api/cart/get', status: 401 });
    await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)));
    await page.clock.resume();
    await page.goto('/orders', { waitUntil: 'commit' });
    await page.clock.resume();
    const error = toast(page, 'Please sign in again');
    await see(error);
    await stopClock(page);
  });
});
