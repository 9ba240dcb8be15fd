/**
 * Reviews by people who have not bought the product (docs/behaviour.md, "Writing a review"): they are listed with a
 * mark, count once the email is confirmed, and many of them in a short time wait for an operator.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { flags, products } from '#db/schema/index.ts';
import type { Review } from '#desk/answers.ts';
import { notCounted } from '#domain/reviews/review-constants.ts';
import { countReviews } from '#functions/reviews/counts.ts';
import { emailedToken, emailsTo, newEmail, registerUser, verifiedUser } from '../support/accounts.ts';
import { callWith } from '../support/call.ts';
import { type Client, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { serum, toner } from '../support/orders.ts';
import {
  clearReviews,
  deliveredOrder,
  linkFor,
  listedReviews,
  ownReview,
  ratingsOf,
  withdraw,
  writeReview,
} from '../support/reviews.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ flood: 10_000, writes: 10_000 });

beforeEach(async () => {
  await clearReviews(shop);
  await shop.db.write.delete(flags);
});

/**
 * What the shop says about a product: the list, its orders, the page without scripts, the counts, and the ratings of
 * catalogue and product. Returns the stars of each listed review, negative for one that does not count.
 */
async function shown(product = serum) {
  const client = shop.client();
  const list = async (query?: string) =>
    (await listedReviews(shop, product, query)).map(({ rating, unconfirmed }) =>
      unconfirmed ? -rating : rating,
    );
  const { ratings } = await ratingsOf(shop, product);
  const [row] = await shop.db.read.select().from(products).where(eq(products.id, product));
  const { rating, reviews } = (await client.get(`/api/product/${product}`)).body.product;
  const listed = await list();
  const all = listed.filter((stars) => stars > 0);
  const sum = all.reduce((before, of) => before + of, 0);
  expect(ratings).toEqual([1, 2, 3, 4, 5].map((stars) => all.filter((of) => of === stars).length));
  expect((await list('?sort=lowest')).map(Math.abs)).toEqual(listed.map(Math.abs).toSorted());
  expect((await list('?answered=true')).length).toBe(0);
  expect(row).toMatchObject({ reviewCount: all.length, ratingSum: sum });
  expect(reviews).toBe(all.length);
  if (all.length) expect(rating).toBe(Math.round((sum / all.length) * 10) / 10);
  const page = (await client.get(`/product/${product}/reviews`)).text;
  expect(page.split(notCounted).length - 1).toBe(listed.length - all.length);
  return listed;
}
const counts = async () => {
  // A new isolate: the counts are kept for five minutes.
  const { received, published, waiting } = await countReviews(callWith({ db: shop.db }));
  return { received, published, waiting };
};
const stranger = () => registerUser(shop, newEmail(), 'Mallory Sen');
const confirm = async (person: Client & { email: string }) => {
  const token = await emailedToken(shop.db, person.email);
  expect((await person.post('/api/user/email/confirm', { token })).status).toBe(200);
};
const deskReviews = async (show: 'held' | 'shown') =>
  (await operator.get<{ rows: Review[] }>(`/api/desk/reviews?show=${show}`)).body.rows;
const held = () => deskReviews('held');
/** Lets an operator act on a review as they saw it. */
const act = async (id: string, seen: number, action: string, json: object = {}) =>
  expect((await operator.post(`/api/desk/reviews/${id}/${action}`, { seen, ...json })).status).toBe(200);
const burstFlags = () => shop.db.read.select().from(flags).where(eq(flags.kind, 'review_burst'));

