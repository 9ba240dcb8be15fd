/** Orders, their lines and history, and coupon codes. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Imported } from '#domain/import/imported.ts';
import type { ConfirmReason } from '#domain/orders/confirmation.ts';
import type { Mover } from '#domain/orders/moves.ts';
import type { ApiAddress, OrderEventKind, OrderStatus } from '#domain/orders/order.ts';
import { methodsOnDelivery, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import type { RegisteredAddress } from '#domain/tax/business.ts';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';

/**
 * Condition: an order on delivery waits for being confirmed (src/domain/orders/confirmation.ts). SQLite uses the indexes for
 * it only for exactly this.
 */
export const isUnconfirmed = sql`status = 'Order Placed' AND confirm_reason IS NOT NULL AND confirmed_at IS NULL`;

/** Condition: an order is paid when its parcel is handed over. */
export const isPaidOnDelivery = sql`payment_method IN ${methodsOnDelivery}`;

/**
 * Condition: an online payment of the order counts. A cash order whose buyer is asked to confirm it can be paid online until
 * it is packed (functions/payments/pay-unconfirmed.ts).
 */
export const takesPayment = sql`(status = 'Payment Pending' OR (status = 'Order Placed' AND ${isPaidOnDelivery} AND paid = 0
  AND confirm_reason IS NOT NULL))`;

/**
 * Condition: an order is a new sale, and no exchange. Views `order_totals` and `line_totals` count the same ones. The plus leaves
 * the index to the other conditions: nearly all orders are sales.
 */
export const isSale = sql`+payment_method IN ${paymentMethods}`;

/**
 * What the totals know of an order. `no`: an older release wrote it, and a trigger or a fill counts it; `yes`: it is counted;
 * `later`: this release wrote it, and the follower counts it (functions/orders/follow.ts).
 */
export const counted = { no: 0, yes: 1, later: 2 } as const;
type Counted = (typeof counted)[keyof typeof counted];

