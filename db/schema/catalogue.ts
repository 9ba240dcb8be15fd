/** Products and their reviews. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Choice } from '#domain/catalogue/options.ts';
import type { Imported } from '#domain/import/imported.ts';
import type { Sale } from '#domain/pricing/sale.ts';
import type { ageBands, climates, HideReason, Received } from '#domain/reviews/review-constants.ts';
import type { skinTypes } from '#lib/product-constants.ts';
import { users } from './accounts.ts';

const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>().notNull();
const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** Condition: a product is at its threshold. SQLite uses the index only for exactly this. */
export const isLowOnStock = sql`retired = 0 AND stock <= low_stock`;

/** The catalogue as content says it, and the stock, which only the shop's running changes. */
export const products = sqliteTable(
  'products',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    category: text().notNull(),
    brand: text().notNull(),
    description: text().notNull(),
    /** paise, charged while no sale is on (domain/pricing/sale.ts) */
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
    /** Grams or millilitres of what is in it, for the weight of parcels; null where the label has no single quantity. */
    netGrams: integer('net_grams'),
    position: integer().notNull(),
    /** For the lines of orders; null only for products that were retired before there was one. */
    hsn: text(),
    unitCode: text('unit_code'),
    /** The product of which it is a size or shade, and its name there; null for a product that is sold as it is. */
    group: text('group_id'),
    label: text(),
    kind: text(),
    /** By the options of the product: `{ name: 'Colour', value: 'Red' }`. */
    choices: text({ mode: 'json' }).$type<Choice[]>().notNull().default(sql`'[]'`),
    /** The colour of a shade: `#aa4455`. */
    swatch: text(),
    /** Of a size or shade among those of its product, 0 for the first. */
    variantPosition: integer('variant_position').notNull().default(0),
    sku: text(),
    barcode: text(),
    /** What a kit contains, as invoices name it. */
    parts: list('parts').default(sql`'[]'`),
    /** The sales that name it: past, present and coming. */
    sales: text({ mode: 'json' }).$type<Sale[]>().notNull().default(sql`'[]'`),
    /**
     * The same by id; null for what is no kit. A kit has no pieces of its own: a trigger (db/triggers/stock.sql)
     * keeps its stock at what can be built of its parts.
     */
    partIds: text('part_ids', { mode: 'json' }).$type<string[]>(),
    /** An editor's own rating, shown while there are no reviews. */
    editorRating: real('editor_rating'),
    /** No longer in content; kept, since orders refer to it. */
    retired: flag('retired'),
    /** Sold, but in no list. */
    hidden: flag('hidden'),
    /** Fingerprint of the content, so that a sync writes only what changed. */
    version: text().notNull(),
    stock: integer().notNull(),
    /** Whether the stock is counted. One that is not has `uncounted` pieces, and orders take none of them. */
    tracked: integer({ mode: 'boolean' }).notNull().default(true),
    /** With this many pieces or fewer, operators get an email. */
    lowStock: integer('low_stock').notNull().default(10),
    /** The threshold at which they got it; null after the product was refilled. */
    lowNotified: integer('low_notified'),
    /** Why an operator has paused selling it, for shoppers; null while it is sold. With the time and the operator. */
    paused: text(),
    pausedAt: integer('paused_at'),
    pausedBy: text('paused_by'),
    /** Until when it is hot, UTC ms (functions/catalogue/hot-stock.ts); null for one that never was. */
    hotUntil: integer('hot_until'),
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
    index('products_group').on(table.group),
    index('products_kits').on(table.id).where(sql`part_ids IS NOT NULL`),
    index('products_low').on(table.retired, table.stock, table.id).where(isLowOnStock),
  ],
);

