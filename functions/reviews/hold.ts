/**
 * Reviews by people who have not bought the product (docs/behaviour.md, "Writing a review"). They are listed, but count
 * in no rating until the address is confirmed; many of them in a short time wait, hidden, for an operator.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { reviews, users } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { recalculateRatings } from './ratings.ts';

/** `hide_reason` of a review that waits, listed or not, so that the totals (lib/totals.ts) know it from all others. */
export const waitingReason = 'waits';

/** New reviews of a product by people who have not bought it, in a day, that need no operator. */
const mostInDay = 3;

/** What the flag is about; there is one at a time. */
export const burstFlag = { kind: 'review_burst', about: 'reviews' } as const;

/**
 * Statements that hold a burst: all of its reviews, since the first ones may belong to it, confirmed or not. Reviews of
 * buyers are neither counted nor held. @param which list of product ids, in parentheses @param now UTC ms, that of the new reviews
 */
export function holdBurst(db: Db, which: SQL, now: number) {
  const isRecent = (of: SQL) => sql`${of}.screened_at > ${now - oneDay} AND ${of}.verified = 0`;
  return [
    db.write.run(sql`
      UPDATE ${reviews} SET hidden = 1, waits = 'operator', hide_reason = ${waitingReason}, version = version + 1
      WHERE product_id IN ${which} AND hidden = 0 AND ${isRecent(sql`reviews`)}
        AND (SELECT count(*) FROM ${reviews} AS other WHERE other.product_id = reviews.product_id
          AND ${isRecent(sql`other`)} AND (other.hidden = 0 OR other.waits = 'operator')) > ${mostInDay}`),
    ...raiseFlag(db, {
      ...burstFlag,
      detail:
        'Many people who have not bought a product reviewed it within a day. Their reviews are held. Please check them at the desk, under Reviews, Held.',
      now,
      when: sql`EXISTS (SELECT 1 FROM ${reviews} WHERE product_id IN ${which} AND waits = 'operator' AND screened_at = ${now})`,
    }),
  ] as const;
}

/**
 * Condition: the address of a review's writer is not confirmed, so the review counts in no rating.
 * @param of the row of the review
 */
export const isUnconfirmed = (of: SQL): SQL =>
  sql`(${of}.verified = 0 AND EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${of}.user_id AND u.verified_at IS NULL))`;

/** Statements that count the reviews that waited for an account's address. @param when the address is confirmed now */
export function releaseReviews(db: Db, userId: string | SQL, now: number, when: SQL) {
  const released = sql`(SELECT product_id FROM ${reviews} WHERE user_id = ${userId} AND verified = 0
    AND (screened_at = ${now} OR screened_at IS NULL))`;
  return [
    db.write.run(sql`
      UPDATE ${reviews} SET hidden = 0, waits = NULL, hide_reason = NULL, version = version + 1,
        -- One that an operator has shown is not screened again.
        screened_at = iif(hidden = 0 AND screened_at IS NULL, NULL, ${now})
      WHERE user_id = ${userId} AND waits = 'email' AND ${when}`),
    ...holdBurst(db, released, now),
    recalculateRatings(db, released),
  ] as const;
}
