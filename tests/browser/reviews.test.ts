/**
 * Reviews on the product page (docs/behaviour.md 10).
 *
 * rule: long - the list and the form that feeds it, read together
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { products, reviews } from '#db/schema/index.ts';
import { reviewsPerPage } from '#features/reviews/review-constants.ts';
import { times } from '../support/client.ts';
import { serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { asked, asPerson, asSignedIn, hold, isFocused, toast } from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const address = `/product/${serum}`;
const listing = `/api/reviews/${serum}`;
const section = (page: Page) => page.locator('#reviews');
const shown = (page: Page) => section(page).locator('.review');
const comments = (page: Page) => shown(page).locator('.comment').allTextContents();
const form = (page: Page) => section(page).locator('form');
const comment = (page: Page) => form(page).getByLabel('Your review');
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Review' });
const rate = (page: Page, n: number) =>
  form(page).getByRole('radio', { name: n === 1 ? '1 star' : `${n} stars` });
const rating = (page: Page) => page.locator('.intro [data-live="rating"]');
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name });

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(reviews),
    shop.db.write.update(products).set({ ratingSum: 0, reviewCount: 0 }),
  ]);
});

type Row = Partial<typeof reviews.$inferInsert>;

/** Inserts reviews without authors, the newest first: from Nov 21, 2026, one a day. */
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

/** As the sign-in page does, which then leads back. */
async function signInHere(page: Page, token: string) {
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(`${address}#write-review`);
}

async function openForm(page: Page) {
  await section(page).getByText('Write a Review').click();
  await see(comment(page));
}

describe('the list', () => {
  test('is requested when it comes near the viewport, not before, and loads no React', async () => {
    await insertReviews({});
    const { page } = await visit(390);
    const calls = asked(page, listing);
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    );
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(calls.length).toBe(0);
    await section(page).scrollIntoViewIfNeeded();
    await see(shown(page));
    expect(calls.length).toBe(1);
    expect(scripts.filter((path) => /react|ReviewForm|client\./.test(path))).toEqual([]);
    await section(page).getByText('Write a Review').tap();
    await becomes(() => scripts.some((path) => path.includes('ReviewForm')), true);
  });

  test('shows 2 by default, and all on request: name, stars, comment, title, date and badges', async () => {
    const evil = '<img src=x onerror="window.harm=1"><b>bold</b> </script><script>window.harm=1</script>';
    await insertReviews(
      { name: 'Asha R.', rating: 5, title: 'Soft by morning', verified: true },
      { rating: 4, sample: true },
      { name: evil, rating: 2, title: evil, comment: `${evil}\nsecond line` },
    );
    const { page } = await visit(1280);
    await openReviews(page);
    await becomes(() => comments(page), ['No. 1', 'No. 2']);
    const texts = (n: number) => shown(page).nth(n).locator('.badge, h3, .comment, .by').allTextContents();
    expect(await texts(0)).toEqual(['Verified buyer', 'Soft by morning', 'No. 1', 'Asha R. · Nov 21, 2026']);
    expect(await texts(1)).toEqual(['Sample', 'No. 2', 'Anonymous · Nov 20, 2026']);
    await see(shown(page).nth(1).getByRole('img', { name: '4 out of 5 stars' }));
    await button(page, 'Show all 3 reviews').click();
    // A reviewer's text is never markup, in the page or in its data.
    await becomes(() => comments(page), ['No. 1', 'No. 2', `${evil}\nsecond line`]);
    expect(await shown(page).nth(2).locator('h3').textContent()).toBe(evil);
    expect(await shown(page).locator('.comment img, h3 img, b, script').count()).toBe(0);
    expect(await page.evaluate(() => 'harm' in window)).toBe(false);
    // The focus moves to the first new review.
    expect(await isFocused(shown(page).nth(2))).toBe(true);
    await button(page, 'Show fewer reviews').click();
    await becomes(() => comments(page), ['No. 1', 'No. 2']);
    expect(await isFocused(button(page, 'Show all 3 reviews'))).toBe(true);
  });

  test('the average with one decimal, the histogram, and the link from the top of the page', async () => {
    await insertReviews({ rating: 5 }, { rating: 4 }, { rating: 4 }, { rating: 1 });
    const { page } = await visit(390);
    await page.goto(address);
    await see(rating(page).getByText('4 reviews'));
    // Below the name: half stars, and the average in figures.
    const stars = rating(page).getByRole('img', { name: 'Rated 3.5 out of 5' });
    expect(await stars.evaluate((one) => one.style.getPropertyValue('--stars'))).toBe('3.5');
    await see(rating(page).getByText('3.5', { exact: true }));
    const [name, below] = await Promise.all([page.locator('.intro h1').boundingBox(), stars.boundingBox()]);
    expect((below?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0)).toBeLessThan(16);
    await rating(page).tap();
    await becomes(() => section(page).locator('[data-average]').textContent(), '3.54 reviews');
    await see(section(page).getByRole('img', { name: 'Rated 3.5 out of 5' }));
    const rows = section(page).locator('[data-histogram] > div');
    expect((await rows.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '5 stars 1',
      '4 stars 2',
      '3 stars 0',
      '2 stars 0',
      '1 star 1',
    ]);
    expect(await rows.nth(1).evaluate((row) => row.style.getPropertyValue('--part'))).toBe('50%');
    expect(await button(page, /Show all/).count()).toBe(1);
  });

  test(`shows "older" after ${reviewsPerPage}`, async () => {
    await insertReviews(...times(reviewsPerPage + 3, () => ({})));
    const { page } = await visit(1280);
    await openReviews(page);
    await button(page, `Show all ${reviewsPerPage + 3} reviews`).click();
    await becomes(() => shown(page).count(), reviewsPerPage);
    await button(page, 'Show older reviews').click();
    await becomes(() => shown(page).count(), reviewsPerPage + 3);
    expect(new Set(await comments(page)).size).toBe(reviewsPerPage + 3);
    expect(await button(page, 'Show older reviews').count()).toBe(0);
  });

  test('a failure is logged and shown, and can be retried', async () => {
    await insertReviews({});
    const { page, expectFailure, expectConsole } = await visit(1280);
    expectFailure({ path: listing, status: 503 });
    expectConsole('Reviews could not be fetched');
    await page.route(`**${listing}`, (route) => route.fulfill({ status: 503, json: { success: false } }));
    await openReviews(page);
    await see(section(page).getByText('The reviews did not come'));
    await page.unroute(`**${listing}`);
    await button(page, 'Try again').click();
    await becomes(() => comments(page), ['No. 1']);
  });

  test('structured data has the visible reviews, and no samples', async () => {
    const data = (page: Page) =>
      page.locator('script[type="application/ld+json"]').evaluateAll((all) => {
        const things = all
          .map((one) => JSON.parse(one.textContent ?? ''))
          .flatMap((one) => one['@graph'] ?? [one]);
        const { aggregateRating, review } = things.find((one) => one['@type'] === 'Product');
        return { aggregateRating, review: review?.map((one: { reviewBody: string }) => one.reviewBody) };
      });
    const { page } = await visit(1280);
    await insertReviews({ rating: 5 }, { rating: 4 }, { rating: 4 });
    await page.goto(address);
    expect(await data(page)).toEqual({});
    await section(page).scrollIntoViewIfNeeded();
    await becomes(() => data(page), {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, reviewCount: 3 },
      review: ['No. 1', 'No. 2'],
    });
    await shop.db.write.update(reviews).set({ sample: true });
    await openReviews(page);
    await see(section(page).getByText('Sample').first());
    expect(await data(page)).toEqual({});
  });
});

