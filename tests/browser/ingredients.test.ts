/**
 * Ingredients: explained on a product's page, listed, and as filters of the collection (docs/behaviour.md,
 * "Search and filters", "Ingredients").
 */
import { packPositions } from 'search/positions';
import { describe, expect } from 'vitest';
import { avoidedIn } from '#domain/ingredients/avoid.ts';
import type { FreeFromGroup } from '#domain/ingredients/free-from-groups.ts';
import { inciLookup, ingredientsOf } from '#domain/ingredients/inci.ts';
import { type IngredientProducts, mostAsked } from '#domain/ingredients/ingredient-filter.ts';
import { readIngredients, readProducts } from '#tools/lib/content.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { box, shownNamesSorted } from './search-steps.ts';
import { isFocused, requested, shownNames } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { visit, test } = browserTest();

const lookup = inciLookup(readIngredients());
const toner = '/product/rose-balance-toner';

/** The names of the products that meet the filters, sorted. @param text in name or description */
const meeting = (filter: { with?: string; free?: FreeFromGroup[] }, text = ''): string[] =>
  [...readProducts().values()]
    .filter(
      ({ ingredients, name, description }) =>
        `${name} ${description}`.toLowerCase().includes(text) &&
        (!filter.with || ingredientsOf(ingredients ?? '', lookup).some(({ id }) => id === filter.with)) &&
        (filter.free ?? []).every((group) => avoidedIn(ingredients, lookup).free.includes(group)),
    )
    .map(({ name }) => name)
    .sort();

test('on the page of a product a name opens its explanation by keyboard, and Escape gives the focus back', async () => {
  const { page } = await visit(1280, { path: toner });
  await page.getByRole('tab', { name: 'Ingredients' }).click();
  const name = page.getByRole('link', { name: 'Linalool', exact: true });
  await name.focus();
  await page.keyboard.press('Enter');
  const explained = page.getByRole('dialog', { name: 'Linalool' });
  await see(explained.getByText(/^Air turns linalool/));
  expect(placeOf(page)).toBe(toner);
  await looksRight(page, 'an explanation', { within: '#explained' });

  await page.keyboard.press('Tab');
  expect(await isFocused(explained.getByRole('link', { name: 'More about it' }))).toBe(true);
  await page.keyboard.press('Escape');
  await gone(explained);
  expect(await isFocused(name)).toBe(true);

  await page.getByRole('link', { name: 'Glycerin', exact: true }).click();
  await see(page.getByRole('dialog', { name: 'Glycerin' }));
  await page.getByRole('button', { name: 'Close' }).click();
  await gone(page.getByRole('dialog'));
});

