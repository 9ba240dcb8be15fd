/** What the people behind the counter do, and what they watch. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '#features/desk/audit.ts';
import type { StockReason } from '#features/desk/stock.ts';
import type { PageKind, VitalName } from '#features/vitals/vitals.ts';
import { products } from './catalogue.ts';

/**
 * What operators did: triggers refuse every change, and deleting what is younger than a year (db/migrations). What they did to an
 * order stands in that order's own history, and is not written twice.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    /** The operator's account. No foreign key: the list outlives the account. */
    actorId: text('actor_id').notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** What it was done to: a product's id, a code, an e-mail address … */
    about: text().notNull(),
    /** In words, for people. */
    detail: text(),
  },
  (table) => [index('audit_at').on(table.at, table.id)],
);

/**
 * Everything that changed a stock besides orders, append-only. `opening` of a product, plus these, minus
 * what orders that were not cancelled took, is the stock: the desk's reconciliation says where it is not.
 */
export const stockChanges = sqliteTable(
  'stock_changes',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    at: integer().notNull(),
    /** Pieces, more or fewer. */
    change: integer().notNull(),
    reason: text().$type<StockReason>().notNull(),
    note: text(),
    /** The operator, or null when a returned order brought them back. */
    actorId: text('actor_id'),
    orderId: text('order_id'),
  },
  (table) => [index('stock_changes_product').on(table.productId, table.at)],
);

/** How quick pages were for those who opened them, counted in steps; nothing about anybody is kept. */
export const vitals = sqliteTable(
  'vitals',
  {
    /** The Indian day, `2026-11-21`. */
    day: text().notNull(),
    page: text().$type<PageKind>().notNull(),
    name: text().$type<VitalName>().notNull(),
    /** Upper end of the step, ms (or thousandths, for layout shift). */
    step: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.name, table.step] })],
);

/** Reports of browsers that a page wanted something that its policy forbids (Reporting API), counted by day. */
export const policyReports = sqliteTable(
  'policy_reports',
  {
    /** The Indian day, `2026-11-21`. */
    day: text().notNull(),
    /** The page, such as `/checkout`. */
    page: text().notNull(),
    /** The directive that was broken, such as `script-src-elem`. */
    directive: text().notNull(),
    /** Host of what was refused, or `inline`, `eval`, `data`: no path, no query. */
    blocked: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.directive, table.blocked] })],
);