export const orders = sqliteTable(
  'orders',
  {
    id: text().primaryKey(),
    /** `ORD-` and six digits, or more once these are scarce (functions/orders/reference.ts). */
    reference: text().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text().$type<OrderStatus>().notNull(),
    paid: integer({ mode: 'boolean' }).notNull().default(false),
    paymentMethod: text('payment_method').$type<OrderPaymentMethod>().notNull(),
    /**
     * The first order of the purchase, whose payment has paid for this exchange, also over several exchanges. Null for an
     * order that was paid itself. A trigger sets it with `returns.exchange_order_id`.
     */
    purchaseId: text('purchase_id'),
    subtotal: integer().notNull(),
    discount: integer().notNull(),
    delivery: integer().notNull(),
    total: integer().notNull(),
    address: text({ mode: 'json' }).$type<ApiAddress>().notNull(),
    /** The client's `Idempotency-Key`, and a hash of the request that it was sent with. */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash').notNull(),
    trackingId: text('tracking_id'),
    courier: text(),
    couponCode: text('coupon_code'),
    /** The smallest subtotal for which the code applied, paise. Null without a code, and for older orders. */
    couponMinimum: integer('coupon_minimum'),
    /** The promised days of arrival, first and last: `2026-11-27`. Null for older orders. */
    promisedFrom: text('promised_from'),
    promisedTo: text('promised_to'),
    /** Of a business that needs an invoice with its GSTIN; null for everybody else. */
    gstin: text(),
    businessName: text('business_name'),
    /** The business is in a special economic zone. */
    sez: integer({ mode: 'boolean' }).notNull().default(false),
    /** Of the business's GSTIN. Null without a business, and for orders from before it was asked for. */
    registeredAddress: text('registered_address', { mode: 'json' }).$type<RegisteredAddress>(),
    /** The number of the parcel's e-way bill: twelve digits. */
    ewayBill: text('eway_bill'),
    createdAt: integer('created_at').notNull(),
    /** Returned because the courier could not deliver it. */
    undelivered: integer({ mode: 'boolean' }).notNull().default(false),
    /** When its buyer is asked for reviews, three weeks after delivery; null before delivery and once it is done. */
    askAt: integer('ask_at'),
    /** Created by `npm start -- --demo`: shown as a sample, not counted as a sale. */
    sample: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Its pieces are taken off the stock. False while an online order above the limits of what may be held unpaid waits
     * for its payment (functions/orders/holds.ts): a trigger takes them when it is paid.
     */
    reserved: integer({ mode: 'boolean' }).notNull().default(true),
    /** Why the buyer is asked to confirm an order on delivery; null: they are not. */
    confirmReason: text('confirm_reason').$type<ConfirmReason>(),
    /** When the buyer, or an operator who has called, confirmed it; null before. */
    confirmedAt: integer('confirmed_at'),
    /** When the email that reminds of it was written. */
    remindedAt: integer('reminded_at'),
    /** Words of operators for their work, which shoppers never see (src/domain/orders/tags.ts). */
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Whether it is part of the totals and has its words for the search (db/schema/totals.ts, `orderWords`). */
    counted: integer().$type<Counted>().notNull().default(counted.no),
    /** How often its links were withdrawn: only links that were signed with this number open it. */
    linkVersion: integer('link_version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('orders_reference').on(table.reference),
    uniqueIndex('orders_idempotency').on(table.userId, table.idempotencyKey),
    index('orders_purchase').on(table.purchaseId).where(sql`purchase_id IS NOT NULL`),
    index('orders_user').on(table.userId, table.createdAt),
    // For the desk: its lists page by these.
    index('orders_created').on(table.createdAt, table.id),
    index('orders_status').on(table.status, table.createdAt, table.id),
    index('orders_paying').on(table.paymentMethod, table.paid, table.status, table.createdAt, table.id),
    // For the orders of a ticket's address. SQLite uses it only for exactly this expression.
    index('orders_email').on(sql`lower(address ->> 'email')`),
    // Parcels that came back undelivered, by phone (functions/orders/undelivered.ts).
    index('orders_undelivered').on(sql`address ->> 'phone'`).where(sql`undelivered = 1`),
    index('orders_tracking').on(table.trackingId).where(sql`tracking_id IS NOT NULL`),
    index('orders_unconfirmed').on(table.createdAt, table.id).where(isUnconfirmed),
    index('orders_remind').on(table.createdAt).where(sql`${isUnconfirmed} AND reminded_at IS NULL`),
    index('orders_ask').on(table.askAt).where(sql`ask_at IS NOT NULL`),
    check(
      'orders_total',
      sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.delivery} AND ${table.total} >= 0`,
    ),
  ],
);

/** The products of an order, with their names and prices at the time. */
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
    /** the line's share of the order's discount, paise */
    discount: integer().notNull().default(0),
    /** Code of the goods, GST rate of the day of the order in hundredths of a per cent, unit. Null for older orders. */
    hsn: text(),
    rate: integer(),
    unitCode: text('unit_code'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_product').on(table.productId),
    check('order_lines_quantity', sql`${table.quantity} BETWEEN 1 AND 100`),
  ],
);

/**
 * What unpaid orders hold, by subject (functions/orders/holds.ts): a row for each subject of an order that counts towards a
 * limit. Triggers of the migration delete an order's rows when it is paid, delivered, cancelled or returned.
 */
export const holds = sqliteTable(
  'holds',
  {
    /** Hashed: an account, a phone, an address or a network. `shop` for the limits of the whole shop. */
    subject: text().notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Pieces of all products. */
    units: integer().notNull(),
    /** paise */
    total: integer().notNull(),
    at: integer().notNull(),
    /** The row counts until then, UTC ms. */
    until: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.orderId] }),
    index('holds_order').on(table.orderId),
  ],
);

/**
 * Pieces in the orders with the subject `shop`, by product. Triggers keep them with the rows of `holds` (db/triggers/holds.sql).
 */
export const productHolds = sqliteTable(
  'product_holds',
  {
    productId: text('product_id').notNull(),
    /** The ten minutes in which the orders were placed: their start, UTC ms. 0: the orders of all times. */
    slot: integer().notNull(),
    units: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.slot] }),
    index('product_holds_slot').on(table.slot),
  ],
);

/**
 * What the desk finds an order by, in lower case, one word a row: number, short id, name, email, phone from each of its
 * digits on, street, city, pincode, products, tracking number, business with its GSTIN, code, payment, invoice and credit
 * notes, tags with `#`. Triggers of the migrations fill it from view `order_texts`.
 */
export const orderWords = sqliteTable(
  'order_words',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    word: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.word] }),
    index('order_words_word').on(table.word, table.orderId),
  ],
);

