/** The collection below its products (docs/behaviour.md 3.5). tests/built/content.test.ts reads its texts. */
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { shelf } from './steps.ts';
import { becomes, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

test('products, guide, science, results and questions, in this order; each step links to its products', async () => {
  const { page } = await visit(390);
  await page.goto('/collection');
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
  await becomes(() => shelf(page), ['Rose Toner']);
});

test('"FAQ accordions open one item at a time", without scripts', async () => {
  const { page } = await visit(390, { javaScriptEnabled: false });
  await page.goto('/collection');
  const questions = page.locator('#faq details');
  const open = () =>
    questions.evaluateAll((all) => all.flatMap((one, n) => ((one as HTMLDetailsElement).open ? [n] : [])));
  await questions.nth(0).locator('summary').tap();
  await becomes(open, [0]);
  await questions.nth(2).locator('summary').tap();
  await becomes(open, [2]);
  await see(questions.nth(2).locator('p'));
});
