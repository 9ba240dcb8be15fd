/**
 * Adding to the cart, from a card and from a product's page, as far as the stock reaches (docs/behaviour.md,
 * "Live data", "Collection", "Product page").
 */
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readProducts } from '#tools/lib/content.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { addButton, badge, fakeClock, stopClock, storedCarts, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsGuest, test } = browserTest();

describe('adding from a card', () => {
  test('ends at what is left; the message with the name stays for 3 seconds, and the badge counts pieces', async () => {
    const { page } = await visit(390);
    const card = page.locator(`[data-card="${cream}"]`);
    const heights = () => card.locator('.button').evaluateAll((all) => all.map((one) => one.clientHeight));
    await setStock(shop.db, cream, 2);
    await fakeClock(page);
    await page.goto('/collection');
    await see(card.locator('.card-stock').getByText('Only 2 left'));
    const before = await heights();
    for (const label of ['Add to cart', 'All 2 in your cart']) {
      await card.locator('[data-add-to-cart]').tap();
      await see(toast(page, 'Added to cart!'));
      await becomes(() => card.locator('[data-live="button"]').textContent(), label);
    }
    expect(await heights()).toEqual(before);
    await card.locator('[data-add-to-cart]').press('Enter');
    await see(toast(page, 'Only 2 left, and all of them are in your cart.'));
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 2 } });

    await stopClock(page);
    await gone(page.locator('.toast'));
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
    await becomes(() => badge(page), '5');
    await see(page.getByRole('link', { name: 'Cart, 5 items' }));
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 2, [serum]: 2, [toner]: 1 } });

    // Messages are at the bottom; while a field has the focus, and the keyboard may be there, they are below the header.
    const box = (name: string) => toast(page, name).evaluate((one) => one.getBoundingClientRect().toJSON());
    await becomes(async () => (await box('Rose Toner')).bottom, 844 - 16);
    await page.locator('[data-search-bar] summary').tap();
    await becomes(async () => (await box('Glow Serum')).top, 120);
    await page.keyboard.press('Escape');
    await addButton(page, 'Rose Toner').tap();
    await toast(page, 'Rose Toner').getByRole('link', { name: 'View cart' }).tap();
    await page.waitForURL('/cart');
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

const label = (button: Locator) => button.textContent().then((text) => text?.trim());

test('the stepper and the buttons end at the stock, also when the cart changes', async () => {
  await setStock(shop.db, serum, 3);
  const { page, newTab } = await visitAsGuest({ path: `/product/${serum}`, cart: { [serum]: 1 } });
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
  // Buy Now orders what the stepper says; it does not add to what is in the cart.
  await page.getByRole('button', { name: 'Buy Now' }).tap();
  await page.waitForURL('/checkout');
  expect(await storedCarts(page)).toEqual({ guest: { [serum]: 1 } });
});

test('a product is added with what goes well with it in one tap, in the shade that is chosen', async () => {
  const { page } = await visit(390, { path: '/product/mineral-tint-spf-40?variant=deep-almond' });
  const pair = page.locator('.both');
  const [, partner = ''] =
    /^Mineral Tint and (.*)$/.exec((await pair.locator('p').textContent()) ?? '') ?? [];
  const id = [...readProducts()].find(([, { name }]) => name === partner)?.[0] ?? '';
  const both = pair.getByRole('button', { name: `Add both Mineral Tint and ${partner}` });
  await both.tap();
  await see(toast(page, `Mineral Tint, Deep Almond and ${partner}`));
  expect(await storedCarts(page)).toEqual({ guest: { 'mineral-tint-spf-40--deep-almond': 1, [id]: 1 } });
  await looksRight(page, 'a pair', { within: '.pairs' });

  // One that is not there is not sold with the other.
  await setStock(shop.db, id, 0);
  await page.reload();
  await becomes(() => both.isDisabled(), true);
});

test('price and buttons of every product are in the first screen of a phone', async () => {
  // One page shows the others too, with their own styles, which its policy would refuse.
  const { page } = await visit(390, { path: `/product/${toner}`, bypassCSP: true });
  const below = await page.evaluate(
    async (ids) => {
      await document.fonts.ready;
      const found: string[] = [];
      for (const id of ids) {
        const html = await (await fetch(`/product/${id}`)).text();
        const next = new DOMParser().parseFromString(html, 'text/html');
        const styles = [...next.head.querySelectorAll('style')];
        for (const [n, style] of document.head.querySelectorAll('style').entries())
          style.replaceWith(styles[n] ?? '');
        document.querySelector('main')?.replaceWith(next.querySelector('main') ?? '');
        const parts = [...document.querySelectorAll('.intro .price, .buy .button')];
        if (parts.length < 3) found.push(`${id} has only ${parts.length} of them`);
        for (const part of parts)
          if (part.getBoundingClientRect().bottom > innerHeight) found.push(`${id}: ${part.textContent}`);
      }
      return found;
    },
    [...readProducts().keys()],
  );
  expect(below).toEqual([]);
});

test('a bar buys what the page has chosen, while the buttons and the footer are out of view', async () => {
  const { page } = await visit(390, { path: `/product/${toner}` });
  const bar = page.getByRole('region', { name: 'Buy Rose Toner' });
  await page.getByRole('button', { name: 'One more' }).tap();
  await gone(bar);
  await page.locator('.tabs').scrollIntoViewIfNeeded();
  await see(bar);
  expect((await bar.locator('p').textContent())?.replace(/\s+/g, ' ').trim()).toBe('Rose Toner ₹349.00');
  await bar.getByRole('button', { name: 'Add to Cart' }).tap();
  await see(toast(page, 'Added to cart!'));
  expect(await storedCarts(page)).toEqual({ guest: { [toner]: 2 } });
  // The message is at the bottom, above the bar.
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await toast(page, 'Added to cart!').boundingBox()) ?? {};
  expect(y).toBeGreaterThan(844 / 2);
  expect(y + height).toBeLessThanOrEqual(await top(bar));

  await looksRight(page, 'the bar', { within: '[data-buy-bar]' });

  // What gets the focus is above the bar.
  await page.getByRole('tab', { name: 'Key Benefits' }).focus();
  const hidden = await page.evaluate(() => {
    const top = document.querySelector('[data-buy-bar]')?.getBoundingClientRect().top ?? 0;
    const after = (one: Element) =>
      Boolean(document.activeElement && document.activeElement.compareDocumentPosition(one) & 4);
    const next = [
      ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, summary, [tabindex="0"])'),
    ]
      .filter((one) => one.checkVisibility() && !one.closest('[data-buy-bar]') && after(one))
      .slice(0, 12);
    const covered = next.filter((one) => {
      one.focus();
      const box = one.getBoundingClientRect();
      // A panel that is higher than the window begins above the bar.
      return Math.min(box.bottom, box.top + 44) > top;
    });
    return { count: next.length, covered: covered.map((one) => one.outerHTML) };
  });
  expect(hidden).toEqual({ count: 12, covered: [] });

  await page.locator('footer').scrollIntoViewIfNeeded();
  await gone(bar);
  await page.evaluate(() => scrollTo(0, 0));
  await gone(bar);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('.faq').scrollIntoViewIfNeeded();
  await gone(bar);
});
