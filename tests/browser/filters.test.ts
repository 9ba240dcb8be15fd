/** The filters of the collection that count their results (docs/behaviour.md, "Search and filters"). */

import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { packPositions } from 'search/positions';
import { expect } from 'vitest';
import { products } from '#db/schema/index.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import type { FacetsFile } from '#domain/search/facets.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { countShifts, shifted } from './layout-shifts.ts';
import { namesOf, shownNamesSorted, useProducts } from './search-steps.ts';
import { shownNames } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest();
const { matching } = useProducts(shop);

const open = (page: Page, name: string) =>
  page
    .locator('summary')
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();

test('filters combine with a search, are in the address, and say how many products there are; Back and "Clear filters" undo them', async () => {
  const { page } = await visit(1280);
  const all = matching('');
  const soldOut = all.find(({ category, group }) => category === 'serum' && !group)?._id ?? '';
  await shop.db.write.update(products).set({ stock: 0 }).where(eq(products.id, soldOut));
  const found = (test: (one: ApiProduct) => boolean) => namesOf(all.filter(test));
  const serums = found(({ category }) => category === 'serum');

  await page.goto('/collection');
  await open(page, 'Category');
  const serum = page.getByRole('checkbox', { name: `Serum ${serums.length} products` });
  await serum.check();
  await becomes(() => placeOf(page), '/collection?category=serum');
  await becomes(() => shownNamesSorted(page), serums);
  await see(
    page
      .getByRole('status')
      .filter({ hasText: `Showing ${serums.length} of ${all.length} products in Serum` }),
  );
  // The values of the same filter keep their counts: more can be chosen.
  const cleansers = all.filter(({ category }) => category === 'cleanser').length;
  await see(page.getByRole('checkbox', { name: new RegExp(`^Cleanser ${cleansers} `) }));

  await page.getByRole('checkbox', { name: /^In stock/ }).check();
  await becomes(() => placeOf(page), '/collection?category=serum&in=stock');
  await becomes(async () => (await shownNamesSorted(page)).length, serums.length - 1);
  await looksRight(page, 'the filters', { within: '.collection' });

  await page.goBack();
  await becomes(() => shownNamesSorted(page), serums);
  await page.goForward();
  await page.reload();
  await becomes(async () => (await shownNamesSorted(page)).length, serums.length - 1);

  await page.getByRole('button', { name: 'Remove In stock' }).click();
  await becomes(() => placeOf(page), '/collection?category=serum');
  await page.goto('/collection?category=serum,cleanser&price=-600&q=glow');
  const glow = found(
    ({ category, price, name }) =>
      ['serum', 'cleanser'].includes(category) && price <= 600 && /glow/i.test(name),
  );
  await becomes(async () => (await shownNamesSorted(page)).filter((name) => glow.includes(name)), glow);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await becomes(() => placeOf(page), '/collection?q=glow');
  await gone(page.getByRole('button', { name: 'Clear filters' }));
  expect((await shownNamesSorted(page)).length).toBeGreaterThan(glow.length);
});

test('"Newest" puts the products with the latest first days first', async () => {
  const { page } = await visit(390, { path: '/collection' });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.focus();
  await becomes(() => sort.getByRole('option', { name: 'Newest' }).count(), 1);
  await sort.selectOption('newest');
  await becomes(() => placeOf(page), '/collection?sort=newest');
  await becomes(
    async () => (await shownNames(page)).slice(0, 3),
    ['Mineral Tint', 'Renewal Serum', 'Dew Serum'],
  );
  await page.goto('/collection?q=serum&sort=newest');
  await becomes(async () => (await shownNames(page)).slice(0, 2), ['Renewal Serum', 'Dew Serum']);
});

