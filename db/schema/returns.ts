/** Returns of delivered orders (docs/behaviour.md, "Returns"). */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ReturnMethod, ReturnReason, ReturnStatus } from '#domain/returns/return.ts';
import { orders } from './orders.ts';

/** A return, from the shopper's request on. Each change also writes a row of the order's history, which is its version. */
export const returns = sqliteTable(
  'returns',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The order's first return is 1: `ORD-123456-R1`. */
    number: integer().notNull(),
    status: text().$type<ReturnStatus>().notNull(),
    method: text().$type<ReturnMethod>().notNull(),
    /** Where the money of a cash order goes, encrypted (functions/returns/payout.ts); null for others, and after the refund. */
    payout: text(),
    /** The shopper's own words. */
    note: text(),
    /** The shop's: how the return works, or why it was declined. */
    answer: text(),
    createdAt: integer('created_at').notNull(),
    /** When it was approved or declined. */
    decidedAt: integer('decided_at'),
    /** When the courier or the shopper has sent it. */
    sentAt: integer('sent_at'),
    /** When it was checked, cancelled or declined after it had come. */
    endedAt: integer('ended_at'),
    /** The refund that it led to; null until it was checked, and for nothing. */
    refundId: text('refund_id'),
    /** The order with what was exchanged; null until it was checked, and for none. */
    exchangeOrderId: text('exchange_order_id'),
    /** The refund of what the shopper has paid to send it (functions/returns/postage.ts); null for none. */
    postageRefundId: text('postage_refund_id'),
  },
  (table) => [
    uniqueIndex('returns_number').on(table.orderId, table.number),
    index('returns_status').on(table.status, table.createdAt, table.id),
    index('returns_created').on(table.createdAt, table.id),
    index('returns_exchange').on(table.exchangeOrderId).where(sql`exchange_order_id IS NOT NULL`),
    index('returns_refund').on(table.refundId).where(sql`payout IS NOT NULL`),
  ],
);

/** What comes back: units of the order's lines. */
export const returnLines = sqliteTable(
  'return_lines',
  {
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    /** Of the order's line. */
    position: integer().notNull(),
    quantity: integer().notNull(),
    reason: text().$type<ReturnReason>().notNull(),
    /** The size or shade that is wanted instead; null for the money. */
    exchangeFor: text('exchange_for'),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.position] }),
    check('return_lines_quantity', sql`${table.quantity} BETWEEN 1 AND 100`),
  ],
);
