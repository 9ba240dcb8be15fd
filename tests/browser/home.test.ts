/** Home, block by block (docs/behaviour.md 3.4). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { becomes, placeOf, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The number of the visible slide, from 1; 0 while the carousel is only a scrollable row. */
const shownSlide = (page: Page, name: string) =>
  carousel(page, name)
    .locator('.carousel-dots button')
    .evaluateAll((dots) => dots.findIndex((dot) => dot.ariaCurrent === 'true') + 1);
test('shows its blocks in their order', async () => {
  const { page } = await visit(1280);
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
});

test("'See Products' scrolls to the top and goes to /collection", async () => {
  const { page } = await visit(390);
  await page.goto('/');
  await page.getByRole('link', { name: 'See Products' }).click();
  await page.waitForURL('/collection');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("'Latest Collection' lists the first 2 products as cards, linking to /product/{id}", async () => {
  const { page } = await visit(1280);
  await page.goto('/');
  const links = page.locator('.latest h3 a, .latest .card a').filter({ visible: true });
  const places = await links.evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname));
  expect(new Set(places).size).toBe(2);
  for (const place of places) expect(place).toMatch(/^\/product\/[\w-]+$/);
});

test('the brand showcase has four images with their captions', async () => {
  const { page } = await visit(390);
  await page.goto('/');
  const captions = await page.locator('.essentials li').allTextContents();
  expect(captions.map((text) => text.trim().toLowerCase())).toEqual([
    'sun protection',
    'renewal serum',
    'hydra moisturizer',
    'purifying cleanser',
  ]);
  expect(await page.locator('.essentials img').count()).toBe(4);
});

test("'Skincare Journal' has four linked cards, 'Explore All Articles' goes to /journal", async () => {
  const { page } = await visit(390);
  await page.goto('/');
  const cards = page.locator('.journal article');
  expect(await cards.count()).toBe(4);
  const places = await cards
    .locator('a')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).pathname));
  for (const place of places) expect((await page.request.get(place)).status()).toBe(200);
  await page.getByRole('link', { name: 'Explore All Articles' }).click();
  await page.waitForURL('/journal');
});

test('the badge strip shows all five badges', async () => {
  const { page } = await visit(390);
  await page.goto('/');
  expect((await page.locator('.badges li').allTextContents()).map((text) => text.trim())).toEqual([
    '100% Natural Botanical',
    'Chemical Free',
    'Cruelty Free',
    'Dermatologically Tested',
    'Recyclable Packaging',
  ]);
});

test('a search in the header goes to /collection', async () => {
  const { page } = await visit(1280);
  await page.goto('/');
  await page.locator('#search').pressSequentially('rose');
  await becomes(() => placeOf(page), '/collection?q=rose');
});

test.each(widths)('has no axe violations after all scripts have started, at %d px', async (width) => {
  const { page } = await visit(width);
  await page.goto('/', { waitUntil: 'networkidle' });
  await carousel(page, 'Happy Clients').scrollIntoViewIfNeeded();
  await becomes(() => shownSlide(page, 'Happy Clients'), 1);
  expect(await faults(page)).toEqual([]);
});

test('loads at most 450 KiB on a phone', async () => {
  const { page } = await visit(390);
  let bytes = 0;
  const reading: Promise<unknown>[] = [];
  page.on('requestfinished', (request) => {
    reading.push(
      request
        .sizes()
        .then(
          ({ responseBodySize, responseHeadersSize }) => (bytes += responseBodySize + responseHeadersSize),
        ),
    );
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await Promise.all(reading);
  expect(bytes / 1024).toBeLessThanOrEqual(450);
});
