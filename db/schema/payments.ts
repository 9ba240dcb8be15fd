/** Payments, provider events, disputes and refunds. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { foreignReasons, type RefundReason, type RefundTransfer } from '#domain/orders/refund.ts';
import type { OnlineMethod, PaidFirstMethod } from '#domain/payments/payment-methods.ts';
import { orders } from './orders.ts';
import type { ProviderUpdate } from './provider-event.ts';

/**
 * What an order waits for before it is placed: an online payment, or a bank transfer. That of a cash order, which its buyer began to pay online, is not the order's until it is made:
 * then the order is paid by this method ({@link isOrdersPayment}).
 */
export const payments = sqliteTable(
  'payments',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    method: text().$type<PaidFirstMethod>().notNull(),
    /** paise */
    amount: integer().notNull(),
    /**
     * What the shopper has paid where that is another amount: less with an offer of Razorpay, more with its fee on top
     * (`razorpay` of content/store.yaml). Null: `amount`. Paise.
     */
    paidAmount: integer('paid_amount'),
    /** Stripe's Checkout Session, Razorpay's order; null until the provider has answered. */
    providerId: text('provider_id'),
    /** URL of the provider's payment page; null for a widget. */
    url: text(),
    /** Stripe's payment intent, Razorpay's payment; set with the order's `paid`. */
    paymentId: text('payment_id'),
    /** End of the time that the unpaid order keeps its stock. */
    holdUntil: integer('hold_until').notNull(),
    /** When the scheduled job asks the provider next; null for never. */
    nextAskAt: integer('next_ask_at'),
    /** How often the job has asked. */
    asked: integer().notNull().default(0),
    /** Origin of the shop, for the return from the provider. */
    origin: text().notNull(),
    /** Unused: the last release writes the client's network, hashed. */
    network: text(),
  },
  (table) => [
    uniqueIndex('payments_provider').on(table.method, table.providerId),
    index('payments_ask').on(table.nextAskAt),
    // The job deletes the network after the hold.
    index('payments_network').on(table.holdUntil).where(sql`network IS NOT NULL`),
    index('payments_payment').on(table.paymentId),
  ],
);

/**
 * What has come to the shop's account for orders that are paid by bank transfer, as operators record it. Several may pay one
 * order; one that comes late, or is too much, goes back.
 */
export const bankTransfers = sqliteTable(
  'bank_transfers',
  {
    id: text().primaryKey(),
    /** The bank's number of the transfer: each is recorded once. */
    utr: text().notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** paise */
    amount: integer().notNull(),
    at: integer().notNull(),
    /** Account of the operator. */
    recordedBy: text('recorded_by').notNull(),
  },
  (table) => [
    uniqueIndex('bank_transfers_utr').on(table.utr),
    index('bank_transfers_order').on(table.orderId),
  ],
);

/** Condition: the payment `p` is the one of order `o`. */
export const isOrdersPayment = sql`p.order_id = o.id AND p.method = o.payment_method`;

/** The first order of the purchase that a row of orders belongs to: itself, or the one that has paid for the exchange. */
export const purchaseOf = (order: SQLWrapper) => sql<string>`coalesce(${order}.purchase_id, ${order}.id)`;

/** The events of the providers, each once. `handledAt` is set after the event was applied. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    /** `stripe:evt_…`, `razorpay:…` */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The event in the shop's terms (functions/payments): ids and amounts, no personal data. */
    about: text({ mode: 'json' }).$type<ProviderUpdate>().notNull(),
    receivedAt: integer('received_at').notNull(),
    handledAt: integer('handled_at'),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index('payment_events_open').on(table.handledAt, table.receivedAt),
    index('payment_events_received').on(table.receivedAt),
  ],
);

/** Disputes: the newest report of the provider. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** `stripe:dp_…`, `razorpay:disp_…` */
    id: text().primaryKey(),
    /** Null for a payment that is not the shop's. */
    orderId: text('order_id'),
    method: text().$type<OnlineMethod>().notNull(),
    paymentId: text('payment_id').notNull(),
    /** In the smallest unit of the currency: paise. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** The provider's own word, such as `fraudulent`. */
    reason: text().notNull(),
    /** The provider's own word, such as `needs_response`. */
    status: text().notNull(),
    /** Deadline for evidence; null if none is needed. */
    respondBy: integer('respond_by'),
    openedAt: integer('opened_at').notNull(),
    /** The provider's time of the report. Older reports change nothing. */
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('disputes_order').on(table.orderId)],
);

/** Refunds of payments that are not the order's. */
export const isForeignPayment = sql.raw(`reason IN (${foreignReasons.map((one) => `'${one}'`).join(', ')})`);

/** Refunds that somebody still has to send, or that are on their way. */
export const isOpenRefund = sql`status NOT IN ('done', 'too_small')`;