describe('the form', () => {
  test("'Please select a rating', 'Please write a review', and nothing is sent", async () => {
    const { page } = await visit(390, await asPerson(shop, await shop.person()));
    const calls = asked(page, listing);
    await openReviews(page);
    await openForm(page);
    await comment(page).fill('   ');
    await submit(page).tap();
    await see(form(page).getByText('Please select a rating'));
    await see(form(page).getByText('Please write a review'));
    await becomes(() => isFocused(rate(page, 1)), true);
    await rate(page, 4).check();
    await submit(page).tap();
    await becomes(() => form(page).getByText('Please select a rating').count(), 0);
    await becomes(() => isFocused(comment(page)), true);
    expect(calls.filter(Boolean)).toEqual([]);
  });

  test("'Review submitted successfully!': trimmed, first in the list, counted at the top", async () => {
    await insertReviews({ rating: 5 }, { rating: 5 });
    const { page } = await visit(1280, await asPerson(shop, await shop.person()));
    const calls = asked(page, listing);
    await openReviews(page);
    await openForm(page);
    // By keyboard: the stars are one tab stop, arrow keys select.
    await rate(page, 1).focus();
    await rate(page, 1).press('ArrowRight');
    await form(page).getByLabel('Title').fill('Fair');
    await comment(page).fill('  It is all right.\n');
    await submit(page).click();
    await see(toast(page, 'Review submitted successfully!'));
    expect(calls.filter(Boolean).map((body) => JSON.parse(body))).toEqual([
      { rating: 2, title: 'Fair', comment: 'It is all right.' },
    ]);
    await becomes(() => comments(page), ['It is all right.', 'No. 1']);
    await see(shown(page).first().getByText('Asha R.'));
    await see(rating(page).getByText('3 reviews'));
    await becomes(() => rating(page).getByRole('img').getAttribute('aria-label'), 'Rated 4.0 out of 5');
    expect(await form(page).isVisible()).toBe(false);

    // Posting again replaces the shopper's own review.
    await openForm(page);
    expect(await comment(page).inputValue()).toBe('');
    await rate(page, 5).check();
    await comment(page).fill('I was wrong.');
    await submit(page).click();
    await becomes(() => comments(page), ['I was wrong.', 'No. 1']);
    await see(rating(page).getByText('3 reviews'));
  });

  test("the server message or 'Failed to submit review. Please try again.'; the text stays", async () => {
    const { page, expectFailure } = await visit(1280, await asPerson(shop, await shop.person()));
    await openReviews(page);
    await openForm(page);
    await rate(page, 3).check();
    await comment(page).fill('Kept');
    let answer: { status: number; json: object } = {
      status: 503,
      json: { success: false, code: 'unavailable', message: 'The shop is busy.' },
    };
    await page.route(`**${listing}`, (route) =>
      route.request().method() === 'POST'
        ? answer.status
          ? route.fulfill(answer)
          : route.abort()
        : route.continue(),
    );
    expectFailure(
      { path: listing, status: 503 },
      { path: listing, status: 500 },
      { path: listing, status: 0 },
    );
    await submit(page).click();
    await see(form(page).getByRole('alert').getByText('The shop is busy.'));
    answer = { status: 500, json: { success: false } };
    await submit(page).click();
    await see(form(page).getByRole('alert').getByText('Failed to submit review. Please try again.'));
    answer = { status: 0, json: {} };
    await submit(page).click();
    await see(
      form(page)
        .getByRole('alert')
        .getByText(/can't reach the shop/),
    );
    expect(await comment(page).inputValue()).toBe('Kept');
    await page.unroute(`**${listing}`);
    await submit(page).click();
    await becomes(() => comments(page), ['Kept']);
  });

  test('input before React loads is kept', async () => {
    const { page } = await visit(1280, await asPerson(shop, await shop.person()));
    const island = await hold(page, /ReviewForm/);
    await openReviews(page);
    await see(section(page).getByText('No reviews yet'));
    await see(section(page).getByText(/Have you tried/));
    expect(await button(page, /Show/).count()).toBe(0);
    await openForm(page);
    await island.came;
    // The stars are native radio buttons: they work at once.
    await rate(page, 4).check();
    await comment(page).pressSequentially('Early words');
    await submit(page).click();
    island.release();
    await see(toast(page, 'Review submitted successfully!'));
    await becomes(() => comments(page), ['Early words']);
    await see(shown(page).getByRole('img', { name: '4 out of 5 stars' }));
  });

  test('signed out: says first that it needs an account; signing in returns to the open form', async () => {
    const { page } = await visit(390);
    await openReviews(page);
    await section(page).getByText('Write a Review').tap();
    await see(section(page).getByText('Please sign in first.'));
    await looksRight(page, 'signed out', { within: '#reviews' });
    expect(await form(page).isVisible()).toBe(false);
    await section(page).getByRole('link', { name: 'Sign In' }).tap();
    await page.waitForURL(`/login?next=${encodeURIComponent(`${address}#write-review`)}`);
    const person = await shop.person();
    await signInHere(page, person.token);
    await see(comment(page));
    await becomes(() => isFocused(rate(page, 1)), true);
    expect(await section(page).getByText('Please sign in first.').isVisible()).toBe(false);
  });

  test('a session that ends meanwhile: asks to sign in, and the draft is still there afterwards', async () => {
    const { page, expectFailure } = await visit(390, asSignedIn(shop, { token: 'ended' }));
    expectFailure({ path: listing, status: 401 });
    // The cart of the ended session asks for a sign-in, too.
    await page.route('**/api/cart/get', (route) => route.fulfill({ json: { success: true, cartData: {} } }));
    await openReviews(page);
    await openForm(page);
    await rate(page, 5).check();
    await form(page).getByLabel('Title').fill('Lovely');
    await comment(page).fill('Worth the wait.');
    await submit(page).tap();
    await see(form(page).getByText('What you wrote is kept.'));
    expect(await comment(page).inputValue()).toBe('Worth the wait.');
    await form(page).getByRole('link', { name: 'sign in' }).tap();
    await page.waitForURL(`/login?next=${encodeURIComponent(`${address}#write-review`)}`);
    const person = await shop.person();
    await signInHere(page, person.token);
    await see(comment(page));
    await becomes(() => comment(page).inputValue(), 'Worth the wait.');
    expect([await form(page).getByLabel('Title').inputValue(), await rate(page, 5).isChecked()]).toEqual([
      'Lovely',
      true,
    ]);
    await submit(page).tap();
    await becomes(() => comments(page), ['Worth the wait.']);
    await page.reload();
    await section(page).scrollIntoViewIfNeeded();
    await see(shown(page));
    expect(await comment(page).inputValue()).toBe('');
  });
});
