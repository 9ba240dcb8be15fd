/** The journal: its index and its articles. */
import { describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const articles = [
  'how-much-sunscreen-is-enough',
  'how-to-read-a-serum-label',
  'turmeric-and-saffron',
  'washing-in-hard-water',
];

test('the index links to every article', async () => {
  const { page } = await visit(1280);
  await page.goto('/journal');
  const places = await page
    .locator('main article a')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname));
  expect(places.sort()).toEqual(articles.map((slug) => `/journal/${slug}`));
  await page.locator('main article a').first().click();
  await see(page.getByRole('heading', { level: 1 }));
  expect(articles).toContain(new URL(page.url()).pathname.replace('/journal/', ''));
});

describe.each(articles)('%s', (slug) => {
  test('is an article of 500 to 800 words, with structured data', async () => {
    const { page } = await visit(390, { javaScriptEnabled: false });
    await page.goto(`/journal/${slug}`);
    const text = (await page.locator('.prose').first().textContent()) ?? '';
    const words = text.trim().split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(500);
    expect(words).toBeLessThanOrEqual(800);
    const data = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}',
    );
    expect(data).toMatchObject({ '@type': 'Article', inLanguage: 'en-IN' });
    expect(data.headline).toBe(await page.getByRole('heading', { level: 1 }).textContent());
    expect(data.image[0]).toMatch(/^https:\/\//);
    expect((await page.request.get(new URL(data.image[0]).pathname)).status()).toBe(200);
  });

  test('mentions products that are sold, and links to three other articles', async () => {
    const { page } = await visit(1280);
    await page.goto(`/journal/${slug}`);
    const links = await page
      .locator('main a[href^="/product/"], main .others a')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname));
    for (const path of new Set(links)) expect((await page.request.get(path)).status()).toBe(200);
    expect(await page.locator('.others a').count()).toBe(3);
  });
});

describe.each(['/journal', `/journal/${articles[0]}`])('%s', (path) => {
  test.each(widths)('is accessible and fits its window, at %d px', async (width) => {
    const { page } = await visit(width);
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
