/** Reading reviews at the desk. Actions on them are in review-actions.ts. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, reviewReports, reviews } from '#db/schema/index.ts';
import { productName } from '#domain/catalogue/sellable-id.ts';
import type { HideReason, Received } from '#domain/reviews/review-constants.ts';
import type { ReviewView } from '#domain/reviews/views.ts';
import type { DeskCall } from '../lib/call.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import { type PhotoRow, photosJson, reviewedPhotos } from '../photos/use.ts';
import { afterCursor, type Cursor, pageOf, pageSize } from './paging.ts';

/** Reports shown with a review. */
const maxReports = 10;

type Row = {
  id: string;
  /** The time that the list is ordered by. */
  at: number;
  createdAt: number;
  editedAt: number | null;
  productId: string;
  label: string | null;
  variant: string | null;
  product: string;
  rating: number;
  title: string | null;
  comment: string;
  name: string | null;
  skinType: string | null;
  ageBand: string | null;
  climate: string | null;
  weeks: number | null;
  received: Received | null;
  buyAgain: number | null;
  verified: number;
  hidden: number;
  waits: 'email' | 'operator' | null;
  reason: HideReason | null;
  note: string | null;
  reply: string | null;
  objection: string | null;
  objectionAt: number | null;
  decision: string | null;
  reportedAt: number | null;
  reports: string;
  version: number;
  sample: number;
  /** The system from which an import brought it; null for one that was written here. */
  earlierShop: string | null;
  photos: string;
};

const columns = (at: SQL): SQL => sql`r.id, ${at} AS at, r.created_at AS createdAt, r.edited_at AS editedAt,
  r.product_id AS productId, (SELECT name FROM ${products} WHERE id = r.product_id) AS product,
  (SELECT label FROM ${products} WHERE id = r.product_id) AS label, r.variant,
  r.rating, r.title, r.comment, r.name, r.skin_type AS skinType, r.age_band AS ageBand, r.climate, r.weeks, r.received,
  r.buy_again AS buyAgain, r.verified, r.hidden, r.waits, r.hide_reason AS reason, r.hidden_reason AS note, r.reply, r.objection,
  r.objection_at AS objectionAt, r.decision, r.reported_at AS reportedAt, r.version, r.sample, r.imported ->> 'from' AS earlierShop,
  ${photosJson(sql`review_id = r.id`)} AS photos,
  (SELECT json_group_array(json_object('reason', reason, 'text', text)) FROM (
    SELECT reason, text FROM ${reviewReports} WHERE review_id = r.id ORDER BY created_at DESC LIMIT ${maxReports}
  )) AS reports`;

type Report = { reason: HideReason; text: string | null };

/** A review as operators see it. @param photoUrl for its photos */
export const deskReview = (
  { at: _, productId, product, label, objectionAt, reportedAt, photos, ...row }: Row,
  photoUrl: PhotoUrl | undefined,
) => ({
  ...row,
  product: { id: productId, name: productName(product, label) },
  name: row.name ?? 'Anonymous',
  buyAgain: row.buyAgain === null ? null : Boolean(row.buyAgain),
  verified: Boolean(row.verified),
  hidden: Boolean(row.hidden),
  /** The objection waits for a decision. */
  objected: objectionAt !== null && row.decision === null,
  /** The reports that no operator has dealt with, with earlier ones. */
  reports: reportedAt === null ? [] : (JSON.parse(row.reports) as Report[]),
  sample: Boolean(row.sample),
  photos: reviewedPhotos(JSON.parse(photos) as PhotoRow[], photoUrl),
});

export type DeskReview = ReturnType<typeof deskReview>;

/** A query for one review, for a batch. */
export const reviewRow = (db: Db, id: string) =>
  db.write.all<Row>(sql`SELECT ${columns(sql`r.created_at`)} FROM ${reviews} r WHERE r.id = ${id}`);

const created = sql`r.created_at`;

/** Condition on reviews `r`: some of its photos wait for an operator, and none has hidden it. */
const photosWait = sql`r.photos_at > 0 AND (r.hidden = 0 OR r.waits IS NOT NULL)`;

/** A query for how many reviews have photos that wait. */
export const countPhotoReviews = (db: Db) =>
  db.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM ${reviews} r WHERE ${photosWait}`);

/**
 * The parts of each view: a condition and the time that it is ordered by, which one index covers. Visible and hidden
 * reviews are read separately, so listing the few hidden ones reads no others.
 */
const parts: Record<ReviewView, readonly { of: SQL; at: SQL }[]> = {
  all: [
    { of: sql`r.hidden = 0`, at: created },
    { of: sql`r.hidden = 1`, at: created },
  ],
  shown: [{ of: sql`r.hidden = 0`, at: created }],
  held: [{ of: sql`r.waits = 'operator'`, at: created }],
  hidden: [{ of: sql`r.hidden = 1 AND r.waits IS NULL`, at: created }],
  reported: [{ of: sql`r.reported_at > 0`, at: sql`r.reported_at` }],
  photos: [{ of: photosWait, at: sql`r.photos_at` }],
  objected: [{ of: sql`r.objection_at > 0 AND r.decided_at IS NULL`, at: sql`r.objection_at` }],
};

export type ReviewQuery = { show: ReviewView; product?: string | undefined; after?: Cursor | undefined };

/** A page of reviews, newest first: by the last report, photo or objection in the views of these. @param photoUrl for their photos */
export async function listReviews({ db, urls }: DeskCall, { show, product, after }: ReviewQuery) {
  // The few reviews that wait for an operator are found by their own index: the plus leaves that of the product out.
  const waits = show === 'reported' || show === 'photos' || show === 'objected';
  const ofProduct =
    product === undefined ? sql`true` : sql`${waits ? sql`+` : sql``}r.product_id = ${product}`;
  const selects = parts[show].map(
    ({ of, at }) => sql`SELECT * FROM (
      SELECT ${columns(at)} FROM ${reviews} r WHERE ${of} AND r.comment <> '' AND ${ofProduct} AND ${afterCursor(after, at, sql`r.id`)}
      ORDER BY ${at} DESC, r.id DESC LIMIT ${pageSize + 1})`,
  );
  const rows = await db.read.all<Row>(
    sql`${sql.join(selects, sql` UNION ALL `)} ORDER BY at DESC, id DESC LIMIT ${pageSize + 1}`,
  );
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return { ...page, rows: page.rows.map((row) => deskReview(row, urls.photo)) };
}