/**
 * Refunds and their status. An order has several; a trigger refuses one with which they would exceed what was paid
 * (db/triggers).
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    /** The provider's payment to which it goes back; null for what is sent by hand, to a UPI ID or an account. */
    paymentId: text('payment_id'),
    /** The refund whose payment did not reach for all of it: this is the rest, which is sent by hand. */
    restOf: text('rest_of'),
    /** Where the shopper wants it, encrypted (functions/returns/payout.ts); null if it is not known here, and once it was sent. */
    payout: text(),
    /** paise */
    amount: integer().notNull(),
    /** Cancelled, returned or lowered in price (`adjustment`); or a payment that is not the order's. */
    reason: text().$type<RefundReason>().notNull(),
    /** An operator's reason, which the shopper sees too. */
    note: text(),
    /**
     * Waiting for an operator; requested from the provider; completed; refused by the provider; below the smallest refund,
     * so that it waits for the next one of the order.
     */
    status: text({ enum: ['due', 'sent', 'done', 'failed', 'too_small'] }).notNull(),
    /** The provider's refund. */
    providerId: text('provider_id'),
    confirmedBy: text('confirmed_by'),
    /** The operator who has entered how the money was sent, while it waits for a second one (`refunds` of content/store.yaml). */
    proposedBy: text('proposed_by'),
    /** The provider's reason for a failure, for operators. */
    failure: text(),
    /** How cash was sent back, and the bank's reference; or the order that an exchange has paid. */
    transfer: text().$type<RefundTransfer>(),
    transferReference: text('transfer_reference'),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
  },
  (table) => [
    index('refunds_payment').on(table.paymentId),
    // A payment that is not the order's is sent back once and whole.
    uniqueIndex('refunds_foreign_payment').on(table.paymentId).where(isForeignPayment),
    // For the export of payments.
    index('refunds_foreign_at').on(table.createdAt, table.id).where(isForeignPayment),
    index('refunds_done').on(table.doneAt, table.id).where(sql`done_at IS NOT NULL`),
    uniqueIndex('refunds_provider').on(table.providerId),
    index('refunds_order').on(table.orderId),
    index('refunds_status').on(table.status, table.createdAt),
    check('refunds_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * What was taken out of an order: units cancelled before the parcel is handed over, and value given back after it. Lines of
 * the order hold what is left after cancellations. Append-only, by trigger.
 */
export const reductions = sqliteTable(
  'reductions',
  {
    id: text().primaryKey(),
    /** No foreign key: like the history, it outlives the order. */
    orderId: text('order_id').notNull(),
    at: integer().notNull(),
    /** `refunded`: the shopper keeps the goods. */
    kind: text({ enum: ['cancelled', 'returned', 'refunded'] }).notNull(),
    /** Of the line; null for delivery. */
    position: integer(),
    productId: text('product_id'),
    name: text().notNull(),
    /** 0 when only an amount is given back. */
    quantity: integer().notNull(),
    /** paise, with tax */
    amount: integer().notNull(),
    /** The units can be sold again. */
    restocked: integer({ mode: 'boolean' }).notNull(),
    /** Null if nothing had been paid. */
    refundId: text('refund_id'),
  },
  (table) => [
    index('reductions_order').on(table.orderId),
    check('reductions_amount', sql`${table.quantity} >= 0 AND ${table.amount} >= 0`),
  ],
);

/**
 * What kept goods cost more, since the condition of the order's code no longer holds for them: taken off the refund of what
 * came back (src/domain/orders/reductions.ts). Append-only, by trigger.
 */
export const debits = sqliteTable(
  'debits',
  {
    id: text().primaryKey(),
    /** The order whose line costs more. No foreign key: like the history, it outlives the order. */
    orderId: text('order_id').notNull(),
    /** Of the line. */
    position: integer().notNull(),
    name: text().notNull(),
    at: integer().notNull(),
    /** paise, with tax */
    amount: integer().notNull(),
    /** The order had no invoice yet: its line was changed itself. Else a debit note says it. */
    inLine: integer('in_line', { mode: 'boolean' }).notNull(),
    /** The order of the same purchase whose refund was less by this, and that refund; null if nothing was left of it. */
    takenFrom: text('taken_from').notNull(),
    refundId: text('refund_id'),
  },
  (table) => [
    index('debits_order').on(table.orderId),
    index('debits_taken').on(table.takenFrom),
    check('debits_amount', sql`${table.amount} > 0`),
  ],
);

export type RefundStatus = typeof refunds.$inferSelect.status;

export type Payment = typeof payments.$inferSelect;

/** Cash on delivery that a courier has transferred, by order. The courier's file names it; an operator has confirmed it. */
export const remittances = sqliteTable(
  'remittances',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Those of the order at the time. */
    trackingId: text('tracking_id'),
    courier: text(),
    /** What the buyer has paid, paise: the courier has transferred it less its charges. */
    amount: integer().notNull(),
    /** What the courier has kept, paise (chargeLabels of src/domain/shipping/remittance-file.ts). */
    codFee: integer('cod_fee').notNull().default(0),
    freight: integer().notNull().default(0),
    chargeTax: integer('charge_tax').notNull().default(0),
    otherCharges: integer('other_charges').notNull().default(0),
    /** Of the transfer: `2026-11-27`; null where the file does not say it. */
    day: text(),
    /** The bank's number of the transfer, which many orders share; empty where the file does not say it. */
    utr: text().notNull(),
    at: integer().notNull(),
    /** The operator who has confirmed it. */
    confirmedBy: text('confirmed_by').notNull(),
  },
  (table) => [
    // A row of a file is stored once, also when two operators import it.
    uniqueIndex('remittances_once').on(table.orderId, table.utr),
    index('remittances_utr').on(table.utr),
    index('remittances_at').on(table.at, table.id),
    check('remittances_amount', sql`${table.amount} > 0`),
  ],
);

/** Transfers of couriers that the bank's statement shows. What it lacks of the parcels' remittances is the courier's charge. */
export const remittanceTransfers = sqliteTable(
  'remittance_transfers',
  {
    /** The bank's number. */
    utr: text().primaryKey(),
    courier: text(),
    /** When the first of its remittances was recorded. */
    at: integer().notNull(),
    /** What the bank has credited, paise; null until an operator has entered it. */
    credited: integer(),
    creditedAt: integer('credited_at'),
    confirmedBy: text('confirmed_by'),
  },
  (table) => [
    index('remittance_transfers_at').on(table.at, table.utr),
    index('remittance_transfers_credited')
      .on(table.creditedAt, table.utr)
      .where(sql`credited_at IS NOT NULL`),
  ],
);
