/**
 * Reviews (docs/behaviour.md, "Reviews"): one per user and product, a new one replaces it, and the product's average
 * and count are always those of the visible reviews.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { reviews } from '#db/schema/index.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import type { ApiReview } from '#domain/reviews/review.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { type Client, tally, times } from '../support/client.ts';
import { cream, placed, serum, toner } from '../support/orders.ts';
import { clearReviews, listedReviews, ratingsOf, writeReview } from '../support/reviews.ts';
import { countRows, select, setStatus } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true });

const said = { rating: 4, title: 'Soft by morning', comment: 'Light, and it never pills.' };
const write = (person: Client, id: string, json: object = said) => writeReview(person, id, json);
const list = (id: string, query?: string) => listedReviews(shop, id, query);

/** The product's rating in the catalogue; expects that it matches the visible reviews. */
async function ratingOf(id: string): Promise<{ rating: number; reviews: number }> {
  const [stored] = await select<{ sum: number; count: number; ratingSum: number; reviewCount: number }>(
    shop.db,
    sql`SELECT coalesce(sum(r.rating), 0) AS sum, count(r.id) AS count, p.rating_sum AS ratingSum, p.review_count AS reviewCount
        FROM products p LEFT JOIN reviews r ON r.product_id = p.id AND r.hidden = 0 WHERE p.id = ${id}`,
  );
  expect([stored?.ratingSum, stored?.reviewCount]).toEqual([stored?.sum, stored?.count]);
  const { product } = (await shop.client().get(`/api/product/${id}`)).body;
  return { rating: product.rating, reviews: product.reviews };
}

const hide = (person: Person, id: string) =>
  shop.db.write
    .update(reviews)
    .set({ hidden: true })
    .where(and(eq(reviews.userId, person.id), eq(reviews.productId, id)));

beforeEach(() => clearReviews(shop));

describe('writing', () => {
  test("is answered with 'Review submitted successfully!' and listed with first name and initial", async () => {
    const { status, body } = await write(await shop.person(), serum, {
      ...said,
      comment: `  ${said.comment}\n `,
    });
    expect([status, body.success, body.message]).toEqual([200, true, 'Review submitted successfully!']);
    const unsaid = { skinType: null, ageBand: null, climate: null, weeks: null, buyAgain: null, reply: null };
    const shown = {
      ...said,
      ...unsaid,
      _id: expect.any(String),
      productId: serum,
      name: 'Asha R.',
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      variant: null,
      verified: false,
      edited: null,
      received: 'bought',
      photos: [],
      cursor: expect.any(String),
    };
    expect(body.review).toEqual(shown);
    expect(await list(serum)).toEqual([shown]);
    expect(await ratingOf(serum)).toEqual({ rating: 4, reviews: 1 });
  });

  test('a title is optional; a blank one is stored as none', async () => {
    const { title, ...untitled } = said;
    await write(await shop.person(), serum, untitled);
    await write(await shop.person(), serum, { ...said, title: '  ' });
    expect((await list(serum)).map((review) => review.title)).toEqual([null, null]);
  });

  test('again changes one’s own review; its place, the count and other reviews stay', async () => {
    const [person, other] = [await shop.person(), await shop.person()];
    const first = await write(person, serum, { ...said, rating: 1 });
    await write(other, serum, { ...said, rating: 5 });
    expect(await ratingOf(serum)).toEqual({ rating: 3, reviews: 2 });
    const second = await write(person, serum, { rating: 4, comment: 'On second thoughts.' });
    const { _id, date } = first.body.review;
    expect(second.body.review).toMatchObject({ _id, date, edited: expect.stringMatching(/Z$/) });
    expect(await ratingOf(serum)).toEqual({ rating: 4.5, reviews: 2 });
    expect(await list(serum)).toMatchObject([
      { rating: 5, edited: null },
      { rating: 4, title: null, comment: 'On second thoughts.' },
    ]);
    await write(person, toner);
    expect(await countRows(shop.db, 'reviews')).toBe(3);
  });

  test('exactly 2,000 characters, lines, tabs and markup are stored unchanged', async () => {
    const comment = `<script>alert(1)</script> & "quotes"\n\tनमस्ते 🌿 </p>`.padEnd(2000, 'x');
    const { status } = await write(await shop.person(), serum, { rating: 5, title: '<b>Bold</b>', comment });
    expect(status).toBe(200);
    expect(await list(serum)).toMatchObject([{ title: '<b>Bold</b>', comment }]);
  });

  test('twelve times at once by one user: one row, and the right sums', async ({ shopper }) => {
    await write(await shop.person(), serum, { ...said, rating: 2 });
    shop.proxy.readFirst(12);
    const answers = await Promise.all(
      times(12, (n) => write(shopper, serum, { ...said, rating: (n % 5) + 1 })),
    );
    expect(tally(answers)).toEqual({ 200: 12 });
    const shown = await list(serum);
    expect(shown.length).toBe(2);
    const sum = shown.reduce((before, { rating: one }) => before + one, 0);
    expect(await ratingOf(serum)).toEqual({ rating: sum / 2, reviews: 2 });
  });

  test('twelve users at once: each is counted', async () => {
    const people = await shop.people(12);
    // Buyers, whom no burst holds.
    for (const one of people) await setStatus(shop.db, (await placed(one, { [serum]: 1 }))._id, 'Delivered');
    shop.proxy.readFirst(12);
    const answers = await Promise.all(
      people.map((person, n) => write(person, serum, { ...said, rating: n < 3 ? 1 : 5 })),
    );
    expect(tally(answers)).toEqual({ 200: 12 });
    expect(await ratingOf(serum)).toEqual({ rating: 4, reviews: 12 });
    expect((await ratingsOf(shop, serum)).ratings).toEqual([3, 0, 0, 0, 9]);
  });
});

