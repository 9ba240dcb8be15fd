/** Tables of the desk: audit, stock changes and measurements. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '#domain/audit/actions.ts';
import type { Expected, SaleDayLimits } from '#domain/sale-day/limits.ts';
import type { StockReason } from '#domain/stock/changes.ts';
import type { PageKind, VitalName } from '#domain/vitals/vitals.ts';
import { products } from './catalogue.ts';

/**
 * Operators' actions. Triggers refuse changes, and deleting entries younger than a year (db/triggers). Actions on an
 * order are in that order's history instead.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    /** The operator's account. No foreign key, since entries outlive the account. */
    actorId: text('actor_id').notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** The object of the action: a product's id, a code, a shortened email address … */
    about: text().notNull(),
    /** Text for people. */
    detail: text(),
  },
  (table) => [index('audit_at').on(table.at, table.id)],
);

/**
 * All stock changes besides orders, append-only for 72 months. The stock of a product is its `opening`, plus these changes,
 * minus the pieces of orders that were not cancelled; the desk's reconciliation compares both.
 */
export const stockChanges = sqliteTable(
  'stock_changes',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    at: integer().notNull(),
    /** Pieces, positive or negative. */
    change: integer().notNull(),
    reason: text().$type<StockReason>().notNull(),
    note: text(),
    /** The operator, or null for the pieces of a returned order. */
    actorId: text('actor_id'),
    orderId: text('order_id'),
    /** It is part of the totals (db/schema/totals.ts). */
    counted: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('stock_changes_product').on(table.productId, table.at)],
);

/** Web vitals of page visits, counted in steps. Nothing identifies a visitor. */
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

/** Browsers' reports (Reporting API) of resources that a page's policy blocked, counted by day. */
export const policyReports = sqliteTable(
  'policy_reports',
  {
    /** The Indian day, `2026-11-21`. */
    day: text().notNull(),
    /** The page, such as `/checkout`. */
    page: text().notNull(),
    /** The violated directive, such as `script-src-elem`. */
    directive: text().notNull(),
    /** Host of the blocked resource, or `inline`, `eval`, `data`, without path and query. */
    blocked: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.directive, table.blocked] })],
);

/** What was searched, counted by day (functions/reports). Nothing identifies a person. */
export const searches = sqliteTable(
  'searches',
  {
    /** The Indian day, `2026-11-21`. */
    day: text().notNull(),
    /** The normalised text; empty for the texts above the day's limit of different ones. */
    query: text().notNull(),
    count: integer().notNull(),
    /** How many of these searches found nothing. */
    empty: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.query] })],
);

/** Which products were opened from the results of a search, counted by day. */
export const searchClicks = sqliteTable(
  'search_clicks',
  {
    day: text().notNull(),
    query: text().notNull(),
    productId: text('product_id').notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.query, table.productId] })],
);

/** Limits for the time of a sale, and what was expected of it. The audit list says who has set them. At most one holds at a time. */
export const saleDays = sqliteTable(
  'sale_days',
  {
    id: text().primaryKey(),
    startsAt: integer('starts_at').notNull(),
    /** The first moment after it, also of one that was ended early. */
    endsAt: integer('ends_at').notNull(),
    limits: text({ mode: 'json' }).$type<SaleDayLimits>().notNull(),
    expected: text({ mode: 'json' }).$type<Expected>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('sale_days_end').on(table.endsAt)],
);
