/**
 * What a search means (docs/behaviour.md, "Search and filters"): additional results, what was understood, notes,
 * articles and answers. The build's own search says what has to be shown, so that editors can change words and tags.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { box, namesOf, useBox, useCatalogueSearch, useProducts } from './search-steps.ts';
import { asked, fakeClock, hold, isFocused, shownNames, stopClock } from './steps.ts';
import { becomes, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest();
const { matching } = useProducts(shop);
const search = useCatalogueSearch(shop);

const count = (page: Page) => page.locator('.collection-count').textContent();
const chips = (page: Page) => page.getByRole('list', { name: 'Understood' }).getByRole('button');
const names = (page: Page) =>
  chips(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const labels = (q: string) => search(q).understood.map(({ label }) => `Remove ${label}`);

const oily = 'serum for oily skin under 600';

test('what was understood is shown, and can be removed', async () => {
  const { page } = await visit(1280, { path: `/collection?q=${oily.replaceAll(' ', '+')}` });
  await becomes(() => names(page), labels(oily));
  expect(labels(oily).length).toBe(3);
  expect(await shownNames(page)).toEqual(search(oily).names);
  expect(await count(page)).toBe(`Showing ${search(oily).names.length} of 16 products for "${oily}"`);
  await looksRight(page, 'what was understood', { within: '.collection' });

  const before = await page.evaluate(() => history.length);
  const { rest } = search(oily).understood[2] ?? { rest: '' };
  await chips(page).last().press('Enter');
  await becomes(() => placeOf(page), `/collection?q=${rest.replaceAll(' ', '+')}`);
  await becomes(() => names(page), labels(rest));
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  // The next one, or the last, has the focus; after the last one the products.
  expect(await isFocused(chips(page).last())).toBe(true);
  expect(await box(page).inputValue()).toBe(rest);
  while (await chips(page).count()) {
    const left = await chips(page).count();
    await chips(page).first().press('Enter');
    await becomes(() => chips(page).count(), left - 1);
  }
  expect(await isFocused(page.getByRole('region', { name: 'Products', exact: true }))).toBe(true);
  await page.goBack();
  await page.goBack();
  await becomes(() => names(page), labels(rest));
});

test('products with the text are shown at once; the others, a note, articles and answers follow', async () => {
  const { page } = await visit(1280);
  const note = 'Ask your doctor first.';
  const file = await (await page.request.get('/search.json')).json();
  const concepts = file.concepts.map((one: { id: string }) => ({
    ...one,
    ...(one.id === 'serum' && { note }),
  }));
  const [came, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('/search.json', async (route) => {
    came.resolve();
    await released.promise;
    await route.fulfill({ json: { ...file, concepts } });
  });
  await page.goto('/collection?q=serum');
  await came.promise;
  await becomes(async () => (await shownNames(page)).sort(), namesOf(matching('serum')));
  expect(await chips(page).count()).toBe(0);
  released.resolve();
  await becomes(() => names(page), labels('serum'));
  expect(await shownNames(page)).toEqual(search('serum').names);
  await see(page.locator('.understood').getByText(note, { exact: true }));

  const { pages } = search('serum');
  expect(pages.length).toBeGreaterThan(0);
  const links = page.locator('.collection-reading a');
  await becomes(
    () => links.allTextContents(),
    pages.map(({ kind, title }) => `${kind === 'article' ? 'Read:' : 'Answer:'} ${title}`),
  );
  // By keyboard: pictures that come meanwhile may move the link from under a pointer.
  await links.first().press('Enter');
  await becomes(() => placeOf(page), new URL(pages[0]?.url ?? '', shop.stack.url).pathname);
});

test('"No products found" is said when the meaning was tried, not before, with the nearest products', async () => {
  const { page } = await visit(390);
  const meanings = await hold(page, '/search.json');
  await page.goto('/collection?q=srum');
  await meanings.came;
  await see(page.getByText('Searching all products...'));
  expect(await count(page)).toBe('');
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes('No products found'))
        document.documentElement.dataset.flashed = '';
    }).observe(document.body, { subtree: true, childList: true });
  });
  meanings.release();
  await becomes(() => shownNames(page), search('srum').names);
  expect(search('srum').names.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'flashed' in document.documentElement.dataset)).toBe(false);

  // What the shop does not sell.
  await box(page).fill('lipstick');
  await see(page.getByText("We couldn't find any products matching lipstick", { exact: true }));
  await see(page.getByRole('heading', { name: 'Closest to what you typed' }));
  expect(search('lipstick').names).toEqual([]);
  expect((await shownNames(page)).length).toBe(2);
});

test('files of two builds are not combined: the text itself is searched', async () => {
  const { page } = await visit(1280);
  const file = await (await page.request.get('/search.json')).json();
  await page.route('/search.json', (route) => route.fulfill({ json: { ...file, version: 'another' } }));
  await page.goto('/collection?q=srum');
  await see(page.getByRole('heading', { name: 'No products found' }));
  await box(page).fill('serum');
  await becomes(async () => (await shownNames(page)).sort(), namesOf(matching('serum')));
});

test('a search is counted once, with the product that was clicked; steps of typing and personal texts are not', async () => {
  const { page } = await visit(1280);
  await fakeClock(page);
  const sent = asked(page, '/api/product/searched');
  const bodies = () => sent.map((body) => JSON.parse(body));
  await page.goto('/collection');
  await useBox(page);
  await stopClock(page);
  // personal-text.test.ts has more texts that may be about a person.
  for (const q of ['serum 98765', 'ser', 'serum']) {
    await box(page).fill(q);
    await page.clock.runFor(300);
    await becomes(() => placeOf(page), `/collection?q=${q.replaceAll(' ', '+')}`);
    await becomes(() => shownNames(page), search(q).names);
    if (q !== 'ser') await page.clock.runFor(2_500);
  }
  await box(page).fill('rose');
  await page.clock.runFor(300);
  await becomes(bodies, [{ q: 'serum', found: search('serum').names.length }]);
  await becomes(() => shownNames(page), search('rose').names);
  const card = page.locator('.card:visible').first();
  const clicked = await card.getAttribute('data-card');
  await card.locator('.card-name a').click();
  await becomes(() => bodies()[1], { q: 'rose', found: search('rose').names.length, clicked });
  expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBe('["rose","serum"]');
});

test('keys that are typed before its scripts have begun are kept', async () => {
  const { page } = await visit(1280);
  const scripts = await hold(page, /\/_astro\/.*\.js/);
  await page.goto('/collection', { waitUntil: 'commit' });
  await box(page).focus();
  await page.keyboard.type('rose');
  scripts.release();
  await becomes(() => placeOf(page), '/collection?q=rose');
  await becomes(() => box(page).inputValue(), 'rose');
  expect(await isFocused(box(page))).toBe(true);
});

test('a text about orders leads to its page, and the desk does not count it as nothing found', async () => {
  const { page } = await visit(390);
  const counted = asked(page, '/api/product/searched');
  await page.goto('/collection?q=order+kaha+hai');
  const card = page.getByRole('link', { name: 'Track an order' });
  await see(card);
  expect(await shownNames(page)).toEqual([]);
  expect(await page.getByText('No products found').count()).toBe(0);
  await looksRight(page, 'a page instead of products', { within: '.collection' });

  await page.goto('/about');
  expect(counted).toEqual([]);
  await page.locator('[data-search-bar] summary').tap();
  await useBox(page);
  await box(page).fill('रिफंड');
  await page.getByRole('option', { name: 'Refunds Help' }).tap();
  await page.waitForURL('/policies/refund');
});

test('menu, chips and footer lead to parts of the collection', async () => {
  const { page } = await visit(390);
  const current = () => page.locator('.collection-ways [aria-current]').allTextContents();
  await page.goto('/about');
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const [links, footer] = await Promise.all(
    [menu, page.getByRole('contentinfo')].map((part) => part.getByRole('link').allTextContents()),
  );
  for (const label of ['Bestsellers', 'Serums', 'Kits', 'Acne', 'Fine lines'])
    for (const all of [links, footer]) expect(all).toContain(label);
  for (const label of ['My skin', 'Plan a routine', 'Ingredients', 'Track order', 'Help'])
    expect(links).toContain(label);

  await menu.getByRole('link', { name: 'Masks' }).tap();
  await page.waitForURL('/category/mask');
  await see(page.getByRole('heading', { level: 1, name: 'Masks' }));
  await see(page.getByRole('heading', { level: 2, name: 'Turmeric Mask' }));

  await page.goto('/collection?only=mask');
  await becomes(() => shownNames(page), ['Turmeric Mask']);
  await see(page.getByText('Showing 1 of 16 products in Masks'));
  expect(await current()).toEqual(['Masks']);
  // Windows' high contrast: stars and arrows are in the colours of the text.
  await page.emulateMedia({ forcedColors: 'active' });
  const colourOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
  const ink = await colourOf('main', 'color');
  expect(await colourOf('.collection-filter-open svg', 'stroke')).toBe(ink);
  expect(await colourOf('select', 'appearance')).toBe('auto');
  await page
    .locator('.card-rating')
    .first()
    .evaluate((place) => {
      place.innerHTML = '<span class="stars" style="--stars: 3"></span>';
    });
  expect(await colourOf('.stars', 'background-image')).toContain(ink);
  await page.emulateMedia({ forcedColors: 'none' });
  const card = page.locator('[data-card="turmeric-clay-mask"]');
  expect(await card.locator('.card-facts').textContent()).toBe('Clay · 75\u00a0g');

  // Without another page, by tap; Back restores.
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('link', { name: 'Acne' }).first().tap();
  await becomes(() => placeOf(page), '/collection?q=acne&only=mask');
  await page.getByRole('link', { name: 'Masks' }).first().tap();
  await becomes(() => placeOf(page), '/collection?q=acne');
  await becomes(async () => (await shownNames(page)).length, 3);
  expect(await current()).toEqual(['Acne']);
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  await page.goBack();
  await becomes(current, ['Masks', 'Acne']);
  await looksRight(page, 'a part of the collection', { within: 'main' });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Best Sellers' }).tap();
  await page.waitForURL('/collection?only=bestsellers');
  await becomes(current, ['Bestsellers']);
  await becomes(async () => (await shownNames(page)).length, 5);
});
