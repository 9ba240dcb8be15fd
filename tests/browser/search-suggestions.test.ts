/**
 * The search box (docs/behaviour.md, "Header"): suggestions, the last searches, and a search that starts on another
 * page.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readSearch } from '#tools/lib/content.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { box, shownNamesSorted, useBox, useCatalogueSearch } from './search-steps.ts';
import { fakeClock, hold, isFocused, requested, shownNames, stopClock, storing } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest();
const search = useCatalogueSearch(shop);
const { popular } = readSearch();

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? 'null'));

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const lines = (page: Page) => list(page).getByRole('option');
const texts = (page: Page) =>
  lines(page).evaluateAll((all) =>
    all.map((one) => one.querySelector('span')?.textContent ?? one.textContent),
  );
/** The text of the line that `aria-activedescendant` names; undefined for none. */
const active = (page: Page) =>
  box(page).evaluate((field) => {
    const id = field.getAttribute('aria-activedescendant');
    const line = id === null ? null : document.getElementById(id);
    if (line && line.ariaSelected !== 'true') throw new Error('the active line is not selected');
    return line?.querySelector('span')?.textContent ?? line?.textContent;
  });

/** Opens the header's box of a page, and waits for its script. */
async function openBox(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const opener = page.locator('summary[aria-label="Search"]');
  if (await opener.isVisible()) await opener.tap();
  await useBox(page);
}

/** Types, and stops the search that starts 300 ms later with a fine pointer. */
async function typeAndStay(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('ArrowDown');
  await see(lines(page));
}

/** Asserts that each line is large enough, and that the list fits above the phone's keyboard: half of the window. */
async function fits(page: Page, width: number): Promise<void> {
  for (const line of await lines(page).all()) {
    const { height = 0, width: across = 0 } = (await line.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    expect(across).toBeGreaterThanOrEqual(300);
  }
  await page.setViewportSize({ width, height: 420 });
  await becomes(async () => {
    const { y = 0, height = 0 } = (await list(page).boundingBox()) ?? {};
    return y + height <= 420;
  }, true);
}

test('on a phone: what is suggested; a search that is tapped searches, on the collection page without loading it again; a product opens', async () => {
  const { page } = await visit(390);
  await openBox(page, '/about');
  expect(await box(page).getAttribute('aria-expanded')).toBe('false');
  await typeAndStay(page, 'ser');
  const all = await texts(page);
  expect(all.length).toBeLessThanOrEqual(8);
  for (const name of search('ser').names.slice(0, 3)) expect(all).toContain(name);
  for (const { title } of search('ser').pages) expect(all).toContain(title);
  expect(await box(page).getAttribute('aria-expanded')).toBe('true');
  await fits(page, 390);
  await looksRight(page, 'suggestions', { within: '.header' });

  await box(page).fill('seru');
  await lines(page).first().tap();
  await becomes(() => placeOf(page), '/collection?q=serum');
  await becomes(() => shownNames(page), search('serum').names);

  await page.evaluate(() => Object.assign(window, { stays: true }));
  await box(page).fill('');
  await box(page).pressSequentially('oil');
  await see(lines(page));
  // What was typed has searched by itself.
  await becomes(() => placeOf(page), '/collection?q=oil');
  const entries = await page.evaluate(() => history.length);
  const label = (await texts(page))[0];
  await lines(page).first().tap();
  await gone(list(page));
  await becomes(async () => (await box(page).inputValue()) !== 'oil', true);
  const q = await box(page).inputValue();
  await becomes(() => placeOf(page), `/collection?q=${q.replaceAll(' ', '+')}`);
  await becomes(() => shownNames(page), search(q).names);
  expect(label?.toLowerCase()).toContain(q.split(' ')[0]);
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);

  await box(page).fill('rose');
  await lines(page).filter({ hasText: 'Rose Toner' }).tap();
  await page.waitForURL('/product/rose-balance-toner');
});

test('by keyboard: arrows, Home, End, Escape, Tab and Enter', async () => {
  const { page } = await visit(1280);
  await openBox(page, '/about');
  await typeAndStay(page, 'ser');
  await page.keyboard.press('Home');
  const all = await texts(page);
  const last = all.length - 1;
  await fits(page, 1280);
  await becomes(() => active(page), all[0]);
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe(all[1]);
  await page.keyboard.press('End');
  expect(await active(page)).toBe(all[last]);
  // After the last line, and before the first, the box itself.
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBeUndefined();
  await page.keyboard.press('ArrowUp');
  expect(await active(page)).toBe(all[last]);
  expect(await isFocused(box(page))).toBe(true);

  await page.keyboard.press('Escape');
  await gone(list(page));
  expect(await box(page).inputValue()).toBe('ser');
  expect(await active(page)).toBeUndefined();
  await page.keyboard.press('ArrowDown');
  await becomes(() => active(page), all[0]);
  await page.keyboard.press('Tab');
  await gone(list(page));
  expect(await isFocused(box(page))).toBe(false);

  await box(page).focus();
  await page.keyboard.press('ArrowUp');
  await becomes(() => active(page), all[last]);
  const href = await lines(page).last().getAttribute('href');
  await page.keyboard.press('Enter');
  await becomes(() => page.url(), new URL(href ?? '', shop.stack.url).href);
});

