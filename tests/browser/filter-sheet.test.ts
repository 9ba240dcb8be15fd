/** The filters as a sheet on a phone, and the tools of category and brand pages (docs/behaviour.md, "Search and filters"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApiProduct, FoundProduct } from '#domain/catalogue/product.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { namesOf, shownNamesSorted, useProducts } from './search-steps.ts';
import { isFocused, shownNames } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest();
const { matching } = useProducts(shop);

const found = (test: (one: ApiProduct) => boolean) => namesOf(matching('').filter(test));
const opener = (page: Page) => page.getByRole('button', { name: /^Filter/ });
const sheet = (page: Page) => page.getByRole('region', { name: 'Filters', exact: true });
const showing = (page: Page, count: number) =>
  sheet(page).getByRole('button', { name: `Show ${count} product${count === 1 ? '' : 's'}`, exact: true });

test('on a phone the filters are a sheet: the usual ones first and unfolded, with counts, and the number of results stays in view', async () => {
  const { page } = await visit(390, { path: '/collection' });
  expect(await sheet(page).isVisible()).toBe(false);
  await opener(page).tap();
  await see(sheet(page));
  const serums = found(({ category }) => category === 'serum');
  await see(sheet(page).getByRole('checkbox', { name: `Serum ${serums.length} products` }));
  const titles = await sheet(page).locator('summary').filter({ visible: true }).allTextContents();
  expect(titles.slice(0, 3)).toEqual(['Category', 'Price', 'Concern']);
  for (const one of ['Category', 'Price', 'Concern'])
    expect(await sheet(page).getByRole('group', { name: one, exact: true }).isVisible()).toBe(true);
  const oily = matching('').filter(
    (one) => one.skinType === 'Oily Skin' || one.skinTypes.includes('Oily Skin'),
  );
  await see(page.getByRole('radio', { name: `Oily Skin ${oily.length} products` }));
  await see(page.getByRole('checkbox', { name: /^fragrance \d+ products?$/i }));
  const listed = await page.locator('#filter-with option').allTextContents();
  expect(listed.slice(1).every((name) => /\(\d+\)$/.test(name))).toBe(true);
  // On the wide screen that it looks at, there is no sheet.
  await looksRight(page, 'the sheet', { within: '.collection' });
  await opener(page).tap();

  await sheet(page)
    .getByRole('checkbox', { name: /^Serum / })
    .check();
  await see(showing(page, serums.length));
  await becomes(() => placeOf(page), '/collection?category=serum');
  // The head and the foot of the sheet stay in view while it scrolls.
  await sheet(page).evaluate((node) => node.scrollTo(0, node.scrollHeight));
  const bottom = async () => {
    const box = await showing(page, serums.length).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottom()).toBeGreaterThan(700);
  expect(await bottom()).toBeLessThanOrEqual(844);
  await sheet(page).evaluate((node) => node.scrollTo(0, 0));
  expect(await bottom()).toBeLessThanOrEqual(844);

  await sheet(page)
    .getByRole('radio', { name: /^Oily Skin/ })
    .check();
  await see(page.getByRole('button', { name: 'Filter 2 chosen' }));
  await sheet(page).getByRole('button', { name: 'Clear all' }).tap();
  await becomes(() => placeOf(page), '/collection');
  await see(showing(page, matching('').length));
});

test('the sheet closes by its button, Escape, a tap beside it, and when the focus leaves it; its button gets the focus again', async () => {
  const { page } = await visit(390, { path: '/collection' });
  const close = sheet(page).getByRole('button', { name: 'Close the filters' });
  const open = async () => {
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await becomes(() => isFocused(close), true);
    expect(await opener(page).getAttribute('aria-expanded')).toBe('true');
  };
  for (const key of ['Escape', 'Enter']) {
    await open();
    await page.keyboard.press(key);
    await gone(sheet(page));
    expect([key, await isFocused(opener(page))]).toEqual([key, true]);
    await becomes(() => opener(page).getAttribute('aria-expanded'), 'false');
  }
  await open();
  await page.touchscreen.tap(195, 20);
  await gone(sheet(page));
  await open();
  await page.keyboard.press('Shift+Tab');
  await gone(sheet(page));
  // On a wide screen they stand beside the results: nothing of a sheet stays.
  await open();
  await page.setViewportSize({ width: 1280, height: 800 });
  await see(sheet(page));
  await gone(close);
  expect(await sheet(page).evaluate((node) => getComputedStyle(node).position)).toBe('static');
});

test('a category page has the tools of the collection: filters, orders and a search among its products, in its own address', async () => {
  // What the page is about is no filter of its address.
  const { page } = await visit(1280, { path: '/category/serum?category=mask' });
  const serums = matching('').filter(({ category }) => category === 'serum');
  await becomes(() => shownNamesSorted(page), namesOf(serums));
  await see(page.getByText(`${serums.length} products`, { exact: true }));
  await see(page.locator('main header img'));
  await page.goto('/category/serum');
  await page.getByLabel('Sort by').selectOption('low-high');
  await becomes(() => placeOf(page), '/category/serum?sort=low-high');
  const byPrice = serums.toSorted((a, b) => a.price - b.price).map(({ name }) => name);
  await becomes(() => shownNames(page), byPrice);

  // The category itself is no filter.
  expect(
    await page
      .locator('summary')
      .filter({ hasText: /^Category/ })
      .count(),
  ).toBe(0);
  await page
    .locator('summary')
    .filter({ hasText: /^Price/ })
    .click();
  const price = sheet(page).getByRole('checkbox', { name: /₹450 to ₹599/ });
  await price.check();
  await becomes(() => placeOf(page), '/category/serum?price=450-599&sort=low-high');
  const within = namesOf(serums.filter((one) => one.price >= 450 && one.price <= 599));
  await becomes(async () => (await shownNamesSorted(page)).filter((name) => within.includes(name)), within);
  await see(page.getByRole('status').filter({ hasText: `of ${serums.length} products at ₹450 to ₹599` }));
  await looksRight(page, 'filtered', { within: '.collection' });
  await page.reload();
  await becomes(async () => (await shownNamesSorted(page)).filter((name) => within.includes(name)), within);
  await page.getByRole('button', { name: 'Remove ₹450 to ₹599' }).click();
  await becomes(() => shownNames(page), byPrice);

  const box = page.getByLabel('Search in Serums');
  await box.pressSequentially('niacin');
  await becomes(() => placeOf(page), '/category/serum?q=niacin&sort=low-high');
  await becomes(async () => (await shownNames(page))[0], 'Clarity Serum');
  expect((await shownNames(page)).filter((name) => !byPrice.includes(name))).toEqual([]);
  await page.goBack();
  await becomes(() => box.inputValue(), '');
  await becomes(() => shownNames(page), byPrice);
});

test('a brand page has them too, and an address with a range that ends before it begins shows everything', async () => {
  const { page } = await visit(390, { path: '/brand/harita?price=500-100' });
  const all = namesOf(matching(''));
  await becomes(() => shownNamesSorted(page), all);
  await page.goto('/collection?price=500-100');
  await becomes(() => shownNamesSorted(page), all);
  await page.goto('/brand/harita?category=mask');
  await becomes(
    () => shownNamesSorted(page),
    found(({ category }) => category === 'mask'),
  );
  await opener(page).tap();
  const toners = found(({ category }) => category === 'toner');
  await sheet(page)
    .getByRole('checkbox', { name: /^Toner / })
    .check();
  await becomes(() => placeOf(page), '/brand/harita?category=mask,toner');
  await showing(page, toners.length + 1).tap();
  await gone(sheet(page));
  await becomes(() => isFocused(page.getByRole('region', { name: 'Products', exact: true })), true);
});

test('orders: bestsellers, ratings, discounts', async () => {
  const { page } = await visit(1280, { path: '/collection' });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.hover();
  await becomes(() => sort.getByRole('option', { name: 'Best-selling' }).count(), 1);
  const names = new Map(matching('').map((one) => [one.name, one]));
  await sort.selectOption('best-selling');
  await becomes(() => placeOf(page), '/collection?sort=best-selling');
  const { body } = await shop
    .client()
    .get<{ products: FoundProduct[] }>('/api/product/search?sort=best-selling');
  await becomes(
    () => shownNames(page),
    body.products.map(({ name }) => name),
  );
  await sort.selectOption('discount');
  await becomes(() => placeOf(page), '/collection?sort=discount');
  const discounts = async () => (await shownNames(page)).map((name) => names.get(name)?.discount ?? 0);
  await becomes(async () => (await discounts()).join(), (await discounts()).toSorted((a, b) => b - a).join());
});

test.each([
  [390, '/collection'],
  [1280, '/category/serum'],
] as const)(
  'at %i px %s says that it found nothing for a long text without spaces, and fits the window',
  async (width, path) => {
    const { page } = await visit(width, { path: `${path}?q=${'x'.repeat(300)}` });
    await see(page.getByText(/any products matching x+/));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);
