/** Reviews: reading them, and writing one. */
import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, reviews } from '#db/schema.ts';
import { type ApiRatings, type ApiReview, type reviewForm, shownName } from '#features/reviews/review.ts';
import { inOneAnswer } from '#features/reviews/shown.ts';
import { personOf } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';

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

/** For the batch that changes a review: makes its product's sum and count anew from those that can be seen. */
export function countAnew(db: Db, productId: string | SQL) {
  const visible = sql`FROM ${reviews} WHERE product_id = ${products.id} AND hidden = 0`;
  return db.write
    .update(products)
    .set({
      ratingSum: sql`(SELECT coalesce(sum(rating), 0) ${visible})`,
      reviewCount: sql`(SELECT count(*) ${visible})`,
    })
    .where(eq(products.id, productId));
}

type Written = { ok: true; review: ApiReview } | { ok: false; code: 'signed_out' | 'unknown_product' };

/**
 * One review per person and product; another one replaces it, and a hidden one stays hidden. The
 * product's sum and count are made anew from the reviews in the same batch, so they cannot drift.
 */
export async function writeReview(
  db: Db,
  owner: Owner,
  productId: string,
  { rating, comment, title }: z.output<typeof reviewForm>,
): Promise<Written> {
  const [[person], [product]] = await db.read.batch([
    personOf(db, owner.tokenHash, owner.now),
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!product) return { ok: false, code: 'unknown_product' };
  const delivered = sql<boolean>`EXISTS (SELECT 1 FROM ${orders} o JOIN ${orderLines} l ON l.order_id = o.id
    WHERE o.user_id = ${person.id} AND o.status = 'Delivered' AND l.product_id = ${productId})`;
  const review = {
    name: shownName(person.name) || null,
    rating,
    title: title || null,
    comment,
    createdAt: owner.now,
  };
  const [rows] = await db.write.batch([
    db.write
      .insert(reviews)
      .values({ id: crypto.randomUUID(), productId, userId: person.id, ...review, verified: delivered })
      .onConflictDoUpdate({
        target: [reviews.productId, reviews.userId],
        set: { ...review, verified: delivered },
      })
      .returning(),
    countAnew(db, productId),
  ]);
  return { ok: true, review: answer(rows[0] as Row) };
}