describe('a review by somebody who has bought nothing', () => {
  test('is listed at once with a mark, and counts once the email is confirmed', async () => {
    const person = await stranger();
    const written = await writeReview(person, serum, { rating: 1 });
    expect([written.status, written.body.message]).toEqual([200, 'Review submitted successfully!']);
    expect(written.body.review).toMatchObject({ rating: 1, verified: false, unconfirmed: true });
    expect(await shown()).toEqual([-1]);
    expect(await counts()).toEqual({ received: 1, published: 0, waiting: 1 });
    expect((await ownReview(person, serum)).body).toMatchObject({
      waits: 'email',
      hidden: null,
      review: { rating: 1, verified: false, unconfirmed: true },
    });
    expect((await deskReviews('shown'))[0]).toMatchObject({ hidden: false, waits: 'email' });
    await confirm(person);
    expect(await shown()).toEqual([1]);
    expect(await counts()).toEqual({ received: 1, published: 1, waiting: 0 });
    const { body } = await ownReview(person, serum);
    expect(body).toMatchObject({ waits: null, review: { verified: false } });
    expect(body.review).not.toHaveProperty('unconfirmed');
  });

  test('an operator hides one that does not count yet, and its writer hears of it; shown again, it does not count either', async () => {
    const person = await stranger();
    await writeReview(person, serum, { rating: 1 });
    const [review] = await deskReviews('shown');
    await act(review?.id ?? '', 0, 'hide', { reason: 'spam', note: '' });
    expect(await shown()).toEqual([]);
    expect(await emailsTo(shop.db, person.email)).toContainEqual(
      expect.objectContaining({ kind: 'review_hidden', reason: 'spam' }),
    );
    await act(review?.id ?? '', 1, 'show');
    expect(await shown()).toEqual([-1]);
    await confirm(person);
    expect(await shown()).toEqual([1]);
  });

  test('of one network only so many are listed in an hour; the others once they are confirmed', async () => {
    // A /64 has a quarter of ten.
    const from = { 'CF-Connecting-IP': '2001:db8:7:7::1' };
    const write = (person: Client, product: string) =>
      person.post(`/api/reviews/${product}`, { rating: 1, comment: 'Sticky' }, from);
    const people = await Promise.all(times(4, stranger));
    for (const [n, person] of people.entries()) await write(person, n % 2 ? toner : serum);
    expect([await shown(serum), await shown(toner)]).toEqual([[-1, -1], [-1]]);
    const last = people[3] as (typeof people)[number];
    const own = (await ownReview(last, toner)).body;
    expect([own.waits, own.review.unconfirmed]).toEqual(['email', undefined]);
    // A confirmed account on the same network is not limited.
    await write(await verifiedUser(shop), toner);
    expect(await shown(toner)).toEqual([1, -1]);
    await confirm(last);
    expect(await shown(toner)).toEqual([1, 1, -1]);
  });

  test('one that was hidden before such reviews were listed stays so until it is confirmed', async () => {
    const person = await stranger();
    await writeReview(person, serum, { rating: 1 });
    await shop.db.write.run(sql`UPDATE reviews SET hidden = 1, screened_at = NULL`);
    expect(await shown()).toEqual([]);
    await confirm(person);
    expect(await shown()).toEqual([1]);
  });

  test('can be changed and withdrawn while it waits; it is no objection case', async () => {
    const person = await stranger();
    await writeReview(person, serum, { rating: 1 });
    await writeReview(person, serum, { rating: 2 });
    expect((await person.post(`/api/reviews/${serum}/objection`, { text: 'Why?' })).body.code).toBe(
      'not_hidden',
    );
    expect((await withdraw(person, serum)).status).toBe(200);
    expect(await countRows(shop.db, 'reviews')).toBe(0);
  });

  test('goes with the stranger when the owner of the mailbox resets the password', async () => {
    const person = await stranger();
    await writeReview(person, serum, { rating: 1 });
    await shop.client().post('/api/user/forgot', { email: person.email });
    const token = await emailedToken(shop.db, person.email);
    await shop.client().post('/api/user/reset', { token, password: 'another walk in Lalbagh' });
    expect(await countRows(shop.db, 'reviews')).toBe(0);
    expect(await shown()).toEqual([]);
  });
});

describe('many of them within a day', () => {
  test('wait for an operator, all of them, with a flag; buyers are never held', async () => {
    const { orderId } = await deliveredOrder(shop, operator);
    await writeReview(shop.client(), serum, { rating: 5, link: linkFor(orderId, serum) });
    const people = await Promise.all(times(4, () => verifiedUser(shop)));
    for (const person of people.slice(0, 3)) await writeReview(person, serum, { rating: 1 });
    expect((await shown()).toSorted()).toEqual([1, 1, 1, 5]);
    expect(await burstFlags()).toEqual([]);
    await writeReview(people[3] as Client, serum, { rating: 1 });
    expect(await shown()).toEqual([5]);
    expect(await burstFlags()).toMatchObject([{ resolvedAt: null }]);
    expect(await held()).toHaveLength(4);
    // The next one of the same day waits too.
    await writeReview(await verifiedUser(shop), serum, { rating: 1 });
    expect([await shown(), (await held()).length]).toEqual([[5], 5]);
    const second = await deliveredOrder(shop, operator);
    await writeReview(shop.client(), serum, { rating: 4, link: linkFor(second.orderId, serum) });
    expect(await shown()).toEqual([4, 5]);
    // Another product is not concerned, and neither is the next week.
    await writeReview(people[0] as Client, toner, { rating: 3 });
    expect(await shown(toner)).toEqual([3]);
    await setClock(shop, 2 * day);
    await writeReview(await verifiedUser(shop), serum, { rating: 2 });
    expect(await shown()).toEqual([2, 4, 5]);

    const [first, ...others] = await held();
    await act(first?.id ?? '', first?.version ?? 0, 'show');
    expect(await shown()).toHaveLength(4);
    expect(await burstFlags()).toMatchObject([{ resolvedAt: null }]);
    for (const { id, version } of others) await act(id, version, 'hide', { reason: 'spam', note: '' });
    expect(await burstFlags()).toMatchObject([{ resolvedAt: expect.any(Number) }]);
    expect(await held()).toEqual([]);
  });

  test('also without a confirmed email; one that an operator shows counts only after that, and is not held again', async () => {
    const { orderId } = await deliveredOrder(shop, operator);
    await writeReview(shop.client(), serum, { rating: 5, link: linkFor(orderId, serum) });
    const people = await Promise.all(times(4, stranger));
    for (const person of people) await writeReview(person, serum, { rating: 1 });
    expect(await shown()).toEqual([5]);
    expect(await burstFlags()).toMatchObject([{ resolvedAt: null }]);
    expect(await held()).toHaveLength(4);
    for (const { id, version } of await held()) await act(id, version, 'show');
    expect((await shown()).toSorted()).toEqual([-1, -1, -1, -1, 5]);
    await setClock(shop, day / 2);
    for (const person of people) await confirm(person);
    expect((await shown()).toSorted()).toEqual([1, 1, 1, 1, 5]);
  });

  test('also when they are written on several days and confirmed at once', async () => {
    const people = await Promise.all(times(4, stranger));
    for (const person of people) await writeReview(person, serum, { rating: 1 });
    // As if they had been written on earlier days, without a burst.
    await shop.db.write.run(
      sql`UPDATE reviews SET hidden = 0, waits = 'email', screened_at = screened_at - ${2 * day}`,
    );
    for (const person of people) await confirm(person);
    expect(await shown()).toEqual([]);
    expect(await held()).toHaveLength(4);
  });
});
