/** Home, block by block (docs/behaviour.md 3.4). tests/built/content.test.ts reads their texts. */
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

test("shows its blocks in their order; 'See Products' goes to the top of /collection", async () => {
  const { page } = await visit(390);
  await page.goto('/');
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.map((text) => text.trim())).toEqual([
    'Latest Collection',
    'Your skincare journey starts with our trusted essentials',
    'See the Glow in Action',
    'Skincare Journal',
    'Happy Clients',
    'Letters, now and then',
    'Real Results',
  ]);
  const tops = await page.evaluate(() =>
    [
      '[data-carousel]',
      '.hero',
      '.counters',
      '.latest',
      '.showcase',
      '.glow',
      '.journal',
      '.badges',
      '.clients',
      '.newsletter',
      '.results',
    ].map((part) =>
      Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? -1e6) + scrollY),
    ),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(tops[0]).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'See Products' }).click();
  await page.waitForURL('/collection');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
