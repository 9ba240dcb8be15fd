/** The fills of this release. One is removed, with its readers' second way, when no database can need it any more. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  orderLines,
  orders,
  orderWords,
  reviews,
  stockChanges,
  subscribers,
  users,
} from '#db/schema/index.ts';
import { countingOf } from '../lib/totals.ts';
import { waitingReason } from '../reviews/hold.ts';
import { recalculateRatings } from '../reviews/ratings.ts';
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

/** Counts the rows of before migration 0017 in the totals, by a trigger on the column. */
const countOf = (name: Parameters<typeof countingOf>[0], table: Fill['table']): Fill => ({
  name: countingOf(name),
  table,
  fill: (db, isInPiece) => [
    db.write.run(sql`UPDATE ${table} SET counted = 1 WHERE ${isInPiece} AND counted = 0`),
  ],
});

/**
 * Reviews of before migration 0014 by people who have not bought the product and have not confirmed their address: they wait
 * for it, as newer ones do (functions/reviews/hold.ts). After the counts, which the ratings are read from.
 */
const unconfirmedReviews: Fill = {
  name: 'unconfirmed_reviews',
  table: reviews,
  fill: (db, isInPiece) => [
    db.write.run(sql`
      UPDATE ${reviews} SET hidden = 1, waits = 'email', hide_reason = ${waitingReason}, version = version + 1
      WHERE ${isInPiece} AND hidden = 0 AND verified = 0 AND sample = 0 AND screened_at IS NULL
        AND EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${reviews.userId} AND u.verified_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM ${orders} o JOIN ${orderLines} l ON l.order_id = o.id
          WHERE o.user_id = ${reviews.userId} AND o.status = 'Delivered' AND l.product_id = ${reviews.productId})`),
    recalculateRatings(db, sql`(SELECT product_id FROM ${reviews} WHERE ${isInPiece} AND waits = 'email')`),
  ],
};

export const fills: readonly Fill[] = [
  words,
  countOf('reviews', reviews),
  countOf('orders', orders),
  countOf('stock_changes', stockChanges),
  countOf('subscribers', subscribers),
  unconfirmedReviews,
];

/** Time of a run of the scheduled job for fills, ms. */
const timeOfRun = 20_000;

/** Part of the scheduled job: goes on with the fills, one after the other. */
export async function fillOldRows(db: Db): Promise<void> {
  const until = Date.now() + timeOfRun;
  for (const fill of fills) if (!(await runFill(db, fill, until))) return;
}
