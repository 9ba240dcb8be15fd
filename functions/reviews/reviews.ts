/** Reading and writing reviews. */
import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, reviews, sessions, users } from '#db/schema/index.ts';
import { type ApiRatings, type ApiReview, publicName, type reviewForm } from '#features/reviews/review.ts';
import { reviewsPerPage } from '#features/reviews/review-constants.ts';
import { emailHash } from '../lib/email-hash.ts';
import type { Owner } from '../session/owner.ts';
import { findSessionUser } from '../session/session.ts';

type Row = typeof reviews.$inferSelect;

const serializeReview = (row: Row): ApiReview => ({
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

/**
 * Visible reviews, newest first, at most {@link reviewsPerPage}.
 * @param before UTC ms @returns `undefined` for an unknown product
 */
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
      .limit(reviewsPerPage),
  ]);
  return product && rows.map(serializeReview);
}

/** The number of visible reviews for each number of stars. @returns `undefined` for an unknown product */
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
 * A statement for the batch that changes reviews: recalculates rating sum and review count of products from their
 * visible reviews. @param which list of product ids, in parentheses @param when condition in the database
 */
export function recalculateRatings(db: Db, which: SQL, when: SQL = sql`true`) {
  const visible = sql`FROM ${reviews} WHERE product_id = ${products.id} AND hidden = 0`;
  return db.write
    .update(products)
    .set({
      ratingSum: sql`(SELECT coalesce(sum(rating), 0) ${visible})`,
      reviewCount: sql`(SELECT count(*) ${visible})`,
    })
    .where(and(sql`${products.id} IN ${which}`, when));
}

type WriteReviewResult =
  | { ok: true; review: ApiReview }
  | { ok: false; code: 'signed_out' | 'unknown_product' | 'review_exists' };

/**
 * Writes a review: one per user and product, another one replaces it, and a hidden one stays hidden. A review by a
 * deleted account with the same address becomes the user's own if their address is verified; until then they cannot
 * review the product (`review_exists`). The product's rating sum and count are recalculated in the same batch, so they
 * cannot drift.
 * @param key EMAIL_HASH_KEY
 */
export async function writeReview(
  db: Db,
  { tokenHash, now }: Owner,
  productId: string,
  { rating, comment, title }: z.output<typeof reviewForm>,
  key: string,
): Promise<WriteReviewResult> {
  const [[person], [product]] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!product) return { ok: false, code: 'unknown_product' };
  const { id: userId, email } = person;
  const delivered = sql<boolean>`EXISTS (SELECT 1 FROM ${orders} o JOIN ${orderLines} l ON l.order_id = o.id
    WHERE o.user_id = ${userId} AND o.status = 'Delivered' AND l.product_id = ${productId})`;
  const review = {
    name: publicName(person.name) || null,
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
  const [, , [written], , [stillUser]] = await db.write.batch([
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
    recalculateRatings(db, sql`(${productId})`),
    findSessionUser(db, tokenHash, now),
  ]);
  if (written) return { ok: true, review: serializeReview(written) };
  return { ok: false, code: stillUser ? 'review_exists' : 'signed_out' };
}
