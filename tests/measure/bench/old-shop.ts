/** The database of a shop with many years of orders, built as a file: through a server a million orders would take hours. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { readMigrations } from '#db/migrate.ts';
import { addYears } from '../../support/years.ts';

/** Memory of the database while it is built, KiB. */
const memory = 3 * 2 ** 20;

/** What the triggers would have counted and listed, were they there while the rows are written. */
const derived = [
  ...['orders', 'reviews', 'subscribers', 'stock_changes'].map((table) => `UPDATE ${table} SET counted = 1`),
  'INSERT INTO order_words SELECT DISTINCT order_id, word FROM order_texts ORDER BY 1, 2',
  `INSERT INTO totals SELECT name, at, about, sum(count), sum(amount) FROM (
    SELECT name, at, about, count, amount FROM order_totals
    UNION ALL SELECT name, at, about, count, amount FROM line_totals
    UNION ALL SELECT name, at, about, count, 0 FROM review_totals) GROUP BY 1, 2, 3`,
  'INSERT INTO review_filters SELECT product_id, filter, rating, created_at, review_id FROM review_facets ORDER BY 1, 2, 3, 4, 5',
];

/**
 * Writes the database of a data folder that has none.
 * @param orders past orders, with everything else in proportion (tests/support/years.ts)
 * @returns its bytes
 */
export async function buildOldShop(dataDir: string, orders: number): Promise<number> {
  const place = join(dataDir, 'sqld', 'dbs', 'default');
  mkdirSync(place, { recursive: true });
  const file = join(place, 'data');
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const all = <Row>(query: string) => database.prepare(query).all() as Row[];
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${memory}`,
  );
  database.exec('CREATE TABLE migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)');
  for (const { statements, hash, at } of readMigrations()) {
    for (const statement of statements) database.exec(statement);
    database.prepare('INSERT INTO migrations VALUES (?, ?)').run(hash, at);
  }
  const triggers = all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  );
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  const dialect = new SQLiteSyncDialect();
  const run = async (statement: SQL) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    database.prepare(sql).run(...(params as (string | number | null)[]));
  };
  database.exec('BEGIN');
  await addYears({ write: { run } }, orders, Date.now());
  for (const statement of derived) database.exec(statement);
  database.exec('COMMIT');
  for (const { sql } of triggers) database.exec(sql);
  database.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL');
  database.close();
  return statSync(file).size;
}
