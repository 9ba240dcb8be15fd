/** Photos by shoppers (docs/behaviour.md, "Photos"). The pictures themselves are objects of the bucket, with the row's id as key. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PhotoState, PhotoType } from '#domain/photos/photo.ts';
import { users } from './accounts.ts';
import { reviews } from './catalogue.ts';
import { returns } from './returns.ts';

/**
 * A row exists before its object and is deleted after it, so that no object is without a row. A row whose references are gone
 * belongs to nothing, and the scheduled job deletes it (functions/photos/delete.ts). Triggers (db/triggers) keep
 * `reviews.photos` and `reviews.photos_at` equal to the rows, and take a photo that leaves its review from its owner.
 */
export const photos = sqliteTable(
  'photos',
  {
    id: text().primaryKey(),
    /** Who has uploaded it: an account or a guest. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** What it is used for: a return or a review; both null while it is unused. */
    returnId: text('return_id').references(() => returns.id, { onDelete: 'set null' }),
    reviewId: text('review_id').references(() => reviews.id, { onDelete: 'set null' }),
    /** Of a review's photo: what an operator has said of it. Null for others. */
    state: text().$type<PhotoState>(),
    /** When an operator has said it, UTC ms. */
    decidedAt: integer('decided_at'),
    type: text().$type<PhotoType>().notNull(),
    bytes: integer().notNull(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('photos_unused').on(table.createdAt).where(sql`return_id IS NULL AND review_id IS NULL`),
    index('photos_user').on(table.userId, table.createdAt),
    index('photos_return').on(table.returnId).where(sql`return_id IS NOT NULL`),
    index('photos_review').on(table.reviewId).where(sql`review_id IS NOT NULL`),
  ],
);
