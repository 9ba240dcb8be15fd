/** The fills of this release. One is removed, with its readers' second way, when no database can need it any more. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, orderWords, reviews, stockChanges, subscribers } from '#db/schema/index.ts';
import { countingOf } from '../lib/totals.ts';
import { type Fill, runFill } from './fill.ts';

/** The words by which the desk finds orders of before migration 0011. Newer orders get theirs by triggers. */
const words: Fill = {
  name: 'order_words',
  table: orders,
  fill: (db, isInPiece) => [
    db.write.run(sql`
      INSERT OR IGNORE INTO ${orderWords} SELECT order_id, word FROM order_texts WHERE order_id IN (
        SELECT id FROM ${orders} WHERE ${isInPiece}
          AND NOT EXISTS (SELECT 1 FROM ${orderWords} WHERE order_id = ${orders.id}))`),
  ],
};

/** The words that migration 0030 has added, for orders of before it. */
const moreWords: Fill = {
  name: 'order_words_more',
  table: orders,
  fill: (db, isInPiece) => [
    db.write.run(sql`
      INSERT OR IGNORE INTO ${orderWords} SELECT order_id, word FROM order_texts WHERE order_id IN (
        SELECT id FROM ${orders} WHERE ${isInPiece})`),
  ],
};

/** Counts the rows of before migration 0017 in the totals, by a trigger on the column. */
const countOf = (name: Parameters<typeof countingOf>[0], table: Fill['table']): Fill => ({
  name: countingOf(name),
  table,
  fill: (db, isInPiece) => [
    db.write.run(sql`UPDATE ${table} SET counted = 1 WHERE ${isInPiece} AND counted = 0`),
  ],
});

export const fills: readonly Fill[] = [
  words,
  moreWords,
  countOf('reviews', reviews),
  countOf('orders', orders),
  countOf('stock_changes', stockChanges),
  countOf('subscribers', subscribers),
];

/** Time of a run of the scheduled job for fills, ms. */
const timeOfRun = 20_000;

/** Part of the scheduled job: goes on with the fills, one after the other. */
export async function fillOldRows(db: Db): Promise<void> {
  const until = Date.now() + timeOfRun;
  for (const fill of fills) if (!(await runFill(db, fill, until))) return;
}
