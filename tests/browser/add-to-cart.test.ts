/** Adding to the cart from a card (docs/behaviour.md 3.5). */
import { describe, expect, test } from 'vitest';
import { serum, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { addButton, badge, fakeClock, stopClock, storedCarts, toast } from './steps.ts';
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
