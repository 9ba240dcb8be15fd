/** The reviews of a product, filtered, sorted and in pages. */
import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '#db/client.ts';
import { products, reviews } from '#db/schema/index.ts';
import type { ApiReview } from '#features/reviews/review.ts';
import { reviewSorts, reviewsPerPage } from '#features/reviews/review-constants.ts';
import { keysOf } from '#lib/keys.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { type ReviewRow, serializeReview } from './serialize.ts';

/** The place after a review. @property rating left out: by date alone @property at UTC ms */
type Cursor = { rating?: number; at: number; id: string };

const cursorPattern = /^([1-5])\.(\d{1,15})\.([\w-]{1,64})$/;

/** The cursor of a review, or its date, which is what clients sent before there were cursors. */
const before = z.string().transform((text, context): Cursor => {
  const [, rating, at, id = ''] = cursorPattern.exec(text) ?? [];
  if (rating) return { rating: Number(rating), at: Number(at), id };
  const date = z.iso.datetime().safeParse(text);
  if (date.success) return { at: Date.parse(text), id: '' };
  context.addIssue({ code: 'custom', message: 'The date must be the date of a review.' });
  return z.NEVER;
});

/** The query of GET /api/reviews/{productId}. */
export const reviewQuery = z
  .object({
    sort: z.enum(keysOf(reviewSorts)).default('newest'),
    skin: z.enum(skinTypes).optional(),
    rating: z.enum(['1', '2', '3', '4', '5']).transform(Number).optional(),
    verified: z.literal('true').optional(),
    answered: z.literal('true').optional(),
    before: before.optional(),
  })
  .refine(({ sort, before }) => sort === 'newest' || !before || before.rating !== undefined, {
    path: ['before'],
    error: 'The date must be the date of a review.',
  });

export type ReviewQuery = z.output<typeof reviewQuery>;

const stars = [1, 2, 3, 4, 5];

/** A page of visible reviews, at most {@link reviewsPerPage}. @returns `undefined` for an unknown product */
export async function listReviews(
  db: Db,
  productId: string,
  query: ReviewQuery,
): Promise<ApiReview[] | undefined> {
  const [[product], rows] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select()
      .from(reviews)
      .where(sql`${reviews.id} IN (${idsOf(productId, query)})`)
      .orderBy(...orderOf(query)),
  ]);
  return product && (rows as ReviewRow[]).map(serializeReview);
}

function orderOf({ sort }: ReviewQuery): SQL[] {
  const newest = [sql`${reviews.createdAt} DESC`, sql`${reviews.id} DESC`];
  if (sort === 'newest') return newest;
  return [sort === 'highest' ? sql`${reviews.rating} DESC` : sql`${reviews.rating} ASC`, ...newest];
}

/**
 * The ids of a page. By rating, each number of stars is read newest first from an index and only as far as a page
 * needs, so that no order sorts all reviews of a product.
 */
function idsOf(productId: string, query: ReviewQuery): SQL {
  const { sort, skin, rating, verified, answered, before } = query;
  const filters = sql.join(
    [
      sql`r.product_id = ${productId} AND r.hidden = 0`,
      ...(skin ? [sql`r.skin_type = ${skin}`] : []),
      ...(verified ? [sql`r.verified = 1`] : []),
      ...(answered ? [sql`r.reply IS NOT NULL`] : []),
    ],
    sql` AND `,
  );
  const after = before ? sql`(r.created_at, r.id) < (${before.at}, ${before.id})` : sql`true`;
  const newest = sql`ORDER BY r.created_at DESC, r.id DESC LIMIT ${reviewsPerPage}`;
  const of = (more: SQL): SQL =>
    sql`SELECT * FROM (SELECT r.id, r.rating, r.created_at FROM ${reviews} r WHERE ${filters} AND ${more} ${newest})`;
  if (sort === 'newest')
    return sql`SELECT id FROM (${of(rating ? sql`r.rating = ${rating} AND ${after}` : after)})`;
  const isAfter = (n: number) =>
    before?.rating === undefined || (sort === 'highest' ? n <= before.rating : n >= before.rating);
  const parts = stars
    .filter((n) => (rating === undefined || n === rating) && isAfter(n))
    .map((n) => of(n === before?.rating ? sql`r.rating = ${n} AND ${after}` : sql`r.rating = ${n}`));
  if (!parts.length) return sql`SELECT NULL`;
  const direction = sort === 'highest' ? sql`DESC` : sql`ASC`;
  return sql`SELECT id FROM (${sql.join(parts, sql` UNION ALL `)})
    ORDER BY rating ${direction}, created_at DESC, id DESC LIMIT ${reviewsPerPage}`;
}
