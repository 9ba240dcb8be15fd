/** Changes of the catalogue at the desk (docs/decisions/44-the-desk-changes-the-catalogue.md). */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ChangeState, FieldChange, Item } from '#domain/catalogue/catalogue-change.ts';
import type { ProductStatus } from '#domain/catalogue/product-list.ts';

/** Condition: content does not have the change yet. SQLite uses the index only for exactly this. */
export const isOpenChange = sql`ended_at IS NULL`;

/**
 * What the files of `content/products` say that the desk can change, drafts too, with the desk's changes that are not in content
 * yet. The sync writes it, and each change at the desk.
 */
export const productFiles = sqliteTable(
  'product_files',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    category: text().notNull(),
    status: text().$type<ProductStatus>().notNull(),
    /** The first day on which it is sold, UTC ms; null without one. */
    publishFrom: integer('publish_from'),
    /** Path of the first picture. */
    picture: text(),
    position: integer().notNull(),
    /** In small letters: name, ids, SKUs and barcodes. */
    words: text().notNull(),
    /** All that is sold of it. */
    items: text({ mode: 'json' }).$type<Item[]>().notNull(),
    /** Of a product that is not sold: its rows in `products` from when it is published. */
    rows: text({ mode: 'json' }).$type<Record<string, unknown>[]>().notNull().default(sql`'[]'`),
    /** Fingerprint of the columns above, so that a sync writes only what changed. */
    hash: text().notNull(),
    /** Counts the changes: an operator changes only what they saw. */
    version: integer().notNull().default(0),
  },
  (table) => [
    index('product_files_position').on(table.position, table.id),
    index('product_files_status').on(table.status, table.position, table.id),
  ],
);

/** Who has changed what of which product, and whether content has it. */
export const catalogueChanges = sqliteTable(
  'catalogue_changes',
  {
    id: text().primaryKey(),
    /** UTC ms */
    at: integer().notNull(),
    /** The operator's account. No foreign key, since changes outlive the account. */
    actorId: text('actor_id').notNull(),
    productId: text('product_id').notNull(),
    fields: text({ mode: 'json' }).$type<FieldChange[]>().notNull(),
    state: text().$type<ChangeState>().notNull().default('waiting'),
    /** Why it is not in content, for operators. */
    reason: text(),
    /** The commit that has it; null where a file was written on this machine. */
    commit: text('commit_id'),
    /** Tries to write it, and when the next one is due, UTC ms. */
    attempts: integer().notNull().default(0),
    nextTryAt: integer('next_try_at').notNull(),
    /** When the catalogue was built with it, or with other values instead, UTC ms. */
    endedAt: integer('ended_at'),
    /** When another change undid it, UTC ms; and the change that this one undoes. */
    undoneAt: integer('undone_at'),
    undoes: text(),
  },
  (table) => [
    index('catalogue_changes_product').on(table.productId, table.at, table.id),
    index('catalogue_changes_ended').on(table.endedAt),
    index('catalogue_changes_open').on(table.nextTryAt, table.productId).where(isOpenChange),
  ],
);
