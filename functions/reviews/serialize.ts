/** A review as the API answers it. */
import { getTableColumns, sql } from 'drizzle-orm';
import { reviews } from '#db/schema/index.ts';
import type { ApiReview } from '#domain/reviews/review.ts';
import { isoTime } from '#lib/dates.ts';
import { publicPhotoUrl } from '../photos/photo-link.ts';
import { type PhotoRow, photosOf, serializePhotos } from '../photos/use.ts';

/** The columns of a review, with its photos. */
export const reviewColumns = { ...getTableColumns(reviews), pictures: photosOf(sql`review_id = reviews.id`) };

export type ReviewRow = typeof reviews.$inferSelect & { pictures: PhotoRow[] };

export const serializeReview = (row: ReviewRow): ApiReview => ({
  _id: row.id,
  productId: row.productId,
  rating: row.rating,
  comment: row.comment,
  title: row.title,
  name: row.name ?? 'Anonymous',
  date: isoTime(row.createdAt),
  edited: isoTime(row.editedAt),
  variant: row.variant,
  verified: row.verified,
  skinType: row.skinType,
  ageBand: row.ageBand,
  climate: row.climate,
  weeks: row.weeks,
  received: row.received,
  buyAgain: row.buyAgain,
  reply: row.reply === null ? null : { text: row.reply, date: isoTime(row.replyAt ?? row.createdAt) },
  photos: serializePhotos(
    row.pictures.filter(({ state }) => state === 'approved'),
    publicPhotoUrl,
  ),
  cursor: `${row.rating}.${row.createdAt}.${row.id}`,
  ...(row.waits === 'email' && !row.hidden && { unconfirmed: true }),
  ...(row.imported && { earlierShop: true }),
  ...(row.sample && { sample: true }),
});
