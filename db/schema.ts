/**
 * What is stored. Money is whole paise, time is UTC milliseconds. Rules that must hold however
 * many requests run at once are constraints here, since only the database sees them all.
 */
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
import type { Role } from '#features/accounts/account.ts';
import type { ApiAddress, OrderStatus, PaymentMethod } from '#features/orders/order.ts';
import type { IssueType } from '#features/support/ticket.ts';

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

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Trimmed and lower-cased. */
    email: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`, base64 (functions/accounts/password.ts). */
    password: text().notNull(),
    role: text().$type<Role>().notNull().default('shopper'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_role', sql`${table.role} IN ('shopper', 'operator')`),
  ],
);

/** Only a token's SHA-256 is stored: who reads the database cannot sign in with it. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Counters that must hold against parallel requests (functions/limits). */
export const attempts = sqliteTable(
  'attempts',
  {
    /** What is counted and for whom, hashed: no address and no e-mail is kept. */
    key: text().primaryKey(),
    count: integer().notNull(),
    blockedUntil: integer('blocked_until').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('attempts_expiry').on(table.expiresAt)],
);

export const cartLines = sqliteTable(
  'cart_lines',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** Order in which lines were added. */
    addedAt: integer('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    check('cart_lines_quantity', sql`${table.quantity} BETWEEN 1 AND 100`),
  ],
);

export const orders = sqliteTable(
  'orders',
  {
    id: text().primaryKey(),
    /** `ORD-` and six digits. */
    reference: text().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text().$type<OrderStatus>().notNull(),
    paid: flag('paid'),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    subtotal: integer().notNull(),
    discount: integer().notNull(),
    delivery: integer().notNull(),
    total: integer().notNull(),
    address: text({ mode: 'json' }).$type<ApiAddress>().notNull(),
    /** `Idempotency-Key` as the client sent it, and what it was sent with. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash').notNull(),
    trackingId: text('tracking_id'),
    courier: text(),
    /** Which cancelling took it back: the stock of an order returns with that one, and only once. */
    cancelledBy: text('cancelled_by'),
    createdAt: integer('created_at').notNull(),
    /** Filled by `npm start -- --demo`: shown as a sample, never counted as a sale. */
    sample: flag('sample'),
  },
  (table) => [
    uniqueIndex('orders_reference').on(table.reference),
    uniqueIndex('orders_idempotency').on(table.userId, table.idempotencyKey),
    index('orders_user').on(table.userId, table.createdAt),
    check(
      'orders_total',
      sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.delivery} AND ${table.total} >= 0`,
    ),
  ],
);

/** What was bought, as it was called and priced then. */
export const orderLines = sqliteTable(
  'order_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    image: text().notNull(),
    /** paise, each */
    price: integer().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_lines_quantity', sql`${table.quantity} BETWEEN 1 AND 100`),
  ],
);

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
    sample: flag('sample'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reviews_person').on(table.productId, table.userId),
    index('reviews_product').on(table.productId, table.hidden, table.createdAt),
    check('reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
  ],
);

/** What a shopper asked for help with. */
export const tickets = sqliteTable(
  'tickets',
  {
    id: text().primaryKey(),
    name: text(),
    email: text().notNull(),
    subject: text().notNull(),
    issueType: text('issue_type').$type<IssueType>().notNull(),
    message: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('tickets_created').on(table.createdAt)],
);

/** Who wants the newsletter. */
export const subscribers = sqliteTable('subscribers', {
  email: text().primaryKey(),
  createdAt: integer('created_at').notNull(),
});
