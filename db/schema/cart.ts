import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { products } from './catalogue.ts';

/** The server's copy of an account's cart. */
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

/** The wish list of an account: products, not their sizes and shades. */
export const wishes = sqliteTable(
  'wishes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    savedAt: integer('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);
