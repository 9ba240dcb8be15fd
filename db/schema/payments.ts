/** Money on its way in and out. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OnlineMethod } from '#features/orders/order.ts';
import { orders } from './orders.ts';
import type { ProviderNews } from './provider-event.ts';

/** An order's online payment: what the provider knows it by, and when to ask next. */
export const payments = sqliteTable(
  'payments',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    method: text().$type<OnlineMethod>().notNull(),
    /** paise */
    amount: integer().notNull(),
    /** Stripe's Checkout Session, Razorpay's order; null until the provider has answered. */
    providerId: text('provider_id'),
    /** Where it is paid, for a payment page of the provider's own. */
    url: text(),
    /** Stripe's payment intent, Razorpay's payment; set with the order's `paid`. */
    paymentId: text('payment_id'),
    /** Until then the order keeps its stock without being paid. */
    holdUntil: integer('hold_until').notNull(),
    /** When the scheduled job asks the provider; null when there is nothing more to ask. */
    nextAskAt: integer('next_ask_at'),
    asked: integer().notNull().default(0),
    /** Where the shopper shops, so that the provider sends them back there. */
    origin: text().notNull(),
    /** The counter of unpaid holds of the network that it was ordered from (functions/limits), hashed. */
    network: text(),
  },
  (table) => [
    uniqueIndex('payments_provider').on(table.method, table.providerId),
    index('payments_ask').on(table.nextAskAt),
    // The job forgets the network when the hold is over.
    index('payments_network').on(table.holdUntil).where(sql`network IS NOT NULL`),
    index('payments_payment').on(table.paymentId),
  ],
);

/** Everything that a provider told us, once; `handledAt` is set when it has been acted on. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    /** `stripe:evt_…`, `razorpay:…` */
    id: text().primaryKey(),
    type: text().notNull(),
    /** What it is about, in our terms (functions/payments): ids and amounts, nothing about a person. */
    about: text({ mode: 'json' }).$type<ProviderNews>().notNull(),
    receivedAt: integer('received_at').notNull(),
    handledAt: integer('handled_at'),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index('payment_events_open').on(table.handledAt, table.receivedAt),
    index('payment_events_received').on(table.receivedAt),
  ],
);

/** A shopper's bank wants money back: what the provider says of it, the newest word. */
export const disputes = sqliteTable(
  'disputes',
  {
    /** `stripe:dp_…`, `razorpay:disp_…` */
    id: text().primaryKey(),
    /** Null for a payment that is none of ours. */
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
    /** When evidence has to be there; null when none is asked for (any more). */
    respondBy: integer('respond_by'),
    openedAt: integer('opened_at').notNull(),
    /** The provider's own time of the news: older news changes nothing. */
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('disputes_order').on(table.orderId)],
);

/** Money that has to go back, and how far it has come. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    /** The provider's payment; null for cash. One payment is given back once. */
    paymentId: text('payment_id'),
    /** paise */
    amount: integer().notNull(),
    reason: text({ enum: ['cancelled', 'returned', 'late_payment', 'mismatch'] }).notNull(),
    /** Waiting for an operator; requested from the provider; arrived; refused by the provider. */
    status: text({ enum: ['due', 'sent', 'done', 'failed'] }).notNull(),
    /** The provider's refund. */
    providerId: text('provider_id'),
    confirmedBy: text('confirmed_by'),
    /** Why the provider did not make it, in its own words; for operators. */
    failure: text(),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
  },
  (table) => [
    uniqueIndex('refunds_payment').on(table.paymentId),
    index('refunds_order').on(table.orderId),
    index('refunds_status').on(table.status, table.createdAt),
    check('refunds_amount', sql`${table.amount} > 0`),
  ],
);

export type RefundReason = typeof refunds.$inferSelect.reason;
export type RefundStatus = typeof refunds.$inferSelect.status;

export type Payment = typeof payments.$inferSelect;
