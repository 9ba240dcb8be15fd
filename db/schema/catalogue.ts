/** Products and their reviews. */
import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';

const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>().notNull();
const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** The catalogue as content says it, and the stock, which only the shop's running changes. */
export const products = sqliteTable(
  'products',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    category: text().notNull(),
    brand: text().notNull(),
    description: text().notNull(),
    /** paise, charged */
    price: integer().notNull(),
    /** paise, MRP */
    originalPrice: integer('original_price').notNull(),
    images: list('images'),
    features: list('features'),
    spf: integer(),
    skinType: text('skin_type').notNull(),
    skinTypes: list('skin_types'),
    benefits: text().notNull(),
    keyIngredients: text('key_ingredients').notNull(),
    /** ml */
    volume: integer(),
    bestseller: flag('bestseller'),
    position: integer().notNull(),
    /** An editor's own rating, shown while there are no reviews. */
    editorRating: real('editor_rating'),
    /** No longer in content; kept, since orders refer to it. */
    retired: flag('retired'),
    /** Fingerprint of the content, so that a sync writes only what changed. */
    version: text().notNull(),
    stock: integer().notNull(),
    /** Opening stock: the present stock without all later changes (db/schema/desk.ts). */
    opening: integer().notNull().default(0),
    /** Kept by the reviews, so that reading a product never counts them. */
    ratingSum: integer('rating_sum').notNull().default(0),
    reviewCount: integer('review_count').notNull().default(0),
  },
  (table) => [
    // The last unit cannot be sold twice: a decrement below zero aborts the order's whole batch.
    check('products_stock', sql`${table.stock} >= 0`),
    check('products_price', sql`${table.price} > 0 AND ${table.price} <= ${table.originalPrice}`),
    index('products_position').on(table.retired, table.position, table.id),
  ],
);

/** Products of a running sync: written in parts, and taken over in one step. */
export const incoming = sqliteTable('incoming_products', {
  id: text().primaryKey(),
  /** JSON, by the names of the columns of `products`. */
  row: text().notNull(),
});

/** One review per person and product. */
export const reviews = sqliteTable(
  'reviews',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** First name and initial; null shows as Anonymous. */
    name: text(),
    rating: integer().notNull(),
    title: text(),
    comment: text().notNull(),
    /** The writer had this product delivered. */
    verified: flag('verified'),
    hidden: flag('hidden'),
    /** Why an operator hid it. */
    hiddenReason: text('hidden_reason'),
    sample: flag('sample'),
    createdAt: integer('created_at').notNull(),
    /** Keyed hash of the writer's e-mail address, once their account is deleted: one review per person stays true. */
    emailHash: text('email_hash'),
  },
  (table) => [
    uniqueIndex('reviews_person').on(table.productId, table.userId),
    uniqueIndex('reviews_email').on(table.productId, table.emailHash),
    index('reviews_user').on(table.userId),
    index('reviews_product').on(table.productId, table.hidden, table.createdAt),
    // The desk reads them by state, newest first.
    index('reviews_created').on(table.hidden, table.createdAt, table.id),
    check('reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
  ],
);
