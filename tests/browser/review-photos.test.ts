/** Photos of a review, from the form at 390 px through the desk to the gallery (docs/behaviour.md, "Photos of reviews"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { photos, reviews } from '#db/schema/index.ts';
import { serum } from '../support/orders.ts';
import { photoFile, uploadPhoto } from '../support/photos.ts';
import { ownReview, writeReview } from '../support/reviews.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { field } from './desk-steps.ts';
import { isFocused, requested, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, atDesk, test } = browserTest({ empties: [photos, reviews] });

const address = `/product/${serum}`;
const section = (page: Page) => page.locator('#reviews');
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name });
const caption = 'Photo by Asha R. of Glow Serum';
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openReviews(page: Page) {
  await page.goto(address);
  await section(page).scrollIntoViewIfNeeded();
  await see(section(page).locator('.average strong, .none-title'));
}

/** A review with two public photos. */
async function approved() {
  const person = await shop.person();
  const ids = [await uploadPhoto(person), await uploadPhoto(person)];
  await writeReview(person, serum, { title: 'Soft by morning', photos: ids });
  await shop.db.write.update(photos).set({ state: 'approved', decidedAt: Date.now() });
}

test('a photo is added on request, sent, looked at by an operator, and then public; editing keeps and removes it', async () => {
  const { person, page } = await visitAsShopper();
  const scripts = requested(page, /\/(AddPhotos|ReviewPhotos|PhotoGallery)\./);
  await openReviews(page);
  await section(page).getByText('Write a Review').tap();
  await section(page).getByRole('radio', { name: '5 stars' }).check();
  await section(page).getByRole('textbox', { name: 'Your review' }).fill('My skin drinks it.');
  expect(scripts).toEqual([]);
  await button(page, 'Add photos').tap();
  const add = section(page).getByLabel(/^Add a/);
  await add.setInputFiles([await photoFile(3000, 2000), await photoFile(800, 1200)]);
  await becomes(() => section(page).getByText('Sent', { exact: true }).count(), 2);
  await looksRight(page, 'review-photos', { within: '.review-write' });
  await button(page, 'Submit Review').tap();
  await see(toast(page, 'Review submitted successfully!'));
  const own = section(page).locator('.own');
  await see(own.getByText('We look at each photo before others see it.'));
  await becomes(() => own.getByRole('img', { name: /^Your photo/ }).count(), 2);
  await looksRight(page, 'own-review-photos', { within: '.own' });
  expect(await section(page).locator('.review img').count()).toBe(0);

  const desk = await atDesk('reviews');
  await field(desk.page, 'Show').selectOption('Photos to look at');
  const row = desk.page.locator('.desk-reviews > li');
  await see(row.getByAltText(`${caption} (1 of 2)`));
  await looksRight(desk.page, 'photos', { within: '.desk-reviews' });
  const of = 'of the review of Glow Serum by Asha R.';
  await row.getByRole('button', { name: `Approve all photos ${of}` }).click();
  await see(toast(desk.page, 'The photos are public.'));
  await row.getByRole('button', { name: `Refuse photo 2 ${of}` }).click();
  await see(toast(desk.page, 'The photo is not shown.'));
  // It stays in the list, so that a mistake can be undone.
  await see(row.getByText('Not shown'));
  await row.getByRole('button', { name: `Approve photo 2 ${of}` }).click();
  await becomes(() => row.getByText('Public').count(), 2);

  await openReviews(page);
  await becomes(() => section(page).locator('.review img').count(), 2);
  await button(page, 'Edit').tap();
  await see(section(page).getByAltText('Your photo 2'));
  await button(page, 'Remove photo 1').tap();
  await button(page, 'Submit Review').tap();
  await see(button(page, '1 photo from a customer'));
  await becomes(() => section(page).locator('.review img').count(), 1);
  const { body } = await ownReview(person, serum);
  expect((body as unknown as { photos: object[] }).photos).toHaveLength(1);
});

test.each([390, 1280])(
  'the gallery loads when it is opened, at %i px, and is used with the keyboard',
  async (width) => {
    await approved();
    const { page } = await visit(width);
    const pictures = requested(page, /^\/api\/photos\//);
    const lists = requested(page, /^\/api\/reviews\//);
    await page.goto(address, { waitUntil: 'networkidle' });
    expect([pictures, lists]).toEqual([[], []]);
    await section(page).scrollIntoViewIfNeeded();
    const open = button(page, '2 photos from customers');
    await see(open);
    const thumb = section(page).locator('.review .photo-picture').first();
    await see(thumb);
    expect(await thumb.boundingBox()).toMatchObject({ width: 96, height: 96 });
    expect(await thumb.locator('img').getAttribute('loading')).toBe('lazy');
    await looksRight(page, 'reviews-with-photos', { within: '#reviews' });
    expect(lists).toHaveLength(2);

    await open.focus();
    await page.keyboard.press('Enter');
    await see(dialog(page).getByRole('heading', { name: '2 photos from customers' }));
    const first = dialog(page).getByRole('button', { name: `${caption} (1 of 2)` });
    await see(first);
    await looksRight(page, 'gallery', { within: 'dialog' });
    await first.focus();
    await page.keyboard.press('Enter');
    await see(dialog(page).getByText('Soft by morning'));
    await becomes(
      () =>
        dialog(page)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      320,
    );
    await looksRight(page, 'gallery-photo', { within: '.photo-dialog' });
    await page.keyboard.press('ArrowRight');
    await see(dialog(page).getByText(`${caption} (2 of 2)`));
    await page.keyboard.press('Escape');
    await becomes(() => isFocused(first), true);
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await becomes(() => isFocused(open), true);
  },
);

test('without photos there is no button', async () => {
  const { page } = await visit(390);
  await openReviews(page);
  expect(await button(page, /photo/).count()).toBe(0);
});
