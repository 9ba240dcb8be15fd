/**
 * Reviews by people who have not bought the product (docs/behaviour.md 10.2): they count once the email is confirmed, are
 * marked, and many of them in a short time wait for an operator.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { flags } from '#db/schema/index.ts';
import { emailedToken, newEmail, registerUser, verifiedUser } from '../support/accounts.ts';
import { type ApiBody, type Client, times } from '../support/client.ts';
import { day, setClock } from '../support/clock.ts';
import { refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import {
  clearReviews,
  deliveredOrder,
  linkFor,
  ownReview,
  withdraw,
  writeReview,
} from '../support/reviews.ts';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ flood: 10_000, writes: 10_000 });
const operator = useOperator(shop);

beforeEach(async () => {
  await clearReviews(shop);
  await shop.db.write.delete(flags);
  await refillStock(shop.db);
  await setClock(shop, 0);
});

/** What the shop says about a product: the list, its filters, the counts, and the ratings of catalogue, page and feed. */
async function shown(product = serum) {
  const client = shop.client();
  const list = async (query = '') =>
    (await client.get<ApiBody & { rating: number }[]>(`/api/reviews/${product}${query}`)).body.map(
      ({ rating }) => rating,
    );
  const { ratings } = (await client.get<ApiBody & { ratings: number[] }>(`/api/reviews/${product}/ratings`))
    .body;
  const [row] = await select<{ sum: number; count: number }>(
    shop.db,
    sql`SELECT rating_sum AS sum, review_count AS count FROM products WHERE id = ${product}`,
  );
  const { rating, reviews } = (await client.get(`/api/product/${product}`)).body.product;
  const all = await list();
  expect(ratings.reduce((sum, of) => sum + of, 0)).toBe(all.length);
  expect(await list('?sort=lowest')).toEqual(all.toSorted());
  expect(row).toEqual({ count: all.length, sum: all.reduce((sum, of) => sum + of, 0) });
  expect([reviews, all.length ? rating : 0]).toEqual([
    all.length,
    all.length ? Math.round(((row?.sum ?? 0) / all.length) * 10) / 10 : 0,
  ]);
  return all;
}
const stranger = () => registerUser(shop, newEmail(), 'Mallory Sen');
const confirm = async (person: Client & { email: string }) => {
  const token = await emailedToken(shop.db, person.email);
  expect((await person.post('/api/user/email/confirm', { token })).status).toBe(200);
};
const held = async () =>
  (
    await operator.get<ApiBody & { reviews: { _id: string; version: number }[] }>(
      '/api/desk/reviews?show=held',
    )
  ).body.reviews;
const burstFlags = () =>
  select(shop.db, sql`SELECT resolved_at AS resolved FROM flags WHERE kind = 'review_burst'`);

describe('a review by somebody who has bought nothing', () => {
  test('is seen by its writer alone until the email is confirmed; then it counts, and is marked', async () => {
    const person = await stranger();
    const written = await writeReview(person, serum, { rating: 1 });
    expect([written.status, written.body.message]).toEqual([200, 'Review submitted successfully!']);
    expect(await shown()).toEqual([]);
    expect((await ownReview(person, serum)).body).toMatchObject({
      ...{ waits: 'email', hidden: null, review: { rating: 1, verified: false } },
    });
    expect((await shop.client().get('/api/reviews/counts')).status).toBe(200);
    await confirm(person);
    expect(await shown()).toEqual([1]);
    expect((await ownReview(person, serum)).body).toMatchObject({ waits: null, review: { verified: false } });
  });

  test('eight accounts that nobody confirms change nothing', async () => {
    const { orderId } = await deliveredOrder(shop, operator);
    await writeReview(shop.client(), serum, { rating: 5, link: linkFor(orderId, serum) });
    for (const person of await Promise.all(times(8, stranger)))
      expect((await writeReview(person, serum, { rating: 1 })).status).toBe(200);
    expect(await shown()).toEqual([5]);
    expect(await burstFlags()).toEqual([]);
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
    expect(await burstFlags()).toEqual([{ resolved: null }]);
    expect(await held()).toHaveLength(4);
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
    const act = (id: string, seen: number, action: string, json: object = {}) =>
      operator.post(`/api/desk/reviews/${id}/${action}`, { seen, ...json });
    expect((await act(first?._id ?? '', first?.version ?? 0, 'show')).status).toBe(200);
    expect(await shown()).toHaveLength(4);
    expect(await burstFlags()).toEqual([{ resolved: null }]);
    for (const { _id, version } of others)
      expect((await act(_id, version, 'hide', { reason: 'spam', note: '' })).status).toBe(200);
    expect(await burstFlags()).toMatchObject([{ resolved: expect.any(Number) }]);
    expect(await held()).toEqual([]);
  });

  test('also when they are written before and confirmed at once', async () => {
    const people = await Promise.all(times(5, stranger));
    for (const person of people) await writeReview(person, serum, { rating: 1 });
    await setClock(shop, day / 2);
    for (const person of people) await confirm(person);
    expect(await shown()).toEqual([]);
    expect(await held()).toHaveLength(5);
  });
});
