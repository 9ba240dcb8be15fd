/**
 * The collection: searching, filtering and sorting (docs/behaviour.md, "Search and filters"), and what is below its
 * products (docs/behaviour.md, "Collection"; tests/built/content.test.ts reads its texts).
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { box, namesOf, shownNamesSorted, useProducts } from './search-steps.ts';
import { fakeClock, hold, hydrated, isFocused, shownNames, stopClock } from './steps.ts';
import { becomes, gone, placeOf, see, widths } from './visitor.ts';

const { shop, visit, test } = browserTest();

const { matching, forSkin, priceOf } = useProducts(shop);

const entries = (page: Page) => page.evaluate(() => history.length);

describe('on the collection page', () => {
  test('the search is applied 300 ms after the last key, with one history entry; Back restores', async () => {
    const { page } = await visit(1280);
    await fakeClock(page);
    await page.goto('/collection');
    await box(page).focus();
    await hydrated(page);
    await stopClock(page);
    const before = await entries(page);

    await page.keyboard.type('ros');
    await page.clock.runFor(200);
    await page.keyboard.type('e');
    await page.clock.runFor(299);
    expect(placeOf(page)).toBe('/collection');
    expect((await shownNames(page)).length).toBe(16);
    await page.clock.runFor(1);
    await becomes(() => shownNamesSorted(page), namesOf(matching('rose')));
    expect(placeOf(page)).toBe('/collection?q=rose');
    expect(await entries(page)).toBe(before + 1);

    // Typing on is the same search; a new search gets its own history entry.
    await page.keyboard.type(' toner');
    await page.clock.runFor(300);
    await becomes(() => placeOf(page), '/collection?q=rose+toner');
    expect(await entries(page)).toBe(before + 1);
    await box(page).blur();
    await box(page).fill('serum');
    await page.clock.runFor(300);
    await becomes(() => placeOf(page), '/collection?q=serum');
    expect(await entries(page)).toBe(before + 2);

    await page.goBack();
    await becomes(() => placeOf(page), '/collection?q=rose+toner');
    await becomes(() => shownNamesSorted(page), namesOf(matching('rose toner')));
    expect(await box(page).inputValue()).toBe('rose toner');
    await page.goBack();
    await becomes(async () => (await shownNames(page)).length, 16);
    expect(await box(page).inputValue()).toBe('');
  });

  test('no results: the message, "did you mean", and the closest products', async () => {
    const { page, expectFailure } = await visit(390, { path: '/collection?q=zzqxw&skin=Oily+Skin' });
    await see(page.getByRole('heading', { name: 'No products found' }));
    // The message names the search text, not the skin type.
    await see(page.getByText("We couldn't find any products matching zzqxw", { exact: true }));
    expect(await page.getByRole('button', { name: /Did you mean/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all products' }).click();
    await becomes(async () => (await shownNames(page)).length, 16);

    // Without the meaning of words, a misspelt one is not found.
    expectFailure('/search.json', 404);
    await page.route('/search.json', (route) => route.fulfill({ status: 404 }));
    await page.goto('/collection?q=serun');
    await see(page.getByRole('heading', { name: 'Closest to what you typed' }));
    const near = await shownNames(page);
    expect(near.length).toBeGreaterThan(0);
    for (const name of near) expect(namesOf(matching('serum'))).toContain(name);
    await page.getByRole('button', { name: 'Did you mean “serum”?' }).click();
    await becomes(() => shownNamesSorted(page), namesOf(matching('serum')));
    expect(placeOf(page)).toBe('/collection?q=serum');
  });

  test('filter and sort are in the URL and survive a reload; each is a history entry; Back keeps the position', async () => {
    const { page } = await visit(390);
    await page.addInitScript(() =>
      addEventListener('pagehide', () => sessionStorage.setItem('left', String(scrollY))),
    );
    await page.goto('/collection');
    await page.getByRole('button', { name: /^Filter/ }).tap();
    await page.getByText('Sensitive Skin', { exact: true }).tap();
    await becomes(() => placeOf(page), '/collection?skin=Sensitive+Skin');
    await becomes(() => shownNamesSorted(page), namesOf(forSkin('Sensitive Skin')));
    await page.getByLabel('Sort by').selectOption('low-high');
    await becomes(() => placeOf(page), '/collection?skin=Sensitive+Skin&sort=low-high');
    const prices = (names: string[]) => names.map(priceOf);
    const ascending = [...prices(await shownNames(page))].sort((a, b) => a - b);
    expect(prices(await shownNames(page))).toEqual(ascending);

    const before = await shownNames(page);
    await page.reload();
    await becomes(() => shownNames(page), before);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('low-high');
    await see(page.getByRole('button', { name: 'Filter 1 chosen' }));

    // A product, and Back.
    await page.locator('.card-name a').filter({ visible: true }).last().tap();
    await page.waitForURL(/\/product\//);
    const left = Number(await page.evaluate(() => sessionStorage.getItem('left')));
    expect(left).toBeGreaterThan(500);
    await page.goBack();
    await becomes(() => shownNames(page), before);
    await becomes(() => page.evaluate(() => scrollY).then((y) => Math.abs(y - left) < 10), true);

    await page.getByLabel('Sort by').selectOption('high-low');
    await becomes(async () => prices(await shownNames(page)), ascending.toReversed());
    await becomes(() => placeOf(page), '/collection?skin=Sensitive+Skin&sort=high-low');
    await page.goBack();
    await becomes(() => shownNames(page), before);
    await page.goBack();
    await becomes(() => placeOf(page), '/collection?skin=Sensitive+Skin');
    await becomes(() => page.getByLabel('Sort by').inputValue(), 'relevant');
  });

  test('on a phone the filter says how many products there are, and closes to them; Escape closes it', async () => {
    const { page } = await visit(390, { path: '/collection' });
    const opener = page.getByRole('button', { name: /^Filter/ });
    const show = page.getByRole('button', { name: /^Show \d+ products$/ });
    await opener.tap();
    await see(show.and(page.getByText('Show 16 products')));
    await page.getByText('Oily Skin', { exact: true }).tap();
    await see(show.and(page.getByText(`Show ${forSkin('Oily Skin').length} products`)));
    await see(page.getByRole('status').filter({ hasText: 'in Oily Skin' }));
    // On the wide screen that it looks at, there is no sheet.
    await looksRight(page, 'the open filter', { within: '.collection' });
    await opener.tap();
    await show.tap();
    await gone(show);
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    const products = page.getByRole('region', { name: 'Products', exact: true });
    await becomes(() => isFocused(products), true);
    // Below the header, the count line and then the products are in view.
    const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
    const header = await page.locator('.header').boundingBox();
    await becomes(async () => (await top(page.locator('.collection-count'))) >= (header?.height ?? 0), true);
    expect(await top(products)).toBeLessThan(844 / 3);

    // By keyboard.
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Oily Skin' }).focus();
    await page.keyboard.press('ArrowDown');
    await see(show.and(page.getByText(`Show ${forSkin('Dry Skin').length} products`)));
    await page.keyboard.press('Escape');
    await gone(show);
    expect(await isFocused(opener)).toBe(true);
    await see(page.getByRole('button', { name: 'Filter 1 chosen' }));
  });

  test('a choice that Back reverts before it is in the URL leaves no history entry', async () => {
    const { page } = await visit(1280);
    // Simulates a phone that is too busy to paint.
    await page.addInitScript(() => {
      const paint = requestAnimationFrame.bind(window);
      const waiting: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (run) => waiting.push(run);
      // Resolves after the tasks that follow the paint.
      const paintNow = (): Promise<void> =>
        new Promise((done) => {
          for (const run of waiting.splice(0)) paint(run);
          paint(() => setTimeout(done));
        });
      Object.assign(window, { paintNow });
    });
    const paint = () => page.evaluate('paintNow()');
    await page.goto('/collection?q=serum');
    await box(page).fill('rose');
    await becomes(() => placeOf(page), '/collection?q=rose');
    await becomes(() => shownNamesSorted(page), namesOf(matching('rose')));
    const before = await entries(page);
    await page.getByRole('radio', { name: 'Oily Skin' }).check();
    await page.goBack();
    await becomes(() => box(page).inputValue(), 'serum');
    await paint();
    expect(placeOf(page)).toBe('/collection?q=serum');
    await page.goForward();
    await becomes(() => placeOf(page), '/collection?q=rose');
    expect(await entries(page)).toBe(before);
  });
});

describe('before the island is loaded', () => {
  test('an address with ?q= never shows the unfiltered grid', async () => {
    const { page } = await visit(390);
    // Checks every frame from the first one.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        for (const name of document.querySelectorAll('.card-name'))
          if (name.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
            seen.add(name.textContent ?? '');
        requestAnimationFrame(look);
      };
      look();
    });
    const island = await hold(page, /\/_astro\/CollectionIsland\..*\.js/);
    await page.goto('/collection?q=rose');
    await island.came;
    expect(await shownNames(page)).toEqual([]);
    island.release();
    await becomes(() => shownNamesSorted(page), namesOf(matching('rose')));
    const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].sort());
    await becomes(seen, namesOf(matching('rose')));
  });

  test('taps, choices and typed text are kept', async () => {
    const { page } = await visit(1280);
    const island = await hold(page, /\/_astro\/CollectionIsland\..*\.js/);
    await page.goto('/collection');
    await page.getByText('Oily Skin', { exact: true }).click();
    await island.came;
    await page.getByLabel('Sort by').selectOption('high-low');
    expect((await shownNames(page)).length).toBe(16);
    await box(page).fill('serum');
    await becomes(() => placeOf(page), '/collection?q=serum');
    island.release();
    const both = matching('serum').filter((one) => forSkin('Oily Skin').includes(one));
    await becomes(() => shownNamesSorted(page), namesOf(both));
    await becomes(() => placeOf(page), '/collection?q=serum&skin=Oily+Skin&sort=high-low');
    expect(await page.getByRole('radio', { name: 'Oily Skin' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('high-low');
  });
});

test('products, guide, science, results and questions, in this order; each step links to its products', async () => {
  const { page } = await visit(390, { path: '/collection' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const tops = await page
      .locator('.collection-found, #guide, #science, .results, #faq')
      .evaluateAll((all) =>
        all.map((one) => [one.id || one.className, one.getBoundingClientRect().top] as const),
      );
    expect([...tops].sort(([, a], [, b]) => a - b).map(([name]) => name)).toEqual([
      'collection-found',
      'guide',
      'science',
      expect.stringContaining('results'),
      'faq',
    ]);
  }
  await see(page.getByRole('region', { name: 'Real Results' }).getByText('Illustration'));
  const steps = page.locator('#guide ol > li');
  await steps.last().scrollIntoViewIfNeeded();
  await becomes(
    () =>
      steps
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    true,
  );
  await steps.nth(1).getByRole('link').click();
  await page.waitForURL('/collection?q=toner');
  await becomes(() => shownNames(page), ['Rose Toner']);
});

test('"FAQ accordions open one item at a time", without scripts', async () => {
  const { page } = await visit(390, { path: '/collection', javaScriptEnabled: false });
  const questions = page.locator('#faq details');
  const open = () =>
    questions.evaluateAll((all) => all.flatMap((one, n) => ((one as HTMLDetailsElement).open ? [n] : [])));
  await questions.nth(0).locator('summary').tap();
  await becomes(open, [0]);
  await questions.nth(2).locator('summary').tap();
  await becomes(open, [2]);
  await see(questions.nth(2).locator('p'));
});