describe('verified', () => {
  test('only when that product was delivered to that user', async () => {
    const [person, other] = [await shop.person(), await shop.person()];
    const { _id: orderId } = await placed(person);
    const verified = async (who: Client, id: string) => (await write(who, id)).body.review.verified;
    for (const status of orderStatuses.filter((one) => one !== 'Delivered')) {
      await setStatus(shop.db, orderId, status);
      expect([status, await verified(person, serum)]).toEqual([status, false]);
    }
    await setStatus(shop.db, orderId, 'Delivered');
    expect([await verified(person, serum), await verified(person, toner)]).toEqual([true, true]);
    expect([await verified(person, cream), await verified(other, serum)]).toEqual([false, false]);
    expect((await list(serum)).map((review) => review.verified)).toEqual([false, true]);
  });

  test('cannot be set by the client', async () => {
    await write(await shop.person(), serum, {
      ...said,
      productId: toner,
      verified: true,
      name: 'The Founder',
      hidden: false,
      sample: true,
    });
    expect(await list(serum)).toEqual([expect.objectContaining({ verified: false, name: 'Asha R.' })]);
  });
});

describe('a hidden one', () => {
  test('is neither listed nor counted, and stays hidden when it is rewritten', async () => {
    const [person, other] = [await shop.person(), await shop.person()];
    await write(person, serum, { ...said, rating: 1 });
    await write(other, serum, { ...said, rating: 5 });
    await hide(person, serum);
    const { status } = await write(person, serum, { ...said, rating: 2, comment: 'Let me in' });
    expect(status).toBe(200);
    expect(await list(serum)).toEqual([expect.objectContaining({ rating: 5 })]);
    expect((await ratingsOf(shop, serum)).ratings).toEqual([0, 0, 0, 0, 1]);
    expect(await ratingOf(serum)).toEqual({ rating: 5, reviews: 1 });
    const [row] = await shop.db.read.select().from(reviews).where(eq(reviews.userId, person.id));
    expect(row).toMatchObject({ hidden: true, comment: 'Let me in' });
  });
});

describe('reading', () => {
  const row = (n: number) => ({
    id: randomUUID(),
    productId: serum,
    rating: 3,
    comment: String(n),
    createdAt: Date.UTC(2026, 0, 1) + n,
  });

  test('needs no account, returns an array, newest first; without a name it is Anonymous', async () => {
    const { text, headers } = await shop.client().get(`/api/reviews/${serum}`);
    expect([text, headers.get('cache-control')]).toEqual(['[]', 'public, max-age=0, must-revalidate']);
    const rows = [1, 3, 2].map((n) => ({ ...row(n), comment: `no. ${n}` }));
    await shop.db.write.insert(reviews).values(rows);
    const shown = await list(serum);
    expect(shown.map((review) => review.comment)).toEqual(['no. 3', 'no. 2', 'no. 1']);
    expect(shown[0]?.name).toBe('Anonymous');
  });

  test('?before= continues after the last response', async () => {
    const count = reviewsPerPage * 2 + 7;
    await shop.db.write.insert(reviews).values(times(count, (n) => ({ ...row(n), hidden: n === 3 })));
    const pages: ApiReview[][] = [await list(serum)];
    for (let last = pages.at(-1); last?.length && pages.length < 9; last = pages.at(-1))
      pages.push(await list(serum, `?before=${encodeURIComponent(last.at(-1)?.date ?? '')}`));
    expect(pages.map((page) => page.length)).toEqual([reviewsPerPage, reviewsPerPage, 6, 0]);
    const expected = times(count, String)
      .filter((n) => n !== '3')
      .reverse();
    expect(pages.flat().map((review) => review.comment)).toEqual(expected);
  });
});