/** What products have cost, sales included, since when: a sale is compared with the lowest price of the days before it. */
export const priceChanges = sqliteTable(
  'price_changes',
  {
    productId: text('product_id').notNull(),
    /** UTC ms */
    at: integer().notNull(),
    /** paise */
    price: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.at] }), index('price_changes_at').on(table.at)],
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
    /** An operator's internal note on why it is hidden. */
    hiddenReason: text('hidden_reason'),
    sample: flag('sample'),
    createdAt: integer('created_at').notNull(),
    /** Keyed hash of the writer's e-mail address while no account has the review: one review per person stays true. */
    emailHash: text('email_hash'),
    skinType: text('skin_type').$type<(typeof skinTypes)[number]>(),
    ageBand: text('age_band').$type<(typeof ageBands)[number]>(),
    climate: text().$type<(typeof climates)[number]>(),
    /** Whole weeks of use. */
    weeks: integer(),
    received: text().$type<Received>(),
    buyAgain: integer('buy_again', { mode: 'boolean' }),
    editedAt: integer('edited_at'),
    /** The size or shade of which it speaks, as it was called then; null for a product without. */
    variant: text(),
    /** The order by whose link it was written, for emails to its writer. */
    orderId: text('order_id'),
    /** The shop's public answer. */
    reply: text(),
    replyAt: integer('reply_at'),
    /** The public reason while it is hidden; null for one that was hidden before there were public reasons. */
    hideReason: text('hide_reason').$type<HideReason>(),
    hiddenAt: integer('hidden_at'),
    /** What the writer says against its being hidden, and the shop's answer, with which it stays hidden. */
    objection: text(),
    objectionAt: integer('objection_at'),
    decision: text(),
    decidedAt: integer('decided_at'),
    /** Reports that were ever counted. */
    reports: integer().notNull().default(0),
    /** Time of the last report that no operator has dealt with. */
    reportedAt: integer('reported_at'),
    /** Counts changes by the writer and by operators: an operator changes only what they saw. */
    version: integer().notNull().default(0),
    /**
     * Why it does not count in the rating yet. `email`: its writer, who has bought nothing, has not confirmed the address;
     * it is listed, or `hidden` when one network sent many. `operator`: one of many in a short time, and `hidden`.
     */
    waits: text().$type<'email' | 'operator'>(),
    /** When a review by somebody who has not bought was written or confirmed, UTC ms: many in a short time are a burst. */
    screenedAt: integer('screened_at'),
    /** It is part of the totals (db/schema/totals.ts). */
    counted: flag('counted'),
    /** It was written in an earlier shop, and brought over by an import. */
    imported: text({ mode: 'json' }).$type<Imported>(),
    /** Approved photos; a trigger counts them (db/triggers). */
    photos: integer().notNull().default(0),
    /** When the newest of its photos that no operator has looked at was uploaded, UTC ms; a trigger sets it. */
    photosAt: integer('photos_at'),
  },
  (table) => [
    uniqueIndex('reviews_person').on(table.productId, table.userId),
    uniqueIndex('reviews_email').on(table.emailHash, table.productId),
    index('reviews_user').on(table.userId),
    // The lists of a product: newest first, by rating; the counts by skin type.
    index('reviews_product').on(table.productId, table.hidden, table.createdAt),
    index('reviews_rating').on(table.productId, table.hidden, table.rating, table.createdAt),
    index('reviews_skin').on(table.productId, table.hidden, table.skinType, table.rating),
    // The desk reads them by state, newest first.
    index('reviews_created').on(table.hidden, table.createdAt, table.id),
    index('reviews_reported').on(table.reportedAt, table.id).where(sql`reported_at IS NOT NULL`),
    index('reviews_objected')
      .on(table.objectionAt, table.id)
      .where(sql`decided_at IS NULL AND objection_at IS NOT NULL`),
    index('reviews_waiting').on(table.waits, table.createdAt, table.id).where(sql`waits IS NOT NULL`),
    index('reviews_photos')
      .on(table.productId, table.hidden, table.createdAt, table.id, table.photos)
      .where(sql`photos > 0`),
    index('reviews_photos_waiting').on(table.photosAt, table.id).where(sql`photos_at IS NOT NULL`),
    index('reviews_screened').on(table.productId, table.screenedAt).where(sql`screened_at IS NOT NULL`),
    check('reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
  ],
);

/** Reports of reviews by anybody: one for a review and a network. */
export const reviewReports = sqliteTable(
  'review_reports',
  {
    reviewId: text('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** Keyed hash of the review and the network that reported it. */
    addressHash: text('address_hash').notNull(),
    reason: text().$type<HideReason>().notNull(),
    text: text(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.addressHash] }),
    index('review_reports_created').on(table.createdAt),
  ],
);

/** Deleted reviews by product, counted by a trigger (db/triggers), so that the count of received reviews stays true. */
export const withdrawnReviews = sqliteTable('withdrawn_reviews', {
  productId: text('product_id').primaryKey(),
  count: integer().notNull(),
});

/** People who do not want to be asked for a review, by the keyed hash of their address. */
export const reviewOptOuts = sqliteTable('review_opt_outs', {
  emailHash: text('email_hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
});
