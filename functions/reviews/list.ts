/** The reviews of a product, filtered, sorted and in pages. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '#db/client.ts';
import { products, reviewFilters, reviews } from '#db/schema/index.ts';
import type { ApiReview } from '#domain/reviews/review.ts';
import { reviewSorts, reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { keysOf } from '#lib/keys.ts';
import { skinTypes } from '#lib/product-constants.ts';
import type { Call } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { stillCounting } from '../lib/totals.ts';
import { reviewColumns, serializeReview } from './serialize.ts';

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
    sort: z.enum(keysOf(reviewSorts)).default('newest').meta({ description: 'The order of the reviews.' }),
    skin: z.enum(skinTypes).optional().meta({ description: 'The skin type of the reviewers.' }),
    rating: z
      .enum(['1', '2', '3', '4', '5'])
      .transform(Number)
      .pipe(z.int().min(1).max(5))
      .optional()
      .meta({ description: 'The number of stars.' }),
    verified: z
      .literal('true')
      .optional()
      .meta({ description: 'Only reviews of what the shop has delivered.' }),
    answered: z.literal('true').optional().meta({ description: 'Only reviews that the shop has answered.' }),
    photos: z.literal('true').optional().meta({ description: 'Only reviews with photos.' }),
    before: before.optional().meta({ description: 'The `cursor` of the last review of another answer.' }),
  })
  .refine(({ sort, before }) => sort === 'newest' || !before || before.rating !== undefined, {
    path: ['before'],
    error: 'The date must be the date of a review.',
  });

export type ReviewQuery = z.output<typeof reviewQuery>;

/** A page of visible reviews, at most {@link reviewsPerPage}. @returns `undefined` for an unknown product */
export async function listReviews(
  db: Db,
  productId: string,
  query: ReviewQuery,
): Promise<ApiReview[] | undefined> {
  const page = (ids: SQL) =>
    db.read
      .select(reviewColumns)
      .from(reviews)
      .where(sql`${reviews.id} IN (${ids})`)
      .orderBy(...orderOf(query));
  const [[product], rows, [counting]] = await db.read.batch([
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    page(idsOf(productId, query, query.photos ? ofColumns : ofFilter)),
    stillCounting(db, 'reviews'),
  ]);
  if (!product) return undefined;
  const all = counting ? await page(idsOf(productId, query, ofColumns)) : rows;
  return all.map(serializeReview);
}

function orderOf({ sort }: ReviewQuery): SQL[] {
  const newest = [sql`${reviews.createdAt} DESC`, sql`${reviews.id} DESC`];
  if (sort === 'newest') return newest;
  return [sort === 'highest' ? sql`${reviews.rating} DESC` : sql`${reviews.rating} ASC`, ...newest];
}

/** Where reviews `r` are read: the source and the condition for those of a product that meet the query's filters. */
type Source = { from: SQL; where: SQL };

/** The rows under the combination of filters: one range of the table. */
const ofFilter = (productId: string, { skin, verified, answered }: ReviewQuery): Source => {
  const filter = [skin ?? '', verified ? 'verified' : '', answered ? 'answered' : ''].join('/');
  return {
    from: sql`(SELECT review_id AS id, product_id, filter, rating, created_at FROM ${reviewFilters}) r`,
    where: sql`r.product_id = ${productId} AND r.filter = ${filter}`,
  };
};

/**
 * The same, from the reviews themselves: the few that have photos, by their index, and all while old ones are still being
 * counted.
 */
const ofColumns = (productId: string, { skin, verified, answered, photos }: ReviewQuery): Source => ({
  from: sql`${reviews} r`,
  where: sql.join(
    [
      sql`r.product_id = ${productId} AND r.hidden = 0`,
      ...(skin ? [sql`r.skin_type = ${skin}`] : []),
      ...(verified ? [sql`r.verified = 1`] : []),
      ...(answered ? [sql`r.reply IS NOT NULL`] : []),
      ...(photos ? [sql`r.photos > 0`] : []),
    ],
    sql` AND `,
  ),
});

const stars = [1, 2, 3, 4, 5];

/** The ids of a page, read from an index in its order and only as far as the page needs. */
function idsOf(productId: string, query: ReviewQuery, source: typeof ofFilter): SQL {
  const { sort, rating, before } = query;
  const { from, where } = source(productId, query);
  const older = before && sql`(r.created_at, r.id) < (${before.at}, ${before.id})`;
  const part = (order: SQL, ...conditions: (SQL | undefined)[]): SQL =>
    sql`SELECT r.id, r.rating, r.created_at FROM ${from} WHERE ${and(where, ...conditions)}
      ORDER BY ${order} r.created_at DESC, r.id DESC LIMIT ${reviewsPerPage}`;
  const ofRating = (n: number) => sql`r.rating = ${n}`;
  if (rating !== undefined || sort === 'newest')
    return sql`SELECT id FROM (${part(sql``, rating === undefined ? undefined : ofRating(rating), older)})`;
  if (sort === 'highest')
    return sql`SELECT id FROM (${part(
      sql`r.rating DESC,`,
      before && sql`(r.rating, r.created_at, r.id) < (${before.rating}, ${before.at}, ${before.id})`,
    )})`;
  // No index has the lowest rating first and the newest review first: each number of stars is a part.
  const parts = stars
    .filter((n) => n >= (before?.rating ?? 1))
    .map((n) => sql`SELECT * FROM (${part(sql``, ofRating(n), n === before?.rating ? older : undefined)})`);
  return sql`SELECT id FROM (${sql.join(parts, sql` UNION ALL `)})
    ORDER BY rating, created_at DESC, id DESC LIMIT ${reviewsPerPage}`;
}

/** The same for a request. */
export async function readReviews(
  { db }: Call,
  { productId, ...query }: ReviewQuery & { productId: string },
) {
  return (await listReviews(db, productId, query)) ?? notFound('This product');
}
refuses(readReviews, notFound);
