/**
 * Reviews on the product page (docs/behaviour.md, "Reviews").
 *
 * rule: long - the list and the form that feeds it, read together
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { reviews, sessions } from '#db/schema/index.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { registerUser, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import { clearReviews, deliver, linkFor, writeReview } from '../support/reviews.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { asked, hold, isFocused, storing, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest({ vars: { REVIEW_REPORTS_PER_HOUR: '1' } });

const address = `/product/${serum}`;
const listing = `/api/reviews/${serum}`;
const signIn = `/login?next=${encodeURIComponent(`${address}#write-review`)}`;
const section = (page: Page) => page.locator('#reviews');
const shown = (page: Page) => section(page).locator('.review');
const comments = (page: Page) => shown(page).locator('.comment').allTextContents();
const form = (page: Page) => section(page).locator('.review-write form');
const comment = (page: Page) => form(page).getByLabel('Your review');
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Review' });
const rate = (page: Page, n: number) =>
  form(page).getByRole('radio', { name: n === 1 ? '1 star' : `${n} stars` });
const rating = (page: Page) => page.locator('.intro [data-live="rating"]');
const spoken = (page: Page) => section(page).locator('.said > [role="status"]').textContent();
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name });

beforeEach(() => clearReviews(shop));

type Row = Partial<typeof reviews.$inferInsert>;

/** Inserts reviews without authors, the newest first: from 21 Nov 2026, one a day. */
async function insertReviews(...rows: Row[]) {
  const newest = Date.UTC(2026, 10, 21, 6);
  const values = rows.map((row, n) => ({
    id: randomUUID(),
    productId: serum,
    rating: 5,
    comment: `No. ${n + 1}`,
    createdAt: newest - n * 86_400_000,
    ...row,
  }));
  await shop.db.write.insert(reviews).values(values);
  await shop.db.write.run(sql`UPDATE products SET
    rating_sum = (SELECT sum(rating) FROM reviews WHERE product_id = products.id),
    review_count = (SELECT count(*) FROM reviews WHERE product_id = products.id) WHERE id = ${serum}`);
}

/** Opens the product page, and scrolls to the reviews. */
async function openReviews(page: Page) {
  await page.goto(address);
  await section(page).scrollIntoViewIfNeeded();
}

async function reloadReviews(page: Page) {
  await page.reload();
  await section(page).scrollIntoViewIfNeeded();
}

async function openForm(page: Page) {
  await section(page).getByText('Write a Review').click();
  await see(comment(page));
}

