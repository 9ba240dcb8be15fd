/** Adding to the cart, from a card and from a product's page, as far as the stock reaches (docs/behaviour.md 2.6, 3.5, 3.6). */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readProducts } from '#tools/lib/content.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { addButton, asGuest, badge, fakeClock, stopClock, storedCarts, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

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

    // Toasts are at the bottom, above the keyboard.
    const end = (name: string) => toast(page, name).evaluate((one) => one.getBoundingClientRect().bottom);
    await becomes(() => end('Rose Toner'), 844 - 16);
    await page.evaluate(() =>
      Object.defineProperty(window, 'visualViewport', { value: { height: 500, scale: 1 } }),
    );
    await addButton(page, 'Daily Veil').tap();
    await becomes(() => end('Daily Veil'), 500 - 16);
  });

  test('the message stays while the pointer is on it', async () => {
    const { page } = await visit(1280);
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
  });
});

describe('as far as the stock reaches', () => {
  const label = (button: Locator) => button.textContent().then((text) => text?.trim());

  test('a card adds what is left, and never says more', async () => {
    const { page } = await visit(390);
    const card = page.locator(`[data-card="${cream}"]`);
    const heights = () => card.locator('.button').evaluateAll((all) => all.map((one) => one.clientHeight));
    await setStock(shop.db, cream, 2);
    await page.goto('/collection');
    await see(card.locator('.card-stock').getByText('Only 2 left'));
    const before = await heights();
    for (const label of ['Add to cart', 'All 2 in your cart']) {
      await card.getByRole('button').tap();
      await see(toast(page, 'Added to cart!'));
      await becomes(() => card.locator('[data-live="button"]').textContent(), label);
    }
    expect(await heights()).toEqual(before);
    await card.getByRole('button').press('Enter');
    await see(toast(page, 'Only 2 left, and all of them are in your cart.'));
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 2 } });
    await setStock(shop.db, cream, 100);
  });

  test('the stepper and the buttons end at the stock, also when the cart changes', async () => {
    await setStock(shop.db, serum, 3);
    const { page, newTab } = await visit(390, asGuest(shop, { [serum]: 1 }));
    await page.goto(`/product/${serum}`);
    const field = page.locator('#quantity');
    const add = page.locator('.buy [data-add-to-cart]');
    await becomes(() => field.getAttribute('max'), '2');
    await field.fill('9');
    await field.blur();
    expect(await field.inputValue()).toBe('2');
    expect(await page.getByRole('button', { name: 'One more' }).getAttribute('aria-disabled')).toBe('true');
    await add.tap();
    await see(toast(page, 'Added to cart!'));
    await becomes(() => label(add), 'All 3 in your cart');
    expect(await field.inputValue()).toBe('1');
    await page.keyboard.press('Escape');
    await gone(toast(page, 'Added to cart!'));
    await add.press('Enter');
    await see(toast(page, 'Only 3 left, and all of them are in your cart.'));
    expect(await page.locator('.toast').filter({ hasText: 'Added' }).count()).toBe(0);
    expect(await storedCarts(page)).toEqual({ guest: { [serum]: 3 } });
    const other = await newTab();
    await other.goto('/cart');
    await other.getByRole('button', { name: 'Remove Glow Serum' }).tap();
    await becomes(() => label(add), 'Add to Cart');
    expect(await add.getAttribute('aria-disabled')).toBeNull();
    await other.getByRole('button', { name: 'Undo' }).tap();
    await becomes(() => label(add), 'All 3 in your cart');
    // Buy Now orders what the cart has.
    await page.getByRole('button', { name: 'Buy Now' }).tap();
    await page.waitForURL('/checkout');
    expect(await storedCarts(page)).toEqual({ guest: { [serum]: 3 } });
    await setStock(shop.db, serum, 100);
  });
});

test('price and buttons of every product are in the first screen of a phone', async () => {
  const { page } = await visit(390);
  for (const id of readProducts().keys()) {
    await page.goto(`/product/${id}`, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready);
    const below = await page
      .locator('.intro .price, .buy .button')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom > innerHeight).length);
    expect([id, below]).toEqual([id, 0]);
  }
});

test('a bar buys what the page has chosen, while the buttons and the footer are out of view', async () => {
  const { page } = await visit(390);
  await page.goto(`/product/${toner}`);
  const bar = page.getByRole('region', { name: 'Buy Rose Toner' });
  await page.getByRole('button', { name: 'One more' }).tap();
  await gone(bar);
  await page.locator('.tabs').scrollIntoViewIfNeeded();
  await see(bar);
  expect((await bar.locator('p').textContent())?.replace(/\s+/g, ' ').trim()).toBe('Rose Toner ₹349.00');
  await bar.getByRole('button', { name: 'Add to Cart' }).tap();
  await see(toast(page, 'Added to cart!'));
  expect(await storedCarts(page)).toEqual({ guest: { [toner]: 2 } });
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await toast(page, 'Added to cart!').boundingBox()) ?? {};
  expect(y).toBeGreaterThan(844 / 2);
  expect(y + height).toBeLessThanOrEqual(await top(bar));

  await looksRight(page, 'the bar', { within: '[data-buy-bar]' });

  // What gets the focus is above the bar.
  await page.getByRole('tab', { name: 'Key Benefits' }).focus();
  const passed: string[] = [];
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const bar = document.querySelector('[data-buy-bar]')?.getBoundingClientRect();
      const focused = document.activeElement;
      const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
      // A panel that is higher than the window begins above the bar.
      return bar && bar.height > 0 && Math.min(bottom, top + 44) > bar.top ? (focused?.outerHTML ?? '') : '';
    });
    if (hidden) passed.push(hidden);
  }
  expect(passed).toEqual([]);

  await page.locator('footer').scrollIntoViewIfNeeded();
  await gone(bar);
  await page.evaluate(() => scrollTo(0, 0));
  await gone(bar);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('.faqs').scrollIntoViewIfNeeded();
  await gone(bar);
});
