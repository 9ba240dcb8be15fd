/** The ratings of products, from their visible reviews. */
import { count, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, reviews } from '#db/schema/index.ts';
import type { ApiRatingCounts, ApiRatings } from '#features/reviews/review.ts';

/** The number of visible reviews for each number of stars. @returns `undefined` for an unknown product */
export async function countRatings(db: Db, productId: string): Promise<ApiRatingCounts | undefined> {
  const [[product], rows] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select({ skin: reviews.skinType, rating: reviews.rating, reviews: count() })
      .from(reviews)
      .where(sql`${reviews.productId} = ${productId} AND ${reviews.hidden} = 0`)
      .groupBy(reviews.skinType, reviews.rating),
  ]);
  if (!product) return undefined;
  const ratings: ApiRatings = [0, 0, 0, 0, 0];
  const bySkin: ApiRatingCounts['bySkin'] = {};
  for (const { skin, rating, reviews } of rows) {
    const stars = rating - 1;
    ratings[stars] = (ratings[stars] ?? 0) + reviews;
    if (!skin) continue;
    bySkin[skin] ??= [0, 0, 0, 0, 0];
    bySkin[skin][stars] = reviews;
  }
  return { ratings, bySkin };
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
    .where(sql`${products.id} IN ${which} AND ${when}`);
}
