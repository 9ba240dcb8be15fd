/** Reviews at the desk: one is hidden with a reason, is gone from the shoppers' page, and comes back. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { products, reviews } from '#db/schema/index.ts';
import { serum, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { atDesk, button, dialog, field, fitsItsWindow } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const review = (page: Page, text: string) => page.locator('.desk-reviews > li').filter({ hasText: text });
const hide = 'Hide the review of Glow Serum by Asha R.';
const showAgain = 'Show again the review of Glow Serum by Asha R.';

async function write(comment: string, rating: number, id = serum) {
  const person = await shop.person();
  await person.post(`/api/reviews/${id}`, { rating, title: 'My word', comment });
  return person;
}

/** What the shoppers' page lists, and what it says on top. */
async function onThePage(): Promise<{ comments: string[]; rating: string | undefined }> {
  const { page } = await visit(390);
  await page.goto(`/product/${serum}`);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await page.locator('#reviews [data-list]:not([aria-busy])').waitFor();
  return {
    comments: await page.locator('#reviews .review .comment').allTextContents(),
    rating: (await page.locator('#reviews [data-average]').textContent())?.trim(),
  };
}

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(reviews),
    shop.db.write.update(products).set({ ratingSum: 0, reviewCount: 0 }),
  ]);
});

test('what is hidden is gone from the product’s page, and back when it is shown again', async () => {
  await write('Lovely', 5);
  await write('Buy at my shop instead', 1);
  expect(await onThePage()).toEqual({
    comments: ['Buy at my shop instead', 'Lovely'],
    rating: expect.stringMatching(/^3/),
  });
  const { page } = await atDesk(shop, visit, 'reviews');
  await review(page, 'Buy at my shop').getByRole('button', { name: hide }).focus();
  await page.keyboard.press('Enter');
  await see(dialog(page).getByRole('heading', { name: 'Hide this review?' }));
  await page.keyboard.type('Advertising');
  await page.keyboard.press('Enter');
  await see(toast(page, 'The review is hidden.'));
  // It stays in sight, so that a slip can be mended.
  await see(review(page, 'Buy at my shop').getByText('Hidden: Advertising'));
  expect(await onThePage()).toEqual({ comments: ['Lovely'], rating: expect.stringMatching(/^5/) });
  await review(page, 'Buy at my shop').getByRole('button', { name: showAgain }).click();
  await button(page, 'Show review').click();
  await see(toast(page, 'The review can be seen again.'));
  await gone(review(page, 'Buy at my shop').getByText('Hidden'));
  expect((await onThePage()).comments).toHaveLength(2);
});

test('what a colleague has hidden already says why, and is shown as it is', async () => {
  await write('Rubbish', 1);
  const { page, expectFailure } = await atDesk(shop, visit, 'reviews');
  expectFailure({ path: /^\/api\/desk\/reviews\/[\w-]+\/hide$/, status: 409 });
  await button(page, hide).click();
  await shop.db.write.run(sql`UPDATE reviews SET hidden = 1, hidden_reason = 'Insults us'`);
  await dialog(page).getByLabel('Reason').fill('Rude');
  await button(page, 'Hide review').click();
  await see(dialog(page).getByText('Somebody has hidden this review already: Insults us'));
  await button(page, 'Back').click();
  await see(review(page, 'Rubbish').getByText('Hidden: Insults us'));
});

test('the list narrows down to a product and to what is hidden; the address keeps it', async () => {
  await write('Of the serum', 5);
  await write('Of the toner', 4, toner);
  const { page } = await atDesk(shop, visit, 'reviews');
  await see(review(page, 'Of the toner'));
  await review(page, 'Of the serum').getByRole('link', { name: 'Glow Serum' }).click();
  await gone(review(page, 'Of the toner'));
  await becomes(() => field(page, 'Product').inputValue(), serum);
  await field(page, 'Show').selectOption('Hidden');
  await see(page.getByText('No review matches.'));
  expect(new URL(page.url()).hash).toBe(`#reviews?show=hidden&product=${serum}`);
  await field(page, 'Show').selectOption('All');
  await field(page, 'Product').selectOption('Every product');
  await see(review(page, 'Of the toner'));
});

test('what a shopper wrote is only ever text', async () => {
  await write('<img src=x onerror=alert(1)>\nSecond line', 3);
  const { page } = await atDesk(shop, visit, 'reviews');
  await see(review(page, '<img src=x onerror=alert(1)>'));
  expect(await page.locator('.desk-reviews img').count()).toBe(0);
});

test.each(widths)('axe minds nothing, and all fits, at %d px', async (width) => {
  await write('x'.repeat(2000), 5);
  await write('Short', 2);
  const { page } = await atDesk(shop, visit, 'reviews', width);
  await see(review(page, 'Short'));
  await fitsItsWindow(page);
  expect(await faults(page)).toEqual([]);
  await button(page, hide).first().click();
  await see(dialog(page));
  expect(await faults(page)).toEqual([]);
});
