/**
 * Reading reviews (docs/behaviour.md, "Showing reviews"): filters, sorting, pages, the counts by skin type and of the
 * whole shop, and reports by anybody.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { reviewReports, reviews, withdrawnReviews } from '#db/schema/index.ts';
import type { ApiReview, ApiReviewCounts } from '#domain/reviews/review.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { readStore } from '#tools/lib/content.ts';
import { newClient, tally, times } from '../support/client.ts';
import { day, hour } from '../support/clock.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { clearReviews, listedReviews, ratingsOf, withdraw, writeReview } from '../support/reviews.ts';
import { select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

const read = (query: string) => listedReviews(shop, serum, `?${query}`);

beforeEach(async () => {
  await clearReviews(shop);
  await shop.db.write.delete(withdrawnReviews);
});

describe('the list of a product', () => {
  const count = 2 * reviewsPerPage + 40;
  const at = Date.UTC(2026, 0, 1);
  /** Reviews in every combination, three in each millisecond; every eleventh is hidden. */
  const rows = times(count, (n) => ({
    id: `review-${String(n).padStart(4, '0')}`,
    productId: serum,
    rating: (n % 5) + 1,
    comment: String(n),
    createdAt: at + Math.floor(n / 3),
    hidden: n % 11 === 0,
    verified: n % 2 === 0,
    skinType: n % 7 < 4 ? (skinTypes[n % 4] ?? null) : null,
    reply: n % 9 === 0 ? 'Thank you' : null,
    replyAt: n % 9 === 0 ? at : null,
  }));

  /** All pages of a query, by their cursors. */
  async function pagesOf(query: string): Promise<ApiReview[]> {
    const all: ApiReview[] = [];
    for (let page = await read(query); page.length; ) {
      all.push(...page);
      expect(page.length).toBeLessThanOrEqual(reviewsPerPage);
      page = await read(`${query}&before=${encodeURIComponent(page.at(-1)?.cursor ?? '')}`);
    }
    return all;
  }

  test('has the reviews of each filter in each order, each once, over all pages', async () => {
    for (const part of [rows.slice(0, 70), rows.slice(70)]) await shop.db.write.insert(reviews).values(part);
    await shop.db.write
      .insert(reviews)
      .values({ ...rows[1], id: 'other', productId: toner } as (typeof rows)[0]);
    const newest = rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    const orders = {
      newest,
      highest: newest.toSorted((a, b) => b.rating - a.rating),
      lowest: newest.toSorted((a, b) => a.rating - b.rating),
    };
    const filters: Record<string, (row: (typeof rows)[0]) => boolean> = {
      '': () => true,
      'skin=Dry+Skin': ({ skinType }) => skinType === 'Dry Skin',
      'rating=4': ({ rating }) => rating === 4,
      'verified=true': ({ verified }) => verified,
      'answered=true': ({ reply }) => reply !== null,
      'rating=2&verified=true&skin=Oily+Skin': ({ rating, verified, skinType }) =>
        rating === 2 && verified && skinType === 'Oily Skin',
    };
    for (const [sort, sorted] of Object.entries(orders))
      for (const [filter, keeps] of Object.entries(filters)) {
        const query = `sort=${sort}&${filter}`;
        const wanted = sorted.filter((row) => !row.hidden && keeps(row)).map(({ id }) => id);
        expect([query, (await pagesOf(query)).map(({ _id }) => _id)]).toEqual([query, wanted]);
      }
    const shown = orders.newest.filter(({ hidden }) => !hidden).map(({ id }) => id);
    expect((await read('')).map(({ _id }) => _id)).toEqual(shown.slice(0, reviewsPerPage));
    const { ratings, bySkin } = await ratingsOf(shop, serum);
    const visible = rows.filter(({ hidden }) => !hidden);
    const countOf = (list: typeof rows) =>
      times(5, (n) => list.filter(({ rating }) => rating === n + 1).length);
    expect(ratings).toEqual(countOf(visible));
    expect(bySkin).toEqual(
      Object.fromEntries(
        skinTypes.map((skin) => [skin, countOf(visible.filter(({ skinType }) => skinType === skin))]),
      ),
    );
  });
});

