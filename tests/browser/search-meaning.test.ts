/**
 * What a search means (docs/behaviour.md 2.3): additional results, what was understood, notes, articles and answers. The
 * build's own search says what has to be shown, so that editors can change words and tags.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { box, namesOf, useBox, useCatalogueSearch, useProducts } from './search-steps.ts';
import { asked, fakeClock, hold, isFocused, shelf, stopClock } from './steps.ts';
import { becomes, gone, placeOf, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const { matching } = useProducts(shop);
const search = useCatalogueSearch(shop);

const count = (page: Page) => page.locator('.collection-count').textContent();
const chips = (page: Page) => page.getByRole('list', { name: 'Understood' }).getByRole('button');
const names = (page: Page) =>
  chips(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
const labels = (q: string) => search(q).understood.map(({ label }) => `Remove ${label}`);

const oily = 'serum for oily skin under 600';

test.each(widths)('at %i px: what was understood is shown, and can be removed', async (width) => {
  const { page } = await visit(width);
  await page.goto(`/collection?q=${oily.replaceAll(' ', '+')}`);
  await becomes(() => names(page), labels(oily));
  expect(labels(oily).length).toBe(3);
  expect(await shelf(page)).toEqual(search(oily).names);
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
  if (width > 600) expect(await box(page).inputValue()).toBe(rest);
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

test('products that contain the text are shown at once, the others follow', async () => {
  const { page } = await visit(1280);
  const meanings = await hold(page, '/search.json');
  await page.goto('/collection?q=serum');
  await meanings.came;
  await becomes(async () => (await shelf(page)).sort(), namesOf(matching('serum')));
  expect(await chips(page).count()).toBe(0);
  meanings.release();
  await becomes(() => names(page), labels('serum'));
  expect(await shelf(page)).toEqual(search('serum').names);
});

test('"No products found" is not said before the meaning was tried', async () => {
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
  await becomes(() => shelf(page), search('srum').names);
  expect(search('srum').names.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'flashed' in document.documentElement.dataset)).toBe(false);
});

test('what the shop does not sell: the message, then the nearest products', async () => {
  const { page } = await visit(390);
  await page.goto('/collection?q=lipstick');
  await see(page.getByText("We couldn't find any products matching lipstick", { exact: true }));
  await see(page.getByRole('heading', { name: 'Closest to what you typed' }));
  expect(search('lipstick').names).toEqual([]);
  expect((await shelf(page)).length).toBe(2);
});

test('a note of what was understood is shown', async () => {
  const { page } = await visit(390);
  const note = 'Ask your doctor first.';
  const file = await (await page.request.get('/search.json')).json();
  const concepts = file.concepts.map((one: { id: string }) => ({
    ...one,
    ...(one.id === 'serum' && { note }),
  }));
  await page.route('/search.json', (route) => route.fulfill({ json: { ...file, concepts } }));
  await page.goto('/collection?q=serum');
  await see(page.locator('.understood').getByText(note, { exact: true }));
});

test('articles and answers about the text are linked below the products', async () => {
  const { page } = await visit(390);
  await page.goto('/collection?q=serum');
  const { pages } = search('serum');
  expect(pages.length).toBeGreaterThan(0);
  const links = page.locator('.collection-reading a');
  await becomes(
    () => links.allTextContents(),
    pages.map(({ kind, title }) => `${kind === 'article' ? 'Read:' : 'Answer:'} ${title}`),
  );
  await links.first().click();
  await becomes(() => placeOf(page), new URL(pages[0]?.url ?? '', shop.stack.url).pathname);
});

test('files of two builds are not combined: the text itself is searched', async () => {
  const { page } = await visit(1280);
  const file = await (await page.request.get('/search.json')).json();
  await page.route('/search.json', (route) => route.fulfill({ json: { ...file, version: 'another' } }));
  await page.goto('/collection?q=srum');
  await see(page.getByRole('heading', { name: 'No products found' }));
  await box(page).fill('serum');
  await becomes(async () => (await shelf(page)).sort(), namesOf(matching('serum')));
});

describe('what is searched is counted', () => {
  const path = '/api/product/searched';
  const bodies = (sent: string[]) => sent.map((body) => JSON.parse(body));

  test('once, with the product that was clicked; steps of typing do not count', async () => {
    const { page } = await visit(1280);
    await fakeClock(page);
    const sent = asked(page, path);
    await page.goto('/collection');
    await useBox(page);
    await stopClock(page);
    for (const q of ['ser', 'serum']) {
      await box(page).fill(q);
      await page.clock.runFor(300);
      await becomes(() => placeOf(page), `/collection?q=${q}`);
      await becomes(() => shelf(page), search(q).names);
    }
    await page.clock.runFor(2_500);
    await box(page).fill('rose');
    await page.clock.runFor(300);
    await becomes(() => bodies(sent), [{ q: 'serum', found: search('serum').names.length }]);
    await becomes(() => shelf(page), search('rose').names);
    const card = page.locator('.card:visible').first();
    const clicked = await card.getAttribute('data-card');
    await card.locator('.card-name a').click();
    await becomes(() => bodies(sent)[1], { q: 'rose', found: search('rose').names.length, clicked });
    expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBe('["rose","serum"]');
  });

  test('but not what may be about a person', async () => {
    const { page } = await visit(390);
    const sent = asked(page, path);
    for (const q of ['asha@example.com', 'serum 98765']) {
      await page.goto(`/collection?q=${encodeURIComponent(q)}`);
      await becomes(() => count(page), `Showing ${search(q).names.length} of 16 products for "${q}"`);
    }
    await page.goto('/about');
    await gone(page.locator('.collection-count'));
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBe(null);
  });
});
