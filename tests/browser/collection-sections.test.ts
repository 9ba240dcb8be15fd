/** The collection below its products (docs/behaviour.md 3.5). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { shelf } from './steps.ts';
import { becomes, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const part = (page: Page, name: string) => page.getByRole('region', { name });

test.each(widths)(
  'products, guide, science, results and questions, in this order, at %d px',
  async (width) => {
    const { page } = await visit(width);
    await page.goto('/collection');
    const tops = await page
      .locator('.collection-found, #guide, #science, .results, #faq')
      .evaluateAll((all) =>
        all.map((one) => [one.id || one.classList[0], one.getBoundingClientRect().top] as const),
      );
    expect([...tops].sort(([, a], [, b]) => a - b).map(([name]) => name)).toEqual([
      'collection-found',
      'guide',
      'science',
      'results',
      'faq',
    ]);
    await see(part(page, 'Real Results').getByText('Illustration'));
  },
);

test('the application guide: cleanse, tone, treat, moisturize, protect, each with its picture', async () => {
  const { page } = await visit(1280);
  await page.goto('/collection');
  const steps = page.locator('#guide ol > li');
  expect(await steps.getByRole('heading').allTextContents()).toEqual([
    'Cleanse',
    'Tone',
    'Treat',
    'Moisturize',
    'Protect',
  ]);
  await steps.last().scrollIntoViewIfNeeded();
  await becomes(
    () =>
      steps
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    true,
  );
  // Each step links to its products.
  await steps.nth(1).getByRole('link').click();
  await page.waitForURL('/collection?q=toner');
  await becomes(() => shelf(page), ['Rose Toner']);
});

test('ingredients and science: each entry links to a product that contains it', async () => {
  const { page } = await visit(390);
  await page.goto('/collection');
  const links = page.locator('#science dl a');
  expect(await links.count()).toBeGreaterThanOrEqual(3);
  for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))) {
    expect(href).toMatch(/^\/product\//);
    expect((await fetch(shop.stack.url + href)).status).toBe(200);
  }
  expect(await page.locator('#science').getByRole('link').last().getAttribute('href')).toBe(
    '/about/ingredients',
  );
});

test('"FAQ accordions open one item at a time", also without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(390, { javaScriptEnabled });
    await page.goto('/collection');
    const questions = page.locator('#faq details');
    const open = () =>
      questions.evaluateAll((all) => all.flatMap((one, n) => ((one as HTMLDetailsElement).open ? [n] : [])));
    await questions.nth(0).locator('summary').tap();
    await becomes(open, [0]);
    await questions.nth(2).locator('summary').tap();
    await becomes(open, [2]);
    await see(questions.nth(2).locator('p'));
  }
});

test('a collection of one page has no pagination', async () => {
  const { page } = await visit(1280);
  await page.goto('/collection');
  expect(await page.getByRole('navigation', { name: 'Pages of the collection' }).count()).toBe(0);
  expect(await page.locator('link[rel=next], link[rel=prev]').count()).toBe(0);
  expect((await fetch(`${shop.stack.url}/collection/2`)).status).toBe(404);
});