describe('the counts of the shop', () => {
  const counts = async () =>
    (await shop.client().get<ApiReviewCounts & { success: true }>('/api/reviews/counts')).body;

  test('add up, also after one was withdrawn and one was hidden, and leave out samples', async () => {
    const people = await shop.people(4);
    // Three a day of a product need no operator.
    for (const [n, person] of people.entries()) await writeReview(person, n < 3 ? serum : cream);
    const [first] = people;
    await writeReview(first ?? shop.client(), toner);
    await withdraw(first ?? shop.client(), toner);
    const row = { productId: toner, rating: 3, comment: 'x', createdAt: 1 };
    await shop.db.write.insert(reviews).values([
      { ...row, id: 'sample', sample: true },
      { ...row, id: 'another sample', sample: true },
      { ...row, id: randomUUID(), hidden: true, hideReason: 'spam', reports: 2 },
      { ...row, id: randomUUID(), hidden: true },
      { ...row, id: randomUUID(), reply: 'Thank you', replyAt: 1, reports: 1 },
    ]);
    await shop.db.write.run(sql`DELETE FROM reviews WHERE id = 'sample'`);
    const wanted = {
      received: 8,
      published: 5,
      waiting: 0,
      unstated: 1,
      withdrawn: 1,
      reported: 2,
      answered: 1,
    };
    expect(await counts()).toEqual({
      ...wanted,
      success: true,
      hidden: { spam: 1, personal: 0, abusive: 0, 'off-topic': 0, medical: 0, 'not-a-buyer': 0, law: 0 },
      asOf: expect.stringMatching(/Z$/),
    });
    await writeReview(await shop.person(), toner);
    expect(await counts()).toMatchObject({ received: 9, published: 6 });
  });
});

describe('reporting', () => {
  const report = (json: object, client = shop.client()) =>
    client.post('/api/reviews/report', { reason: 'spam', ...json });

  test('counts once for a review and a network, and answers the same whether it counts or not', async () => {
    const { review } = (await writeReview(await shop.person(), serum)).body;
    const [reviewId, hidden] = [review._id, randomUUID()];
    await shop.db.write
      .insert(reviews)
      .values({ id: hidden, productId: toner, rating: 1, comment: 'x', createdAt: 1, hidden: true });
    const [first, second] = [shop.client(), shop.client()];
    const answers = [
      ...(await Promise.all(times(5, () => report({ reviewId, text: 'An advertisement' }, first)))),
      await report({ reviewId, reason: 'law' }, second),
      await report({ reviewId: randomUUID() }, second),
      await report({ reviewId: hidden }, second),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body.message).toBe('Thank you. A person will read this review.');
    const addressHash = expect.stringMatching(/^[\w-]{43}$/);
    expect(await shop.db.read.select().from(reviewReports)).toMatchObject([
      { reviewId, reason: 'spam', text: 'An advertisement', addressHash },
      { reviewId, reason: 'law', text: null },
    ]);
    expect(
      await select(shop.db, sql`SELECT reports, reported_at > 0 AS open FROM reviews ORDER BY reports`),
    ).toEqual([
      { reports: 0, open: null },
      { reports: 2, open: 1 },
    ]);
  });

  test('has an hourly limit for a network', async () => {
    const { review } = (await writeReview(await shop.person(), serum)).body;
    const one = newClient(shop.stack.url, undefined, '203.0.113.9');
    const answers = await Promise.all(times(25, () => report({ reviewId: review._id }, one)));
    expect(tally(answers)).toEqual({ 200: 20, 429: 5 });
  });

  test('stays as long as tickets; that a review was reported stays for good', async () => {
    const { write, read: stored } = shop.db;
    const report = { reviewId: 'reported', reason: 'spam' } as const;
    const end = Date.now() - readStore().retention.tickets * day;
    await write
      .insert(reviews)
      .values({ id: 'reported', productId: serum, rating: 4, comment: 'x', createdAt: 1, reports: 2 });
    await write.insert(reviewReports).values([
      { ...report, addressHash: 'over', createdAt: end - hour },
      { ...report, addressHash: 'young', createdAt: end + hour },
    ]);
    await shop.stack.scheduled();
    expect(await stored.select().from(reviewReports)).toMatchObject([{ addressHash: 'young' }]);
    expect(await stored.select().from(reviews)).toMatchObject([{ reports: 2 }]);
  });
});