test('each letter and each heading of a policy is a tap away from the top of a phone', async () => {
  const { page } = await visit(390, { path: '/ingredients' });
  const jump = page.getByRole('navigation', { name: 'By letter' });
  await jump.getByRole('link', { name: 'S', exact: true }).tap();
  await becomes(() => new URL(page.url()).hash, '#letter-s');
  await becomes(async () => Math.round((await page.locator('#letter-s').boundingBox())?.y ?? 0) < 400, true);
  await page.getByLabel('Find an ingredient').fill('turmeric');
  await gone(jump);

  await page.goto('/policies/privacy');
  const index = page.getByRole('navigation', { name: 'On this page' });
  const headings = await page.locator('.prose h2').allTextContents();
  expect(headings.length).toBeGreaterThan(5);
  expect((await index.getByRole('link').allTextContents()).map((text) => text.trim())).toEqual(headings);
  const { y = 0, height = 0 } = (await index.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(844);
});

test('the list is filtered by name, by label and by what it does', async () => {
  const { page } = await visit(390);
  await page.goto('/ingredients', { waitUntil: 'networkidle' });
  const names = () => page.locator('[data-ingredients] li a:visible').allTextContents();
  const filter = page.getByLabel('Find an ingredient');
  // The page begins with it.
  expect((await filter.boundingBox())?.y).toBeLessThan(500);
  // By other names, in every script.
  for (const text of ['haldi', 'हल्दी']) {
    await filter.fill(text);
    await becomes(async () => {
      const found = await names();
      return found.length > 0 && found.every((name) => /turmeric/i.test(name));
    }, true);
  }
  await filter.fill('ceramide');
  await becomes(names, ['Ceramide AP', 'Ceramide EOP', 'Ceramide NP']);
  await see(page.getByRole('status').filter({ hasText: '3 ingredients for “ceramide”' }));
  await filter.fill('Niacin');
  await becomes(names, ['Vitamin B3']);
  await filter.fill('gold dust');
  await see(page.getByRole('status').filter({ hasText: 'No ingredient for “gold dust”' }));
  await looksRight(page, 'nothing found', { within: 'main' });
});

describe('the filters of the collection', () => {
  test('are in the address, combine with a search, and Back restores them', async () => {
    const { page } = await visit(1280);
    const requests = requested(page, /^\/ingredient/);
    await page.goto('/collection', { waitUntil: 'networkidle' });
    expect(requests).toEqual([]);

    await page.getByText('fragrance', { exact: true }).click();
    await becomes(() => placeOf(page), '/collection?free=fragrance');
    await becomes(() => shownNamesSorted(page), meeting({ free: ['fragrance'] }));
    // What shoppers look for and these products have, by their names; a name may be several ingredients.
    const asked = await page.locator('#filter-with option').allTextContents();
    expect(asked.length).toBeGreaterThanOrEqual(12);
    expect(asked.length).toBeLessThanOrEqual(1 + mostAsked);
    expect(asked.filter((name) => /water|salt|soda/i.test(name))).toEqual([]);
    expect(asked.map((name) => name.replace(/ \(\d+\)$/, ''))).toEqual(
      expect.arrayContaining(['Niacinamide', 'Vitamin C', 'Hyaluronic acid']),
    );
    await page.getByLabel('With', { exact: true }).selectOption('panthenol');
    await becomes(() => placeOf(page), '/collection?with=panthenol&free=fragrance');
    const both = { with: 'panthenol', free: ['fragrance'] } satisfies Parameters<typeof meeting>[0];
    await becomes(() => shownNamesSorted(page), meeting(both));
    expect(meeting(both).length).toBeLessThan(meeting({ with: 'panthenol' }).length);
    await box(page).fill('serum');
    await becomes(() => placeOf(page), '/collection?q=serum&with=panthenol&free=fragrance');
    await becomes(() => shownNamesSorted(page), meeting(both, 'serum'));
    await see(
      page.getByText(
        `Showing ${meeting(both, 'serum').length} of 16 products for "serum" with Panthenol (vitamin B5), free from fragrance`,
      ),
    );
    await looksRight(page, 'filtered', { within: '.collection' });

    await page.getByRole('button', { name: 'Remove free from fragrance' }).click();
    await becomes(() => placeOf(page), '/collection?q=serum&with=panthenol');
    expect(await page.getByRole('checkbox', { name: 'Fragrance' }).isChecked()).toBe(false);
    await page.goBack();
    await page.goBack();
    await becomes(() => placeOf(page), '/collection?with=panthenol&free=fragrance');
    await becomes(() => shownNamesSorted(page), meeting(both));
    expect(await page.getByRole('checkbox', { name: 'Fragrance' }).isChecked()).toBe(true);
  });

  test('in an address: nothing is shown before their data is there; what is unknown is nowhere, and can be removed', async () => {
    const { page, expectFailure } = await visit(390);
    expectFailure('/ingredient-products.json', 500);
    // However often it is asked for, also in advance.
    await page.route('/ingredient-products.json', (route) => route.fulfill({ status: 500 }));
    await page.goto('/collection?with=niacinamide&free=fragrance,silicones,water');
    await see(page.getByRole('heading', { name: 'Failed to fetch products' }));
    expect(await shownNames(page)).toEqual([]);
    await page.unroute('/ingredient-products.json');
    await page.getByRole('button', { name: 'Try again' }).tap();
    await becomes(
      () => shownNamesSorted(page),
      meeting({ with: 'niacinamide', free: ['fragrance', 'silicones'] }),
    );
    await see(page.getByRole('button', { name: 'Filter 3 chosen' }));

    await page.goto('/collection?with=gold&q=toner');
    await see(page.getByText("We couldn't find any products matching toner, with gold"));
    expect(await shownNames(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove with gold' }).tap();
    await becomes(() => shownNames(page), ['Rose Toner']);
  });

  test('products of which it is not known come last, with a mark, and a note says why', async () => {
    const { page } = await visit(390);
    await page.route('/ingredient-products.json', async (route) => {
      const response = await route.fetch();
      const file: IngredientProducts = await response.json();
      const position = file.products.indexOf('rose-balance-toner');
      const unknown = { ...file.unknown, fragrance: packPositions([position]) };
      await route.fulfill({ response, json: { ...file, unknown } });
    });
    await page.goto('/collection?free=fragrance');
    await becomes(() => shownNamesSorted(page), [...meeting({ free: ['fragrance'] }), 'Rose Toner'].sort());
    expect((await shownNames(page)).at(-1)).toBe('Rose Toner');
    const marks = page.locator('.card:visible').getByText('Not known', { exact: true });
    await becomes(() => marks.count(), 1);
    await see(page.locator('.card', { hasText: 'Rose Toner' }).getByText('Not known', { exact: true }));
    await see(page.getByText(/^We do not know every ingredient of the products that are marked “Not known”/));
    await see(page.getByText(/^Showing \d+ of 16 products free from fragrance, as far as we know$/));
    await looksRight(page, 'not known', { within: '.collection' });

    await page.getByRole('button', { name: 'Remove free from fragrance' }).tap();
    await becomes(() => marks.count(), 0);
    await gone(page.getByText(/^We do not know every ingredient/));
  });
});
