/** A search that starts on another page continues on the collection without loss (docs/behaviour.md 3.2). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { box, shelfSorted, useBox, useCatalogueSearch } from './search-steps.ts';
import { fakeClock, hold, isFocused, stopClock } from './steps.ts';
import { becomes, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const searchFor = useCatalogueSearch(shop);

/** Records the moment when a page starts to navigate: its URL changes only later. */
const watchLeaving = (page: Page) =>
  page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener('navigate', () => sessionStorage.setItem('leaving', 'yes'));
  });
const leaving = (page: Page) => page.evaluate(() => sessionStorage.getItem('leaving') === 'yes');

test('with a fine pointer it starts 300 ms after the last key; text, caret and focus are kept', async () => {
  const { page } = await visit(1280);
  await fakeClock(page);
  await page.goto('/cart');
  await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
  await useBox(page);
  await stopClock(page);
  await watchLeaving(page);
  const next = await hold(page, /\/collection(\?|$)/);

  await page.keyboard.type('glw');
  await page.clock.runFor(299);
  expect(await leaving(page)).toBe(false);
  await page.keyboard.press('ArrowLeft');
  await page.clock.runFor(1);
  await next.came;
  // The next page is loading, and typing continues in the middle of the word.
  await page.keyboard.type('o', { delay: 10 });
  next.release();
  await page.waitForURL(/\/collection/);
  await becomes(() => box(page).inputValue(), 'glow');
  await becomes(() => isFocused(box(page)), true);
  expect(await box(page).evaluate((field) => (field as HTMLInputElement).selectionStart)).toBe(3);
  await becomes(() => placeOf(page), '/collection?q=glow');
  await becomes(() => shelfSorted(page), searchFor('glow').names.sort());
  // Typing continues there, and is still the same search.
  await page.keyboard.press('End');
  await page.keyboard.type(' serum');
  await page.clock.runFor(300);
  await becomes(() => placeOf(page), '/collection?q=glow+serum');
  await page.goBack();
  await becomes(() => placeOf(page), '/cart');
});

test('while somebody is choosing a suggestion the page stays', async () => {
  const { page } = await visit(1280);
  await fakeClock(page);
  await page.goto('/about');
  await useBox(page);
  await stopClock(page);
  await watchLeaving(page);
  await page.keyboard.type('ser');
  await see(page.getByRole('option'));
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(5_000);
  expect(await leaving(page)).toBe(false);
  await page.keyboard.type('um');
  await page.getByRole('option').first().hover();
  await page.clock.runFor(5_000);
  expect(await leaving(page)).toBe(false);
});

test('with a coarse pointer it waits for Enter', async () => {
  const { page } = await visit(390);
  await fakeClock(page);
  await page.goto('/cart');
  await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await page.locator('summary[aria-label="Search"]').tap();
  await becomes(() => isFocused(box(page)), true);
  await stopClock(page);
  await watchLeaving(page);
  await page.keyboard.type('serum');
  await page.clock.runFor(5_000);
  expect(await leaving(page)).toBe(false);
  await page.keyboard.press('Enter');
  await page.waitForURL('/collection?q=serum');
  await becomes(() => shelfSorted(page), searchFor('serum').names.sort());
  // The header's box is closed; the one above the results has the text, and takes the next search.
  await becomes(() => box(page).evaluateAll((all) => all.map((one) => one.id)), ['search-here']);
  await becomes(() => box(page).inputValue(), 'serum');
  await page.locator('summary[aria-label="Search"]').tap();
  await page.locator('#search-bar').fill('rose');
  await page.keyboard.press('Enter');
  await becomes(() => placeOf(page), '/collection?q=rose');
  await becomes(() => box(page).evaluateAll((all) => all.map((one) => one.id)), ['search-here']);
  expect(await box(page).inputValue()).toBe('rose');
  await box(page).fill('');
  await page.clock.runFor(300);
  await becomes(() => placeOf(page), '/collection');
  // It stays as long as it has the focus.
  expect(await isFocused(box(page))).toBe(true);
});
