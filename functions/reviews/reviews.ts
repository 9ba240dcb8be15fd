/** Reviews: reading them, and writing one. */
import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, reviews, sessions, users } from '#db/schema/index.ts';
import { type ApiRatings, type ApiReview, type reviewForm, shownName } from '#features/reviews/review.ts';
import { inOneAnswer } from '#features/reviews/shown.ts';
import { emailHash } from '../lib/email-hash.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';

type Row = typeof reviews.$inferSelect;

const answer = (row: Row): ApiReview => ({
  _id: row.id,
  productId: row.productId,
  rating: row.rating,
  comment: row.comment,
  title: row.title,
  name: row.name ?? 'Anonymous',
  date: new Date(row.createdAt).toISOString(),
  verified: row.verified,
  ...(row.sample && { sample: true }),
});

/** Newest first, at most {@link inOneAnswer}; hidden ones are absent. @param before UTC ms @returns undefined for an unknown product */
export async function listReviews(
  db: Db,
  productId: string,
  before: number,
): Promise<ApiReview[] | undefined> {
  const [[product], rows] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select()
      .from(reviews)
      .where(and(eq(reviews.productId, productId), eq(reviews.hidden, false), lt(reviews.createdAt, before)))
      .orderBy(desc(reviews.createdAt), desc(reviews.id))
      .limit(inOneAnswer),
  ]);
  return product && rows.map(answer);
}

/** How many visible reviews gave each number of stars. @returns undefined for an unknown product */
export async function countRatings(db: Db, productId: string): Promise<ApiRatings | undefined> {
  const [[product], rows] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select({ rating: reviews.rating, reviews: count() })
      .from(reviews)
      .where(and(eq(reviews.productId, productId), eq(reviews.hidden, false)))
      .groupBy(reviews.rating),
  ]);
  const of = (stars: number): number => rows.find(({ rating }) => rating === stars)?.reviews ?? 0;
  return product && [of(1), of(2), of(3), of(4), of(5)];
}

/**
 * For the batch that changes reviews: makes the sum and count of their products anew from those that can be seen.
 * @param which a list of ids, in parentheses
 */
export function countAnew(db: Db, which: SQL, when: SQL = sql`true`) {
  const visible = sql`FROM ${reviews} WHERE product_id = ${products.id} AND hidden = 0`;
  return db.write
    .update(products)
    .set({
      ratingSum: sql`(SELECT coalesce(sum(rating), 0) ${visible})`,
      reviewCount: sql`(SELECT count(*) ${visible})`,
    })
    .where(and(sql`${products.id} IN ${which}`, when));
}

type Written =
  | { ok: true; review: ApiReview }
  | { ok: false; code: 'signed_out' | 'unknown_product' | 'review_exists' };

/**
 * One review per person and product; another one replaces it, and a hidden one stays hidden. A review that a
 * deleted account left under the same address is the person's own once they have proved the address, and
 * refuses them before (`review_exists`). The product's sum and count are made anew from the reviews in the
 * same batch, so they cannot drift.
 * @param key EMAIL_HASH_KEY
 */
export async function writeReview(
  db: Db,
  { tokenHash, now }: Owner,
  productId: string,
  { rating, comment, title }: z.output<typeof reviewForm>,
  key: string,
): Promise<Written> {
  const [[person], [product]] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!product) return { ok: false, code: 'unknown_product' };
  const { id: userId, email } = person;
  const delivered = sql<boolean>`EXISTS (SELECT 1 FROM ${orders} o JOIN ${orderLines} l ON l.order_id = o.id
    WHERE o.user_id = ${userId} AND o.status = 'Delivered' AND l.product_id = ${productId})`;
  const review = {
    name: shownName(person.name) || null,
    rating,
    title: title || null,
    comment,
    createdAt: now,
  };
  const left = and(eq(reviews.productId, productId), eq(reviews.emailHash, emailHash(key, email)));
  const isLeft = sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${left})`;
  const hasOwn = sql`EXISTS (SELECT 1 FROM ${reviews} AS own
    WHERE own.product_id = ${productId} AND own.user_id = ${userId})`;
  const proved = sql`EXISTS (SELECT 1 FROM ${users} JOIN ${sessions} s ON s.user_id = ${users.id}
    WHERE ${users.id} = ${userId} AND email = ${email} AND verified_at IS NOT NULL
    AND s.token_hash = ${tokenHash} AND s.expires_at > ${now})`;
  const [, , [written], , [still]] = await db.write.batch([
    db.write.delete(reviews).where(and(left, proved, hasOwn)),
    db.write.update(reviews).set({ userId, emailHash: null }).where(and(left, proved)),
    db.write
      .insert(reviews)
      .select(
        sql`SELECT ${crypto.randomUUID()}, ${productId}, user_id, ${review.name}, ${rating}, ${review.title},
          ${comment}, ${delivered}, 0, NULL, 0, ${now}, NULL
          FROM ${sessions} WHERE token_hash = ${tokenHash} AND expires_at > ${now} AND NOT ${isLeft}`,
      )
      .onConflictDoUpdate({
        target: [reviews.productId, reviews.userId],
        set: { ...review, verified: delivered },
      })
      .returning(),
    countAnew(db, sql`(${productId})`),
    personOf(db, tokenHash, now),
  ]);
  if (written) return { ok: true, review: answer(written) };
  return { ok: false, code: still ? 'review_exists' : 'signed_out' };
}