test('on the collection page the list goes with Enter, a tap outside, and when the box loses the focus', async () => {
  const { page } = await visit(1280, { path: '/collection' });
  await useBox(page);
  await page.keyboard.type('ser');
  await see(list(page));
  await page.keyboard.press('Enter');
  await gone(list(page));
  await becomes(() => placeOf(page), '/collection?q=ser');
  expect(await isFocused(box(page))).toBe(true);
  await page.keyboard.type('um');
  await see(list(page));
  await page.getByRole('heading', { name: 'All Products' }).click();
  await gone(list(page));
  await becomes(() => shownNames(page), search('serum').names);
  await box(page).press('ArrowDown');
  await see(list(page));
  await box(page).blur();
  await gone(list(page));
  // With a text in it, the focus alone does not cover the results.
  await box(page).focus();
  expect(await list(page).count()).toBe(0);
});

test('recent searches are suggested in an empty box, and can be removed: one by tap or Delete, or all', async () => {
  const recent = ['vitamin c', 'oily skin serum', 'neem'];
  const { page } = await visit(390, storing(shop, { recentSearches: JSON.stringify(recent) }));
  await openBox(page, '/about');
  await becomes(() => texts(page), [...recent, 'Clear recent searches', ...popular.slice(0, 5)]);
  await lines(page).first().locator('i').tap();
  await becomes(() => texts(page), [...recent.slice(1), 'Clear recent searches', ...popular]);
  expect(await stored(page)).toEqual(recent.slice(1));
  expect(await isFocused(box(page))).toBe(true);
  await looksRight(page, 'recent searches', { within: '.header' });
  // The list went when the window was wider than the box.
  await page.locator('summary[aria-label="Search"]').focus();
  await box(page).focus();
  await see(lines(page));
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe(recent[1]);
  await page.keyboard.press('Delete');
  await becomes(() => stored(page), [recent[2]]);
  await becomes(() => texts(page), [recent[2], 'Clear recent searches', ...popular]);
  await lines(page).nth(1).tap();
  await becomes(() => texts(page), popular);
  expect(await stored(page)).toBe(null);
});

test('an empty box suggests popular searches, also by keyboard', async () => {
  const { page } = await visit(1280);
  await openBox(page, '/about');
  await becomes(() => texts(page), popular);
  await fits(page, 1280);
  await looksRight(page, 'popular searches', { within: '.header' });
  await box(page).focus();
  await page.keyboard.press('ArrowDown');
  await becomes(() => active(page), popular[0]);
  await page.keyboard.press('Enter');
  await becomes(() => placeOf(page), `/collection?q=${(popular[0] ?? '').replaceAll(' ', '+')}`);
  await becomes(() => shownNames(page), search(popular[0] ?? '').names);
});

/** Records the moment when a page starts to navigate: its URL changes only later. */
const watchLeaving = (page: Page) =>
  page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener('navigate', () => sessionStorage.setItem('leaving', 'yes'));
  });
const leaving = (page: Page) => page.evaluate(() => sessionStorage.getItem('leaving') === 'yes');

test('with a fine pointer a search starts 300 ms after the last key, if nothing is chosen; text, caret and focus are kept', async () => {
  const { page } = await visit(1280);
  await fakeClock(page);
  await page.goto('/cart');
  await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
  await useBox(page);
  await stopClock(page);
  await watchLeaving(page);
  // While somebody is choosing a suggestion the page stays.
  await page.keyboard.type('ser');
  await see(lines(page));
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(5_000);
  expect(await leaving(page)).toBe(false);
  await page.keyboard.type('um');
  await lines(page).first().hover();
  await page.clock.runFor(5_000);
  expect(await leaving(page)).toBe(false);
  await box(page).fill('');
  await page.mouse.move(0, 0);

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
  await becomes(() => shownNamesSorted(page), search('glow').names.sort());
  // Typing continues there, and is still the same search.
  await page.keyboard.press('End');
  await page.keyboard.type(' serum');
  await page.clock.runFor(300);
  await becomes(() => placeOf(page), '/collection?q=glow+serum');
  await page.goBack();
  await becomes(() => placeOf(page), '/cart');
});

test('with a coarse pointer a search waits for Enter', async () => {
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
  await becomes(() => shownNamesSorted(page), search('serum').names.sort());
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

test('without the data of the search, or its script, the box is a plain form', async () => {
  const { page, expectFailure } = await visit(390);
  expectFailure(/search-box\.dom/, 0);
  await page.route(/search-box\.dom/, (route) => route.abort());
  await page.goto('/about');
  await page.locator('summary[aria-label="Search"]').tap();
  await box(page).fill('rose');
  await page.keyboard.press('Enter');
  await becomes(() => placeOf(page), '/collection?q=rose');
  await becomes(() => shownNames(page), search('rose').names);
});

test('in a catalogue that is too large for the browser, the API suggests products', async () => {
  const { page } = await visit(390);
  const loaded = requested(page);
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(' data-search-box', ' data-search-box="api"');
    await route.fulfill({ response, body });
  });
  await openBox(page, '/about');
  await page.keyboard.type('rose');
  await becomes(async () => (await texts(page)).includes('Rose Toner'), true);
  expect(loaded).not.toContain('/search.json');
  expect(loaded).toContain('/api/product/search');
});
