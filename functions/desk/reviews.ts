/** Reviews at the desk: listing them, hiding one, showing it again. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, reviews } from '#db/schema/index.ts';
import type { ReviewView } from '#features/desk/reviews/views.ts';
import type { Operator } from '../http/operator.ts';
import { recalculateRatings } from '../reviews/reviews.ts';
import { writeAudit } from './audit.ts';
import { type Cursor, pageOf, pageSize } from './paging.ts';

type Row = {
  id: string;
  at: number;
  productId: string;
  product: string;
  rating: number;
  title: string | null;
  comment: string;
  name: string | null;
  verified: number;
  hidden: number;
  reason: string | null;
  sample: number;
};

const columns = sql`r.id, r.created_at AS at, r.product_id AS productId,
  (SELECT name FROM ${products} WHERE id = r.product_id) AS product,
  r.rating, r.title, r.comment, r.name, r.verified, r.hidden, r.hidden_reason AS reason, r.sample`;

const serialize = ({ id, at, productId, product, name, verified, hidden, sample, ...row }: Row) => ({
  _id: id,
  ...row,
  date: new Date(at).toISOString(),
  product: { _id: productId, name: product },
  name: name ?? 'Anonymous',
  verified: Boolean(verified),
  hidden: Boolean(hidden),
  ...(sample && { sample: true as const }),
});

type SerializedReview = ReturnType<typeof serialize>;

const states: Record<ReviewView, readonly number[]> = { all: [0, 1], shown: [0], hidden: [1] };

export type ReviewQuery = { show: ReviewView; product?: string | undefined; after?: Cursor | undefined };

/**
 * A page of reviews, newest first. Visible and hidden reviews are read separately, each from an index in this order, so
 * listing the few hidden ones reads no others.
 */
export async function listReviews(db: Db, { show, product, after }: ReviewQuery) {
  const from = after ? sql`(r.created_at, r.id) < (${after.at}, ${after.id})` : sql`true`;
  const of = product === undefined ? sql`true` : sql`r.product_id = ${product}`;
  const last = sql`ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`;
  const parts = states[show].map(
    (hidden) => sql`SELECT * FROM (
      SELECT ${columns} FROM ${reviews} r WHERE r.hidden = ${hidden} AND ${of} AND ${from}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${pageSize + 1})`,
  );
  const rows = await db.read.all<Row>(sql`${sql.join(parts, sql` UNION ALL `)} ${last}`);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return { reviews: page.rows.map(serialize), next: page.next };
}

/**
 * @property hidden the new visibility @property reason why it is hidden
 * @property seen creation time of the review that the operator saw, UTC ms: its writer may have replaced it
 */
export type VisibilityChange = { id: string; hidden: boolean; reason: string | null; seen: number };

type VisibilityResult =
  | { ok: true; review: SerializedReview }
  | { ok: false; code: 'not_found' }
  /** @property review as it is now, unchanged */
  | { ok: false; code: 'changed'; review: SerializedReview };

/** Hides a review or shows it again, and updates the product's rating in the same batch. @param now UTC ms */
export async function setReviewHidden(
  db: Db,
  operator: Operator,
  { id, hidden, reason, seen }: VisibilityChange,
  now: number,
): Promise<VisibilityResult> {
  const here = sql`FROM ${reviews} WHERE id = ${id}`;
  const detail: SQL = sql`(SELECT rating || ' of 5 stars' || ${reason ? `: ${reason}` : ''} ${here})`;
  const [, changed, , [row]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: hidden ? 'review_hidden' : 'review_shown', about: sql`(SELECT product_id ${here})`, detail },
      now,
      sql`EXISTS (SELECT 1 ${here} AND hidden = ${hidden ? 0 : 1} AND created_at = ${seen})`,
    ),
    db.write.all<{ id: string }>(sql`
      UPDATE ${reviews} SET hidden = ${hidden ? 1 : 0}, hidden_reason = ${reason}
      WHERE id = ${id} AND hidden = ${hidden ? 0 : 1} AND created_at = ${seen} RETURNING id`),
    recalculateRatings(db, sql`(SELECT product_id ${here})`),
    db.write.all<Row>(sql`SELECT ${columns} FROM ${reviews} r WHERE r.id = ${id}`),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  return changed.length
    ? { ok: true, review: serialize(row) }
    : { ok: false, code: 'changed', review: serialize(row) };
}
