/**
 * What a search looks through: made from the products by db/sync.ts and from nothing else, so that any sync
 * could make it anew. Their texts are in two FTS5 tables that drizzle has no words for, by `entry`
 * (db/migrations/0003_shelf.sql): `shelf_text` has trigrams, `shelf_letters` what is shorter.
 */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { products } from './catalogue.ts';

/** What is sold, as it is found and sorted. */
export const shelf = sqliteTable(
  'shelf',
  {
    /** Names a text: a product whose text changes gets another, so that a change of catalogue is one small step. */
    entry: integer().primaryKey(),
    productId: text('product_id')
      .notNull()
      .unique()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** In the editor's order, 0 first: by `order`, then by name as people sort it, which SQL cannot. */
    place: integer().notNull(),
    /** paise, as in `products`: here for the order by price. */
    price: integer().notNull(),
    /** The skin types that it suits, a bit each (src/lib/product-constants.ts). */
    skins: integer().notNull(),
    /** Fingerprint of the text. */
    version: text().notNull(),
  },
  (table) => [
    index('shelf_place').on(table.place, table.skins),
    index('shelf_price').on(table.price, table.place, table.skins),
  ],
);

/** Of the whole shelf, a JSON list each: `words` to guess from, `names` by place, `counts` by skin type. */
export const shelfFacts = sqliteTable('shelf_facts', {
  kind: text({ enum: ['words', 'names', 'counts'] }).primaryKey(),
  list: text().notNull(),
});

/** Products on their way in: written piece by piece, taken over in one step. */
export const incoming = sqliteTable('incoming_products', {
  id: text().primaryKey(),
  /** JSON, by the names of the columns of `products`. */
  row: text().notNull(),
});