/** Rows of the history that say that money came in: the provider's payment, or cash. SQLite uses their index only for exactly this. */
export const moneyReceived = sql`(actor = 'provider' AND to_status = 'Order Placed') OR (actor = 'operator' AND kind = 'payment')`;

/**
 * The history of orders, append-only: triggers refuse every change (db/triggers). A status changes only together with
 * its row here, which aborts the change if the order has another version by now (functions/orders/change-order.ts).
 */
export const orderEvents = sqliteTable(
  'order_events',
  {
    id: text().primaryKey(),
    /** No foreign key: the history outlives the order. */
    orderId: text('order_id').notNull(),
    at: integer().notNull(),
    actor: text().$type<Mover>().notNull(),
    /** The account of a shopper or an operator. */
    actorId: text('actor_id'),
    kind: text().$type<OrderEventKind>().notNull(),
    fromStatus: text('from_status').$type<OrderStatus>(),
    toStatus: text('to_status').$type<OrderStatus>(),
    reason: text(),
    /** The shopper sees it too. */
    shown: integer({ mode: 'boolean' }).notNull().default(true),
  },
  (table) => [
    index('order_events_order').on(table.orderId, table.at),
    index('order_events_operators').on(table.at, table.id).where(sql`actor = 'operator'`),
    index('order_events_money').on(table.at, table.id).where(moneyReceived),
  ],
);

/** Condition on a row of the history: it undoes another row (`undoId` of src/domain/orders/undo.ts). @param id its id */
export const isUndo = (id: SQLWrapper) => sql`${id} LIKE 'undo:%'`;

/** Condition on a row of the history: an operator has undone it (`undoId` of src/domain/orders/undo.ts). @param events the table or its alias */
export const isUndone = (events: SQLWrapper) =>
  sql`EXISTS (SELECT 1 FROM order_events AS undo WHERE undo.id BETWEEN 'undo:' || ${events}.id || ':' AND 'undo:' || ${events}.id || ';')`;

/** Coupon codes (docs/behaviour.md, "Discount codes"). */
export const coupons = sqliteTable(
  'coupons',
  {
    /** Upper case. */
    code: text().primaryKey(),
    percent: integer().notNull(),
    /** smallest subtotal, paise */
    minSubtotal: integer('min_subtotal').notNull().default(0),
    /** The account's address for a personal code; null for everybody. */
    email: text(),
    validUntil: integer('valid_until').notNull(),
    /** Number of orders that may use it; null for no limit. */
    maxUses: integer('max_uses'),
    uses: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Number of orders in which one customer may use it (`coupon_uses`); null for no limit. */
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    /** Codes of one kind count together for a customer, such as all welcome codes; null: the code counts by itself. */
    countedAs: text('counted_as'),
    /** The cart shows it to everybody whom it helps; never a personal code. */
    listed: integer({ mode: 'boolean' }).notNull().default(false),
    /** It comes from an earlier shop. */
    imported: text({ mode: 'json' }).$type<Imported>(),
  },
  (table) => [
    // Using one up too often aborts the order's whole batch.
    index('coupons_email').on(table.email),
    index('coupons_created').on(table.createdAt, table.code),
    index('coupons_listed').on(table.validUntil).where(sql`listed = 1`),
    check(
      'coupons_uses',
      sql`${table.uses} >= 0 AND (${table.maxUses} IS NULL OR ${table.uses} <= ${table.maxUses})`,
    ),
    check('coupons_percent', sql`${table.percent} BETWEEN 1 AND 100`),
  ],
);

/**
 * Which customer has used a code with a limit per customer, one row for each thing that a customer is known by. A trigger
 * (db/triggers) refuses a row beyond the limit, which aborts the order's whole batch. Orders that ended unpaid do not
 * count, so their rows stay.
 */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** `counted_as` of the code, else the code. */
    code: text().notNull(),
    /** `account:`, `email:` or `phone:` with the id or the normalized value (src/domain/pricing/customer.ts). */
    customer: text().notNull(),
    maxUses: integer('max_uses').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.customer] }),
    index('coupon_uses_customer').on(table.code, table.customer),
  ],
);

/** An order without its account, and without what the database keeps by itself. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'userId' | 'counted' | 'linkVersion'>;

export type OrderLine = Pick<
  typeof orderLines.$inferSelect,
  'productId' | 'name' | 'image' | 'price' | 'quantity' | 'discount'
>;