/** Serves a shop in which the first serums come from other countries, as a build with such products has it. */
async function withImports(page: Page, countries: Record<string, [code: string, name: string]>) {
  await page.route('/facets.json', async (route) => {
    const response = await route.fetch();
    const file: FacetsFile = await response.json();
    const codes = file.products.map((id) => countries[id] ?? (['in', 'India'] as const));
    const named = new Map(codes.map(([code, name]) => [code, name]));
    const origin = [...named]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([code, name]): (typeof file.lists.origin)[number] => [
        code,
        name,
        packPositions(codes.flatMap(([own], n) => (own === code ? [n] : []))),
      ]);
    await route.fulfill({ response, json: { ...file, lists: { ...file.lists, origin } } });
  });
  await page.route(/\/collection(\?|$)/, async (route) => {
    const response = await route.fetch();
    const built = await response.text();
    const facets = '&quot;size&quot;]';
    const last = /<details class="collection-facet"><summary>Size.*?<\/details>/;
    expect(built).toContain(facets);
    const body = built
      .replace(facets, '&quot;size&quot;],[0,&quot;origin&quot;]')
      .replace(last, (size) => size + size.replace('Size', 'Country of origin'));
    await route.fulfill({ response, body });
  });
}

test('imported goods have a filter with counts and an order by country of origin; Indian goods alone have neither', async () => {
  const { page } = await visit(390, { path: '/collection' });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.focus();
  await becomes(() => sort.getByRole('option', { name: 'Newest' }).count(), 1);
  expect(await sort.getByRole('option', { name: 'Country of origin' }).count()).toBe(0);
  expect(await page.locator('summary').filter({ hasText: 'Country of origin' }).count()).toBe(0);

  const all = matching('');
  const [first, second, third] = all.map(({ _id }) => _id);
  await withImports(page, {
    [first ?? '']: ['kr', 'South Korea'],
    [second ?? '']: ['fr', 'France'],
    [third ?? '']: ['kr', 'South Korea'],
  });
  const nameOf = (id: string | undefined) => all.find(({ _id }) => _id === id)?.name ?? '';
  await page.goto('/collection');
  await sort.focus();
  await becomes(() => sort.getByRole('option', { name: 'Country of origin' }).count(), 1);
  await sort.selectOption('origin');
  await becomes(() => placeOf(page), '/collection?sort=origin');
  await becomes(async () => (await shownNames(page))[0], nameOf(second));
  await becomes(async () => (await shownNames(page)).slice(-2).sort(), [nameOf(first), nameOf(third)].sort());

  await page.getByRole('button', { name: /^Filter/ }).click();
  await open(page, 'More filters');
  await open(page, 'Country of origin');
  await see(page.getByRole('checkbox', { name: `India ${all.length - 3} products` }));
  await page.getByRole('checkbox', { name: 'South Korea 2 products' }).check();
  await becomes(() => placeOf(page), '/collection?origin=kr&sort=origin');
  await becomes(() => shownNamesSorted(page), [nameOf(first), nameOf(third)].sort());
  await see(page.getByRole('status').filter({ hasText: `2 of ${all.length} products from South Korea` }));
  await page.reload();
  await becomes(() => shownNamesSorted(page), [nameOf(first), nameOf(third)].sort());
  await looksRight(page, 'the filter for the country of origin', { within: '.collection' });
});

test('in a sale, the order and the filter of prices follow the price on the card', async () => {
  const { page } = await visit(390);
  const dearest = matching('')
    .filter(({ group }) => !group)
    .sort((a, b) => b.price - a.price)[0];
  const { _id: id = '', name = '' } = dearest ?? {};
  const prices = { [id]: { price: 5_000, originalPrice: 100_000, amounts: { [id]: 50 }, onSale: true } };
  await page.route('/api/product/sale-prices', (route) =>
    route.fulfill({ json: { success: true, products: prices } }),
  );
  await page.goto('/collection?sort=low-high');
  await becomes(async () => (await shownNames(page))[0], name);
  await page.goto('/collection?price=-60');
  await becomes(() => shownNames(page), [name]);
  await page.goto('/collection?q=under+₹60');
  await becomes(() => shownNames(page), [name]);
  // Most products cost less than their MRP every day: that is no sale.
  await page.goto('/collection?only=sale');
  await becomes(() => shownNames(page), [name]);
});

// A list in another order, of few products, and of none with what is nearest; a page of a group.
test.each([
  '/collection?sort=rating',
  '/collection?only=mask',
  '/collection?q=zzzzqq',
  '/category/serum?sort=discount',
])('%s: nothing in the window of a phone moves while the results come', async (path) => {
  const { page } = await visit(390);
  await countShifts(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await becomes(() => page.locator('[data-searching], .collection-found [aria-busy]').count(), 0);
  expect(await shifted(page)).toBeLessThan(0.05);
});
