/**
 * A block of a table, for a clean-up that no index helps. The block follows from the time, so a run costs the same in a large
 * shop, and each row has its turn: of a million rows once in a day and a half.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Rows of a block. */
const blockSize = 500;
const minute = 60_000;

/** Condition: the row is in the block of this minute. @param now UTC ms */
export function isInBlock(table: SQLiteTable, now: number): SQL {
  const start = sql`(SELECT ${Math.floor(now / minute)} % (max(rowid) / ${blockSize} + 1) * ${blockSize} FROM ${table})`;
  return sql`${table}.rowid > ${start} AND ${table}.rowid <= ${start} + ${blockSize}`;
}
