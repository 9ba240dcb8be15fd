/** The ratings of products, from the reviews that count: those that are visible and wait for nothing. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, reviews, totals } from '#db/schema/index.ts';
import type { ApiRatingCounts, ApiRatings } from '#domain/reviews/review.ts';
import { skinTypes } from '#lib/product-constants.ts';
import type { Call } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { isCounting, stillCounting } from '../lib/totals.ts';

const stars = [1, 2, 3, 4, 5];

/** Totals of a product's reviews that count: those of all, or of a skin type. @param about the product and a slash, and skin types */
const ratingTotals = (about: SQL): SQL => sql`name = 'rating' AND at IN ${stars} AND about IN (${about})`;

/** The number of reviews that count for each number of stars. @returns `undefined` for an unknown product */
export async function countRatings(db: Db, productId: string): Promise<ApiRatingCounts | undefined> {
  const skins = ['', ...skinTypes].map((skin) => `${productId}/${skin}`);
  const [[product], counted, [counting], [pictures]] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select({ about: totals.about, rating: totals.at, reviews: totals.count })
      .from(totals)
      .where(
        ratingTotals(
          sql.join(
            skins.map((skin) => sql`${skin}`),
            sql`, `,
          ),
        ),
      ),
    stillCounting(db, 'reviews'),
    db.read
      .select({ count: sql<number>`coalesce(sum(${reviews.photos}), 0)` })
      .from(reviews)
      .where(sql`product_id = ${productId} AND hidden = 0 AND photos > 0`),
  ]);
  if (!product) return undefined;
  const rows = counting
    ? await groupReviews(db, productId)
    : counted.map(({ about, ...row }) => ({ ...row, skin: about.slice(productId.length + 1) }));
  const ratings: ApiRatings = [0, 0, 0, 0, 0];
  const bySkin: ApiRatingCounts['bySkin'] = {};
  const ofSkin = (skin: string): ApiRatings => {
    const counts = bySkin[skin as (typeof skinTypes)[number]] ?? [0, 0, 0, 0, 0];
    bySkin[skin as (typeof skinTypes)[number]] = counts;
    return counts;
  };
  for (const { skin, rating, reviews } of rows) {
    if (!reviews) continue;
    const counts = skin ? ofSkin(skin) : ratings;
    counts[rating - 1] = reviews;
  }
  return { ratings, bySkin, photos: pictures?.count ?? 0 };
}

/** The same from the reviews themselves, while old ones are still being counted. */
const groupReviews = (db: Db, productId: string) =>
  db.read.all<{ skin: string; rating: number; reviews: number }>(sql`
    SELECT skin.value AS skin, r.rating, count(*) AS reviews
    FROM ${reviews} r JOIN json_each(json_array('', r.skin_type)) AS skin
    WHERE r.product_id = ${productId} AND r.hidden = 0 AND r.waits IS NULL AND skin.value IS NOT NULL GROUP BY 1, 2`);

/**
 * A statement for the batch that changes reviews: recalculates rating sum and review count of products from their
 * reviews that count. @param which list of product ids, in parentheses @param when condition in the database
 */
export function recalculateRatings(db: Db, which: SQL, when: SQL = sql`true`) {
  const counting = sql`FROM ${reviews} WHERE product_id = ${products.id} AND hidden = 0 AND waits IS NULL`;
  const counted = sql`FROM ${totals} WHERE ${ratingTotals(sql`${products.id} || '/'`)}`;
  // While old reviews are still being counted, all of them are read.
  const either = (ofTotals: SQL, ofReviews: SQL) =>
    sql`CASE WHEN ${isCounting('reviews')} THEN (SELECT ${ofReviews} ${counting}) ELSE (SELECT ${ofTotals} ${counted}) END`;
  return db.write
    .update(products)
    .set({
      ratingSum: either(sql`coalesce(sum(at * count), 0)`, sql`coalesce(sum(rating), 0)`),
      reviewCount: either(sql`coalesce(sum(count), 0)`, sql`count(*)`),
    })
    .where(sql`${products.id} IN ${which} AND ${when}`);
}

/** The same for a request. */
export const readRatings = async ({ db }: Call, { productId }: { productId: string }) =>
  (await countRatings(db, productId)) ?? notFound('This product');
refuses(readRatings, notFound);
