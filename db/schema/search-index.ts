/**
 * The search index. db/sync.ts writes it from the products alone, so any sync can rebuild it. The texts are in two FTS5
 * tables, which drizzle does not support, by `entry` (db/migrations/0003_shelf.sql): `shelf_text` has trigrams,
 * `shelf_letters` shorter words.
 */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { products } from './catalogue.ts';

/** The products that are sold, for search and sorting. */
export const shelf = sqliteTable(
  'shelf',
  {
    /** Id of the text. A product whose text changes gets a new entry, so that replacing the catalogue is quick. */
    entry: integer().primaryKey(),
    productId: text('product_id')
      .notNull()
      .unique()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Position in the editor's order, from 0: by `order`, then by name in a locale's order, which SQL lacks. */
    place: integer().notNull(),
    /** paise, as in `products`, for sorting by price. */
    price: integer().notNull(),
    /** The suitable skin types, one bit each (src/lib/product-constants.ts). */
    skins: integer().notNull(),
    /** Hash of the text. */
    version: text().notNull(),
  },
  (table) => [
    index('shelf_place').on(table.place, table.skins),
    index('shelf_price').on(table.price, table.place, table.skins),
  ],
);

/** JSON lists about the whole index: `words` for suggestions, `names` by place, `counts` by skin type. */
export const shelfFacts = sqliteTable('shelf_facts', {
  kind: text({ enum: ['words', 'names', 'counts'] }).primaryKey(),
  list: text().notNull(),
});

/** Products of a running sync: written in parts, and taken over in one step. */
export const incoming = sqliteTable('incoming_products', {
  id: text().primaryKey(),
  /** JSON, by the names of the columns of `products`. */
  row: text().notNull(),
});
