/** Counts that triggers keep (db/triggers), so that reading them costs the same in a shop of any age. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Counted orders, lines, reviews and subscribers. Old rows are counted by the scheduled job
 * (functions/jobs/fills.ts), which sets their column `counted`; new ones as they are written.
 */
export const totals = sqliteTable(
  'totals',
  {
    /** What is counted: the views of db/triggers/totals.sql list it. */
    name: text().notNull(),
    /** Day or hour in India since 1970, or stars; 0 if neither divides it. */
    at: integer().notNull(),
    /** Product, status or state. */
    about: text().notNull(),
    count: integer().notNull(),
    /** paise */
    amount: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.at, table.about] })],
);

/**
 * The visible reviews of a product under each combination of the filters of their list: each is read as a range. A review
 * has a row for `''` and for each combination of what is true of it (functions/reviews/list.ts).
 */
export const reviewFilters = sqliteTable(
  'review_filters',
  {
    productId: text('product_id').notNull(),
    /** `Dry Skin/verified/answered`, each part empty where it does not matter. */
    filter: text().notNull(),
    rating: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    reviewId: text('review_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.filter, table.rating, table.createdAt, table.reviewId] }),
    index('review_filters_newest').on(table.productId, table.filter, table.createdAt, table.reviewId),
  ],
);
