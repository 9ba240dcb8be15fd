/** The product's pictures: swipe, thumbnails, keyboard and zoom (docs/behaviour.md, "Product page"). */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { isFocused } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { visit, test } = browserTest();

const address = `/product/${serum}`;
const strip = (page: Page) => page.locator('[data-strip]');
const pictures = (page: Page) => strip(page).getByRole('link');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pictures, enlarged' });
const place = (page: Page) => dialog(page).getByRole('status').textContent();
const areLoaded = (pictures: Locator) =>
  pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).currentSrc !== ''));
/** The index of the picture that a row shows, from 0. */
const shownIn = (page: Page, row: string) =>
  page.locator(row).evaluate((node) => Math.round(node.scrollLeft / node.clientWidth));

test('thumbnails, arrow keys, and zoom by keyboard: Enter, + and −, Escape; focus and picture are restored', async () => {
  const { page } = await visit(1280, { path: address });
  const thumbnails = page.locator('[data-thumbnail]');
  const count = await thumbnails.count();
  const last = count - 1;
  /** The marked thumbnails. */
  const marked = () =>
    thumbnails.evaluateAll((all) => all.flatMap((one, n) => (one.ariaCurrent === 'true' ? [n] : [])));
  await thumbnails.nth(last).click();
  await becomes(() => shownIn(page, '[data-strip]'), last);
  await becomes(marked, [last]);
  await pictures(page).nth(last).press('ArrowLeft');
  await becomes(() => shownIn(page, '[data-strip]'), last - 1);
  await becomes(marked, [last - 1]);

  await pictures(page).first().focus();
  await page.keyboard.press('Enter');
  await see(dialog(page));
  await becomes(() => place(page), `Picture 1 of ${count}`);
  await page.keyboard.press('ArrowLeft');
  expect(await place(page)).toBe(`Picture 1 of ${count}`);
  for (let n = 1; n <= last; n++) {
    await page.keyboard.press('ArrowRight');
    await becomes(() => place(page), `Picture ${n + 1} of ${count}`);
    await becomes(() => shownIn(page, '[data-slides]'), n);
  }
  await page.keyboard.press('ArrowRight');
  expect(await place(page)).toBe(`Picture ${count} of ${count}`);

  const magnify = dialog(page).getByRole('button', { name: 'Magnify' });
  const picture = dialog(page).locator('img').nth(last);
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await becomes(() => magnify.getAttribute('aria-pressed'), 'true');
  expect(await width()).toBeGreaterThan(before * 1.5);
  // The zoomed picture starts in its middle, from where the arrow keys scroll.
  const scrolled = () =>
    dialog(page)
      .locator('.slide')
      .nth(last)
      .evaluate((node) => [node.scrollLeft, node.scrollTop].map((way) => way > 0));
  expect(await scrolled()).toEqual([true, true]);
  await page.keyboard.press('-');
  await becomes(width, before);
  await becomes(() => shownIn(page, '[data-slides]'), last);

  await page.keyboard.press('Escape');
  await gone(dialog(page));
  await becomes(() => shownIn(page, '[data-strip]'), last);
  await becomes(() => isFocused(pictures(page).nth(last)), true);
});

test('pictures from the third on load when somebody touches the gallery', async () => {
  const { page } = await visit(390, { path: address });
  const loaded = () => areLoaded(strip(page).locator('img'));
  await becomes(async () => (await loaded())[1], true);
  expect((await loaded()).slice(2)).not.toContain(true);
  await page.locator('[data-thumbnail]').nth(1).tap();
  await becomes(async () => (await loaded()).includes(false), false);
});

test('zoom by touch: a tap fetches the large picture, another magnifies at its place, buttons move on and close', async () => {
  const { page } = await visit(390, { path: address });
  const loaded = () => areLoaded(page.locator('[data-zoom] img'));
  expect(await loaded()).not.toContain(true);
  await pictures(page).first().tap();
  await see(dialog(page));
  await becomes(async () => (await loaded())[0], true);
  await dialog(page).getByRole('button', { name: 'Next picture' }).tap();
  await becomes(() => place(page), `Picture 2 of ${await pictures(page).count()}`);
  await dialog(page).getByRole('button', { name: 'Previous picture' }).tap();
  await becomes(() => shownIn(page, '[data-slides]'), 0);
  const slide = dialog(page).locator('.slide').first();
  await dialog(page)
    .locator('img')
    .first()
    .tap({ position: { x: 8, y: 8 } });
  await becomes(
    () => dialog(page).getByRole('button', { name: 'Magnify' }).getAttribute('aria-pressed'),
    'true',
  );
  expect(await slide.evaluate((node) => [node.scrollLeft, node.scrollTop])).toEqual([0, 0]);
  await dialog(page).getByRole('button', { name: 'Close' }).tap();
  await gone(dialog(page));
});
