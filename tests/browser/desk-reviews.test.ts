/** Reviews at the desk: one is hidden with a reason, is shown again, and is answered. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { serum, toner } from '../support/orders.ts';
import { clearReviews, objectTo } from '../support/reviews.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest();

const review = (page: Page, text: string) => page.locator('.desk-reviews > li').filter({ hasText: text });
const about = 'the review of Glow Serum by Asha R.';
const hide = `Hide: ${about}`;
const showAgain = `Show again: ${about}`;

async function write(comment: string, rating: number, id = serum) {
  const person = await shop.person();
  await person.post(`/api/reviews/${id}`, { rating, title: 'My word', comment });
  return person;
}

beforeEach(() => clearReviews(shop));

test('a review is hidden with a reason and shown again; one that another operator has hidden meanwhile says why', async () => {
  await write('<img src=x onerror=alert(1)>\nRubbish', 1);
  await write('Buy at my shop instead', 1);
  await write('Of the toner', 4, toner);
  const { page, expectFailure } = await atDesk('reviews');
  // The list is filtered, and the URL keeps the filters.
  await see(review(page, 'Of the toner'));
  await review(page, 'Buy at my shop').getByRole('link', { name: 'Glow Serum' }).click();
  await gone(review(page, 'Of the toner'));
  await becomes(() => field(page, 'Product').inputValue(), serum);
  await field(page, 'Show').selectOption('Hidden');
  await see(page.getByText('No review matches.'));
  expect(new URL(page.url()).hash).toBe(`#reviews?product=${serum}&show=hidden`);
  await field(page, 'Show').selectOption('All');
  await field(page, 'Product').selectOption('All products');
  await see(review(page, 'Of the toner'));

  await review(page, 'Buy at my shop').getByRole('button', { name: hide }).focus();
  await page.keyboard.press('Enter');
  await see(dialog(page).getByRole('heading', { name: 'Hide this review?' }));
  await dialog(page).getByLabel('Reason').selectOption('Advertising or spam');
  await dialog(page).getByLabel('Note (optional)').fill('Her own shop');
  await page.keyboard.press('Enter');
  await see(toast(page, 'The review is hidden.'));
  // It stays in the list, so that a mistake can be undone.
  await see(review(page, 'Buy at my shop').getByText('Hidden: Advertising or spam, Her own shop'));
  await review(page, 'Buy at my shop').getByRole('button', { name: showAgain }).click();
  await button(page, 'Show review').click();
  await see(toast(page, 'The review is visible again.'));
  await gone(review(page, 'Buy at my shop').getByText('Hidden'));

  // A shopper’s text is never HTML.
  await see(review(page, '<img src=x onerror=alert(1)>'));
  expect(await page.locator('.desk-reviews img').count()).toBe(0);
  expectFailure(/^\/api\/desk\/reviews\/[\w-]+\/hide$/, 409);
  await review(page, 'Rubbish').getByRole('button', { name: hide }).click();
  await shop.db.write.run(sql`UPDATE reviews SET hidden = 1, hide_reason = 'abusive', version = version + 1`);
  await dialog(page).getByLabel('Reason').selectOption('Fake or paid');
  await button(page, 'Hide review').click();
  await see(dialog(page).getByText('Another operator has already hidden this review: Abusive or hateful'));
  await button(page, 'Back').click();
  await see(review(page, 'Rubbish').getByText('Hidden: Abusive or hateful'));
});

test('a report and an objection are listed, answered and dealt with', async () => {
  const person = await write('Heals eczema', 5);
  const { rows } = (
    await (await shop.person('operator')).get<{ rows: { id: string }[] }>('/api/desk/reviews')
  ).body;
  const reviewId = rows[0]?.id;
  await shop.client().post('/api/reviews/report', { reviewId, reason: 'medical', text: 'It does not' });
  const { page } = await atDesk('reviews');
  await field(page, 'Show').selectOption('Reported');
  await see(review(page, 'Heals eczema').getByText('Reported: Medical advice or claims, It does not'));
  await button(page, hide).click();
  await dialog(page).getByLabel('Reason').selectOption('Medical advice or claims');
  await button(page, 'Hide review').click();
  await see(toast(page, 'The review is hidden.'));
  await objectTo(person, serum, 'It did heal mine.');
  await field(page, 'Show').selectOption('Objected');
  await see(review(page, 'Heals eczema').getByText('Objection: It did heal mine.'));
  await button(page, `Keep hidden: ${about}`).click();
  await dialog(page).getByLabel('Answer to the writer').fill('A cosmetic may not claim that.');
  await button(page, 'Keep hidden').click();
  await see(toast(page, 'The review stays hidden, and its writer gets your answer.'));
  await see(review(page, 'Heals eczema').getByText('Our decision: A cosmetic may not claim that.'));
  await button(page, `Answer: ${about}`).click();
  await dialog(page).getByLabel('Answer').fill('Please see a doctor.');
  await button(page, 'Publish answer').click();
  await see(review(page, 'Heals eczema').getByText('Our answer: Please see a doctor.'));
  await looksRight(page, 'answered', { within: '.desk-reviews' });
});
