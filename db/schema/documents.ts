/** Invoices and credit notes, kept for as long as the tax law asks, apart from accounts and orders. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DocumentKind, ShopCreditNote, ShopInvoice } from '#domain/documents/document.ts';

/** The last number of each series; each kind of document has one. It changes in the batch that uses the number, so there are no gaps. */
export const documentCounters = sqliteTable(
  'document_counters',
  {
    kind: text().$type<DocumentKind>().notNull(),
    /** Financial year, `26-27`. */
    year: text().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

/**
 * Documents as they are printed. Triggers refuse every change, and deleting one before `keepUntil` (db/triggers).
 */
export const documents = sqliteTable(
  'documents',
  {
    id: text().primaryKey(),
    kind: text().$type<DocumentKind>().notNull(),
    year: text().notNull(),
    serial: integer().notNull(),
    /** `HRT/26-27/000001` */
    number: text().notNull(),
    /** No foreign key: documents outlive the order. */
    orderId: text('order_id').notNull(),
    at: integer().notNull(),
    /** UTC ms */
    keepUntil: integer('keep_until').notNull(),
    data: text({ mode: 'json' }).$type<ShopInvoice | ShopCreditNote>().notNull(),
    /** The number of the invoice in whose place this one was issued; null for the first of an order, and for other kinds. */
    replaces: text(),
  },
  (table) => [
    uniqueIndex('documents_serial').on(table.kind, table.year, table.serial),
    uniqueIndex('documents_number').on(table.number),
    // An order has one first invoice, and an invoice is replaced once: so one of them is the last.
    uniqueIndex('documents_first').on(table.orderId).where(sql`kind = 'invoice' AND replaces IS NULL`),
    uniqueIndex('documents_replaces').on(table.replaces).where(sql`replaces IS NOT NULL`),
    index('documents_order').on(table.orderId),
    index('documents_at').on(table.kind, table.at, table.number),
    index('documents_keep').on(table.keepUntil),
  ],
);