describe('the list', () => {
  test('comes near the viewport with React, not before; a failure is shown and can be retried', async () => {
    await insertReviews({});
    const { page, expectFailure, expectConsole } = await visit(390);
    expectFailure(listing, 503);
    expectConsole('Reviews could not be fetched');
    await page.route(`**${listing}`, (route) => route.fulfill({ status: 503, json: { success: false } }));
    const calls = asked(page, listing);
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    );
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(calls.length).toBe(0);
    const parts = () => scripts.filter((path) => /\/(react|ReviewsIsland)\./.test(path));
    expect(parts()).toEqual([]);
    await section(page).scrollIntoViewIfNeeded();
    await see(section(page).getByText('The reviews could not be loaded'));
    expect(calls.length).toBe(1);
    await page.unroute(`**${listing}`);
    await button(page, 'Try again').click();
    await becomes(() => comments(page), ['No. 1']);
    expect(parts()).toHaveLength(2);
  });

  test(`shows 2 by default, and on request all, ${reviewsPerPage} at a time: name, stars, text, date and badges`, async () => {
    const evil = '<img src=x onerror="window.harm=1"><b>bold</b> </script><script>window.harm=1</script>';
    const count = reviewsPerPage + 3;
    await insertReviews(
      { name: 'Asha R.', rating: 5, title: 'Soft by morning', verified: true },
      { rating: 4, sample: true },
      { name: evil, rating: 2, title: evil, comment: `${evil}\nsecond line` },
      ...times(count - 3, () => ({})),
    );
    const { page } = await visit(1280);
    await openReviews(page);
    await becomes(() => comments(page), ['No. 1', 'No. 2']);
    const texts = (n: number) => shown(page).nth(n).locator('.badge, h3, .comment, .by').allTextContents();
    expect(await texts(0)).toEqual(['Verified buyer', 'Soft by morning', 'No. 1', 'Asha R. · 21 Nov 2026']);
    expect(await texts(1)).toEqual(['Sample', 'No. 2', 'Anonymous · 20 Nov 2026']);
    await see(shown(page).nth(1).getByRole('img', { name: '4 out of 5 stars' }));
    await button(page, `Show all ${count} reviews`).click();
    await becomes(() => shown(page).count(), reviewsPerPage);
    // A reviewer's text is never markup, in the page or in its data.
    expect((await comments(page)).slice(0, 3)).toEqual(['No. 1', 'No. 2', `${evil}\nsecond line`]);
    expect(await shown(page).nth(2).locator('h3').textContent()).toBe(evil);
    expect(await shown(page).locator('.comment img, h3 img, b, script').count()).toBe(0);
    expect(await page.evaluate(() => 'harm' in window)).toBe(false);
    // The focus moves to the first new review.
    expect(await isFocused(shown(page).nth(2))).toBe(true);
    await button(page, 'Show more reviews').click();
    await becomes(() => shown(page).count(), count);
    expect(new Set(await comments(page)).size).toBe(count);
    expect(await button(page, 'Show more reviews').count()).toBe(0);
    await button(page, 'Show fewer reviews').click();
    await becomes(() => comments(page), ['No. 1', 'No. 2']);
    expect(await isFocused(button(page, `Show all ${count} reviews`))).toBe(true);
  });

  test('the average and the histogram, on the page and in its structured data: without what does not count, and without samples', async () => {
    const data = (page: Page) =>
      page.locator('script[type="application/ld+json"]').evaluateAll((all) => {
        const things = all
          .map((one) => JSON.parse(one.textContent ?? ''))
          .flatMap((one) => one['@graph'] ?? [one]);
        const { aggregateRating, review } = things.find((one) => one['@type'] === 'Product');
        return { aggregateRating, review: review?.map((one: { reviewBody: string }) => one.reviewBody) };
      });
    await insertReviews({ rating: 5 }, { rating: 4 }, { rating: 4 }, { rating: 1 });
    // The newest, which counts in none of them.
    expect((await writeReview(await registerUser(shop), serum, { comment: 'Sticky' })).status).toBe(200);
    const { page } = await visit(390, { path: address });
    await see(rating(page).getByText('4 reviews'));
    expect(await data(page)).toEqual({});
    // Below the name: half stars, and the average in figures.
    const stars = rating(page).getByRole('img', { name: 'Rated 3.5 out of 5' });
    expect(await stars.evaluate((one) => one.style.getPropertyValue('--stars'))).toBe('3.5');
    await see(rating(page).getByText('3.5', { exact: true }));
    const [name, below] = await Promise.all([page.locator('.intro h1').boundingBox(), stars.boundingBox()]);
    expect((below?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0)).toBeLessThan(16);
    // The link from the top of the page.
    await rating(page).tap();
    await becomes(() => section(page).locator('.average').textContent(), '3.54 reviews');
    await see(section(page).getByRole('img', { name: 'Rated 3.5 out of 5' }));
    const rows = section(page).locator('[aria-labelledby="by-rating"] > li');
    expect((await rows.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '5 stars 1',
      '4 stars 2',
      '3 stars 0',
      '2 stars 0',
      '1 star 1',
    ]);
    expect(await rows.nth(1).evaluate((row) => row.style.getPropertyValue('--part'))).toBe('50%');
    expect(await button(page, /Show all/).count()).toBe(1);
    await becomes(() => data(page), {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 3.5, reviewCount: 4 },
      review: ['No. 1', 'No. 2'],
    });
    // One sample is enough, also one that is not shown at first: it counts in the average.
    await shop.db.write.update(reviews).set({ sample: true }).where(eq(reviews.comment, 'No. 3'));
    await openReviews(page);
    await becomes(() => comments(page), ['Sticky', 'No. 1']);
    expect(await data(page)).toEqual({});
  });
});

