/**
 * Reviews at the desk: listing them, hiding one with a reason, showing it again. The product's rating always counts the
 * visible reviews.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { products, reviews } from '#db/schema/index.ts';
import { allPages, tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const operator = useOperator(shop);

type Review = {
  _id: string;
  date: string;
  product: { _id: string; name: string };
  rating: number;
  comment: string;
  name: string;
  hidden: boolean;
  reason: string | null;
};
type Answer = DeskRefusal & { reviews: Review[]; next: string | null; review: Review };

const path = '/api/desk/reviews';
const list = async (query = '') => (await operator.get<Answer>(path + query)).body;
const turn = (id: string, json: object, to: 'hide' | 'show' = 'hide', who = operator) =>
  who.post<Answer>(`${path}/${id}/${to}`, json);

/** Writes a review as a new shopper. */
async function written(rating: number, id = serum): Promise<Review> {
  const person = await shop.person();
  await person.post(`/api/reviews/${id}`, { rating, title: 'Soft', comment: `${rating} stars from me` });
  const { reviews } = await list(`?product=${id}`);
  return reviews[0] as Review;
}

/** A product's reviews as shoppers see them: the list, and the catalogue's average and count. */
async function seenByShoppers(id = serum) {
  const { body } = await shop.client().get<{ rating: number }[]>(`/api/reviews/${id}`);
  const { product } = (await shop.client().get(`/api/product/${id}`)).body;
  return { ratings: body.map(({ rating }) => rating), rating: product.rating, reviews: product.reviews };
}

const audit = () => select(shop.db, sql`SELECT actor_id, action, about, detail FROM audit ORDER BY rowid`);
let noted = 0;
const newInAudit = async () => (await audit()).slice(noted);

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(reviews),
    shop.db.write.update(products).set({ ratingSum: 0, reviewCount: 0 }),
  ]);
  noted = (await audit()).length;
});

describe('hiding', () => {
  test('removes a review from the page and the average, and is recorded with its reason', async () => {
    const [good, bad] = [await written(5), await written(1)];
    expect(await seenByShoppers()).toEqual({ ratings: [1, 5], rating: 3, reviews: 2 });
    const { status, body } = await turn(bad._id, { reason: 'Insults a colleague', seen: bad.date });
    expect([status, body.message]).toEqual([200, 'The review is hidden.']);
    expect(body.review).toEqual({ ...bad, hidden: true, reason: 'Insults a colleague' });
    expect(await seenByShoppers()).toEqual({ ratings: [5], rating: 5, reviews: 1 });
    expect(await newInAudit()).toEqual([
      {
        actor_id: operator.id,
        action: 'review_hidden',
        about: serum,
        detail: '1 of 5 stars: Insults a colleague',
      },
    ]);
    expect((await list('?show=hidden')).reviews.map(({ _id }) => _id)).toEqual([bad._id]);
    expect((await list('?show=shown')).reviews.map(({ _id }) => _id)).toEqual([good._id]);
  });

  test('can be undone', async () => {
    const bad = await written(2);
    await turn(bad._id, { reason: 'By mistake', seen: bad.date });
    const { status, body } = await turn(bad._id, { seen: bad.date }, 'show');
    expect([status, body.review]).toEqual([200, { ...bad, hidden: false, reason: null }]);
    expect(await seenByShoppers()).toEqual({ ratings: [2], rating: 2, reviews: 1 });
    expect(await newInAudit()).toMatchObject([
      { action: 'review_hidden' },
      { action: 'review_shown', detail: '2 of 5 stars' },
    ]);
  });

  test('by two operators at once: one succeeds, the other gets the reason', async () => {
    const review = await written(1);
    const others = await Promise.all(times(10, () => shop.person('operator')));
    shop.proxy.meet(10);
    const answers = await Promise.all(
      others.map((one) => turn(review._id, { reason: 'Spam', seen: review.date }, 'hide', one)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect([refused?.code, refused?.message]).toEqual([
      'changed',
      'Another operator has already hidden this review: Spam',
    ]);
    expect(await newInAudit()).toHaveLength(1);
  });

  test('a review that its writer has replaced is refused', async () => {
    const person = await shop.person();
    const write = (comment: string) => person.post(`/api/reviews/${serum}`, { rating: 1, comment });
    await write('Awful');
    const [before] = (await list()).reviews;
    await shop.db.write.run(sql`UPDATE reviews SET created_at = created_at - 1`);
    const rows = await snapshot(shop.db);
    const { status, body } = await turn(before?._id ?? '', { reason: 'Rude', seen: before?.date });
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'The writer has changed this review. Please read it again.',
    ]);
    expect(body.review.comment).toBe('Awful');
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('showing a visible review is refused', async () => {
    const review = await written(4);
    const { status, body } = await turn(review._id, { seen: review.date }, 'show');
    expect([status, body.message]).toEqual([
      409,
      'Another operator has already made this review visible again.',
    ]);
  });

  test('an unknown review is a 404', async () => {
    const seen = new Date().toISOString();
    for (const id of [randomUUID(), "x'%20OR%201=1"]) {
      expect((await turn(id, { reason: 'Spam', seen })).status).toBe(404);
      expect((await turn(id, { seen }, 'show')).status).toBe(404);
    }
  });

  test('wrong fields are refused and change no row', async () => {
    const { _id, date } = await written(3);
    await expectWrongFields(shop, (json) => turn(_id, { seen: date, ...json }), [
      ['no reason', {}, 'reason'],
      ['a blank reason', { reason: ' ' }, 'reason'],
      ['a long reason', { reason: 'x'.repeat(201) }, 'reason'],
      ['a line break in the reason', { reason: 'a\nb' }, 'reason'],
      ['nothing seen', { reason: 'Spam', seen: undefined }, 'seen'],
      ['a day for a moment', { reason: 'Spam', seen: '2026-11-21' }, 'seen'],
    ]);
  });
});

describe('the list', () => {
  const at = Date.UTC(2026, 9, 1);
  /** 70 of the serum, 70 of the toner, every third hidden, five in each millisecond. */
  const many = () =>
    shop.db.write.insert(reviews).values(
      times(140, (n) => ({
        id: randomUUID(),
        productId: n % 2 ? toner : serum,
        rating: 3,
        comment: String(n),
        hidden: n % 3 === 0,
        hiddenReason: n % 3 === 0 ? 'Spam' : null,
        createdAt: at + Math.floor(n / 5),
      })),
    );

  test.each([
    ['', 140],
    ['show=shown', 93],
    ['show=hidden', 47],
    [`product=${serum}`, 70],
    [`show=hidden&product=${toner}`, 23],
    ['product=no-such-product', 0],
  ])('?%s has %d, newest first, none twice, in pages of 50', async (query, count) => {
    await many();
    const pages = await allPages((after) => list(`?${query}${after}`));
    const all = pages.flatMap(({ reviews }) => reviews);
    expect([all.length, new Set(all.map(({ _id }) => _id)).size]).toEqual([count, count]);
    const dates = all.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    const { show, product } = Object.fromEntries(new URLSearchParams(query));
    for (const review of all) {
      if (show) expect(review.hidden).toBe(show === 'hidden');
      if (product) expect(review.product._id).toBe(product);
      expect(review.reason).toBe(review.hidden ? 'Spam' : null);
    }
  });

  test.each(['show=none', 'product=A%20B', 'after=here'])('?%s is refused', async (query) => {
    expect((await operator.get(`${path}?${query}`)).status).toBe(422);
  });
});
