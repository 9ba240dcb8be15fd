/** Orders of an earlier shop: history that is shown, and that nothing else of the shop reads. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Imported } from '#domain/import/imported.ts';
import type { PastOrderLine, PastSum } from '#domain/orders/past-order.ts';

/** Rows are only added, and deleted with the person or after the period of orders. */
export const pastOrders = sqliteTable(
  'past_orders',
  {
    /** Made from the system and the number, so that an order comes over once (functions/desk/import-records.ts). */
    id: text().primaryKey(),
    number: text().notNull(),
    /** When it was placed, UTC ms. */
    at: integer().notNull(),
    /** Of its buyer, in lower case. */
    email: text().notNull(),
    total: text({ mode: 'json' }).$type<PastSum>().notNull(),
    /** In the words of the earlier shop. */
    status: text().notNull(),
    lines: text({ mode: 'json' }).$type<PastOrderLine[]>().notNull(),
    imported: text({ mode: 'json' }).$type<Imported>().notNull(),
  },
  (table) => [index('past_orders_email').on(table.email, table.at)],
);