test('cards say who writes; filters, bars and the summary count who writes', async () => {
  const oily = { skinType: 'Oily Skin' } as const;
  await insertReviews(
    {
      ...oily,
      ageBand: '25 to 34',
      climate: 'Humid',
      weeks: 6,
      received: 'free',
      buyAgain: true,
      name: 'Asha R.',
      editedAt: Date.UTC(2026, 10, 23),
      reply: 'Thank you.',
      replyAt: Date.UTC(2026, 10, 24),
    },
    { rating: 2, skinType: 'Dry Skin', received: 'discounted', buyAgain: false, verified: true },
    { ...oily, rating: 4 },
    { ...oily, rating: 3 },
    { rating: 1 },
  );
  const { page, expectFailure } = await visit(390);
  await openReviews(page);
  await becomes(() => comments(page), ['No. 1', 'No. 2']);
  const card = (n: number) => shown(page).nth(n).innerText();
  for (const words of [
    'Received free',
    'Oily skin · 25 to 34 · Humid · 6 weeks',
    'Would buy again',
    'Asha R. · 21 Nov 2026 · Edited 23 Nov 2026',
    'Our answer · 24 Nov 2026\n\nThank you.',
  ])
    expect(await card(0)).toContain(words);
  expect(await card(1)).toMatch(/Verified buyer\s+Bought at a discount[\s\S]+Would not buy again/);
  expect(await section(page).locator('.counts li').allTextContents()).toEqual([
    '2 of 3 with oily skin give 4 or more',
  ]);

  // Without My skin the filter asks for the skin type.
  const box = (name: string) => section(page).getByRole('checkbox', { name });
  const skin = section(page).getByLabel('Skin', { exact: true });
  await box('Skin like mine').check({ force: true });
  await see(section(page).getByText('Please choose your skin type above.'));
  expect(await isFocused(skin)).toBe(true);
  await skin.selectOption('Oily Skin');
  await becomes(() => comments(page), ['No. 1', 'No. 3', 'No. 4']);
  await becomes(() => spoken(page), '3 reviews shown');
  await section(page).getByLabel('Order').selectOption('Lowest rating');
  await becomes(() => comments(page), ['No. 4', 'No. 3', 'No. 1']);
  // The bars show this skin type, and filter by their rating.
  await button(page, /^4 stars\s+1$/).tap();
  await becomes(() => comments(page), ['No. 3']);
  await looksRight(page, 'filtered', { within: '#reviews' });
  await box('Answered').check({ force: true });
  await see(section(page).getByText('No review matches'));
  await button(page, 'Show all reviews').tap();
  await becomes(() => comments(page), ['No. 1', 'No. 2']);
  expect(await box('Skin like mine').isChecked()).toBe(false);

  // With My skin it needs no question.
  await page.evaluate(() => localStorage.setItem('skin', JSON.stringify({ type: 'Dry Skin' })));
  await reloadReviews(page);
  await see(box('Skin like mine'));
  await box('Skin like mine').check({ force: true });
  await becomes(() => comments(page), ['No. 2']);
  expect(await skin.inputValue()).toBe('Dry Skin');

  // A report needs a reason, and one network cannot send many.
  await button(page, 'Report').tap();
  const dialog = page.getByRole('dialog', { name: 'Report this review' });
  await see(dialog);
  await looksRight(page, 'the report', { within: 'dialog[open]' });
  await dialog.getByLabel('Reason').selectOption('Advertising or spam');
  await dialog.getByRole('button', { name: 'Send Report' }).tap();
  await see(toast(page, 'Thank you. A person will read this review.'));
  await button(page, 'Report').tap();
  await dialog.getByLabel('Reason').selectOption('Fake or paid');
  expectFailure('/api/reviews/report', 429);
  await dialog.getByRole('button', { name: 'Send Report' }).tap();
  await see(dialog.getByText('Too many reports were sent from your network.'));
});

describe('the form', () => {
  test('says what is missing; a review is trimmed, first in the list, counted at the top, and can be edited', async () => {
    await insertReviews({ rating: 5 }, { rating: 5 });
    const { page } = await visitAsShopper({ width: 1280 });
    const calls = asked(page, listing);
    await openReviews(page);
    await openForm(page);
    await comment(page).fill('   ');
    await submit(page).click();
    await see(form(page).getByText('Please select a rating'));
    await see(form(page).getByText('Please write a review'));
    await becomes(() => isFocused(rate(page, 1)), true);
    // By keyboard: the stars are one tab stop, arrow keys select.
    await rate(page, 1).press('ArrowRight');
    await submit(page).click();
    await becomes(() => form(page).getByText('Please select a rating').count(), 0);
    await becomes(() => isFocused(comment(page)), true);
    expect(calls.filter(Boolean)).toEqual([]);

    await form(page).getByLabel('Title').fill('Fair');
    await comment(page).fill('  It is all right.\n');
    await submit(page).click();
    await see(toast(page, 'Review submitted successfully!'));
    expect(calls.filter(Boolean).map((body) => JSON.parse(body))).toEqual([
      { rating: 2, title: 'Fair', comment: 'It is all right.', received: 'bought' },
    ]);
    await becomes(() => comments(page), ['It is all right.', 'No. 1']);
    await see(shown(page).first().getByText('Asha R.'));
    await see(rating(page).getByText('3 reviews'));
    await becomes(() => rating(page).getByRole('img').getAttribute('aria-label'), 'Rated 4.0 out of 5');
    expect(await form(page).isVisible()).toBe(false);

    // Instead of another review, the shopper edits this one.
    await see(section(page).getByText('You gave 2 stars'));
    expect(await section(page).getByText('Write a Review').isVisible()).toBe(false);
    await button(page, 'Edit').click();
    expect(await comment(page).inputValue()).toBe('It is all right.');
    await rate(page, 5).check();
    await comment(page).fill('I was wrong.');
    await submit(page).click();
    await becomes(() => comments(page), ['I was wrong.', 'No. 1']);
    await see(rating(page).getByText('3 reviews'));
  });

  test('input before React loads is kept; without a confirmed email it is shown, and does not count', async () => {
    const { page } = await visitAsShopper({ person: await registerUser(shop), width: 1280 });
    const island = await hold(page, /ReviewsIsland/);
    await openReviews(page);
    await island.came;
    await openForm(page);
    // The stars are native radio buttons: they work at once.
    await rate(page, 4).check();
    await comment(page).pressSequentially('Early words');
    await submit(page).click();
    island.release();
    await see(toast(page, 'Review submitted successfully!'));
    await becomes(() => comments(page), ['Early words']);
    await see(shown(page).getByRole('img', { name: '4 out of 5 stars' }));
    await see(shown(page).getByText('Not counted yet: the email is not confirmed'));
    await see(
      section(page).getByText(/^It is shown, but does not count in the rating yet\. Confirm your email/),
    );
    await see(section(page).getByText('No rating yet'));
  });

  test.each([false, true])(
    'opened by a link while there is a review: what is not changed stays, also when it is sent before that is read (%s)',
    async (early) => {
      const person = await verifiedUser(shop);
      const before = {
        ...{ rating: 5, title: 'Calm', comment: 'It calms.', received: 'bought', skinType: 'Dry Skin' },
        ...{ ageBand: '25 to 34', weeks: 6, buyAgain: true },
      };
      expect((await person.post(`/api/reviews/${serum}`, before)).status).toBe(200);
      const { page } = await visitAsShopper({ person, width: 390 });
      const own = await hold(page, '**/api/reviews/*/mine');
      await page.goto(`${address}#write-review`);
      await own.came;
      await rate(page, 4).check();
      if (early) await comment(page).fill('Less calm now.');
      if (early) await submit(page).tap();
      own.release();
      await becomes(() => form(page).getByLabel('Title').inputValue(), 'Calm');
      expect(await rate(page, 4).isChecked()).toBe(true);
      if (early) await see(form(page).getByText('You have reviewed this product before'));
      await submit(page).tap();
      await see(toast(page, 'Review submitted successfully!'));
      const [stored] = await shop.db.read.select().from(reviews).where(eq(reviews.productId, serum));
      expect(stored).toMatchObject({ ...before, rating: 4, comment: early ? 'Less calm now.' : 'It calms.' });
    },
  );

  test('without knowing whether there is a review nothing is sent', async () => {
    const { page, expectFailure } = await visitAsShopper({ width: 390 });
    expectFailure(`${listing}/mine`, 500);
    await page.route('**/api/reviews/*/mine', (route) => route.fulfill({ status: 500, json: {} }));
    const calls = asked(page, listing);
    await page.goto(`${address}#write-review`);
    await see(section(page).getByText('Whether you have reviewed it already is not known'));
    await rate(page, 4).check();
    await comment(page).fill('Light.');
    await submit(page).tap();
    await see(form(page).getByText('nothing was sent'));
    expect(calls.filter(Boolean)).toEqual([]);
    await page.unroute('**/api/reviews/*/mine');
    await button(page, 'Try again').tap();
    await gone(section(page).getByText('Whether you have reviewed it already is not known'));
    await submit(page).tap();
    await see(toast(page, 'Review submitted successfully!'));
  });

  test('signed out: says first that it needs an account, also with an old link; signing in returns to the open form', async () => {
    const { page, expectFailure } = await visit(390);
    expectFailure(`${listing}/mine`, 404);
    await openReviews(page);
    await see(section(page).getByText('No rating yet'));
    await see(section(page).getByText(/Have you tried/));
    expect(await button(page, /Show/).count()).toBe(0);
    await section(page).getByText('Write a Review').tap();
    await see(section(page).getByText('Please sign in first.'));
    expect(await form(page).isVisible()).toBe(false);
    expect(await section(page).getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(signIn);

    // A link that is too old, or of another product. The page is open, so only the fragment of its address changes.
    await page.goto(`${address}#review=${linkFor('order', 'rose-mist')}`);
    await see(section(page).getByText('This link no longer works.'));
    expect([page.url(), await form(page).isVisible()]).toEqual([
      `${shop.stack.url}${address}#write-review`,
      false,
    ]);
    expect(await page.evaluate(() => ({ ...sessionStorage }))).not.toHaveProperty(`review-link:${serum}`);
    await looksRight(page, 'an old link', { within: '#reviews' });

    await page.evaluate((token) => localStorage.setItem('token', token), (await shop.person()).token);
    await page.reload();
    await see(comment(page));
    await becomes(() => isFocused(rate(page, 1)), true);
    expect(await section(page).getByText('Please sign in first.').isVisible()).toBe(false);
  });

  test('a failure, and a session that ends: the message, and what was written stays', async () => {
    const { person, page, expectFailure } = await visitAsShopper();
    expectFailure(listing, 503, 500, 0, 401);
    let answer: { status: number; json: object } | undefined;
    await page.route(`**${listing}`, (route) => {
      // Only the form's requests.
      if (route.request().method() !== 'POST') return route.continue();
      return answer ? route.fulfill(answer) : route.abort();
    });
    const known = page.waitForResponse(`**${listing}/mine`);
    await openReviews(page);
    await openForm(page);
    await rate(page, 5).check();
    await form(page).getByLabel('Title').fill('Lovely');
    await comment(page).fill('Worth the wait.');
    const busy = { success: false, code: 'unavailable', message: 'The shop is busy.' };
    for (const [next, says] of [
      [{ status: 503, json: busy }, 'The shop is busy.'],
      [{ status: 500, json: { success: false } }, 'Failed to submit review. Please try again.'],
      [undefined, /can't reach the shop/],
    ] as const) {
      answer = next;
      await submit(page).tap();
      await see(form(page).getByRole('alert').getByText(says));
    }
    await page.unroute(`**${listing}`);
    await known;
    await shop.db.write.delete(sessions).where(eq(sessions.userId, person.id));
    await submit(page).tap();
    await see(form(page).getByText('What you wrote is kept.'));
    expect(await comment(page).inputValue()).toBe('Worth the wait.');
    await form(page).getByRole('link', { name: 'sign in' }).tap();
    await page.waitForURL(signIn);
    // As the sign-in page does, which then leads back.
    await page.evaluate((token) => localStorage.setItem('token', token), (await shop.person()).token);
    await page.goto(`${address}#write-review`);
    await see(comment(page));
    await becomes(() => comment(page).inputValue(), 'Worth the wait.');
    expect([await form(page).getByLabel('Title').inputValue(), await rate(page, 5).isChecked()]).toEqual([
      'Lovely',
      true,
    ]);
    await submit(page).tap();
    await becomes(() => comments(page), ['Worth the wait.']);
    await reloadReviews(page);
    await see(shown(page));
    expect(await page.evaluate(() => ({ ...sessionStorage }))).not.toHaveProperty(`review:${serum}`);
  });
});

test('one’s own review by the link of the email: written without an account, edited, withdrawn and written again', async () => {
  const guest = await newGuest(shop);
  const { orderId } = await guestOrder(guest, { [serum]: 1 });
  await deliver(await shop.person('operator'), orderId);
  const { page } = await visit(390, storing(shop, { skin: JSON.stringify({ type: 'Oily Skin' }) }));
  await page.goto(`${address}#review=${linkFor(orderId, serum)}`);
  await see(comment(page));
  expect(page.url()).toBe(`${shop.stack.url}${address}#write-review`);
  await rate(page, 4).check();
  await comment(page).fill('Light.');
  // My skin is a choice that can be seen and changed.
  const skin = form(page).getByLabel('Your skin');
  await becomes(() => skin.inputValue(), 'Oily Skin');
  await see(form(page).getByText('From My skin.'));
  await skin.selectOption('Dry skin');
  await form(page).getByLabel('How did you get it?').selectOption('Received free');
  await form(page).getByText('Age, climate and use').tap();
  await form(page).getByLabel('Your age').selectOption('25 to 34');
  await form(page).getByLabel('Would you buy it again?').selectOption('Yes');
  await form(page).getByLabel('Weeks of use').fill('200');
  await looksRight(page, 'the form', { within: '#reviews' });
  await submit(page).tap();
  await see(form(page).getByText('Please enter whole weeks, at most 104'));
  await becomes(() => isFocused(form(page).getByLabel('Weeks of use')), true);
  await form(page).getByLabel('Weeks of use').fill('6');
  await submit(page).tap();
  await becomes(() => shown(page).locator('.context').allTextContents(), ['Dry skin · 25 to 34 · 6 weeks']);
  await see(shown(page).getByText('Received free'));
  await see(shown(page).getByText('Verified buyer'));

  await button(page, 'Edit').tap();
  expect([await comment(page).inputValue(), await skin.inputValue()]).toEqual(['Light.', 'Dry Skin']);
  await comment(page).fill('Light and calm.');
  await submit(page).tap();
  await becomes(() => comments(page), ['Light and calm.']);
  await see(shown(page).getByText('Edited'));

  await button(page, 'Withdraw').tap();
  const dialog = page.getByRole('dialog', { name: 'Withdraw your review?' });
  await dialog.getByRole('button', { name: 'Keep it' }).tap();
  await button(page, 'Withdraw').tap();
  await dialog.getByRole('button', { name: 'Withdraw' }).tap();
  await see(section(page).getByText('Be the first to review it'));
  await button(page, 'Undo').tap();
  await becomes(() => comments(page), ['Light and calm.']);
  await becomes(() => shown(page).locator('.context').allTextContents(), ['Dry skin · 25 to 34 · 6 weeks']);

  // Hidden: only the writer sees it, with the reason, and can object once.
  await shop.db.write.update(reviews).set({ hidden: true, hideReason: 'personal' });
  await reloadReviews(page);
  await see(section(page).getByText('We have hidden it. The reason: Personal details.'));
  await looksRight(page, 'hidden', { within: '#reviews' });
  await section(page).getByLabel('Do you object?').fill('It names my cat.');
  await button(page, 'Object').tap();
  await see(section(page).getByText('We have not decided on it yet.'));
  await shop.db.write.update(reviews).set({ decision: 'It names a neighbour.' });
  await reloadReviews(page);
  await see(section(page).getByText('Our decision: It names a neighbour.'));
  expect(await button(page, 'Object').isVisible()).toBe(false);
});
