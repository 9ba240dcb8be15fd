/**
 * Reviews of people whose data is erased. The opinion stays, since others rely on it, and with it what the writer did
 * with the product: weeks of use, how they got it, whether they would buy it again. The name and what they say about
 * themselves (skin, age, climate) go, and so do their photos and their correspondence with the shop.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { reviews } from '#db/schema/index.ts';
import { releasePhotos } from '../photos/delete.ts';

/** The columns that are cleared. */
export const withoutPerson = {
  userId: null,
  name: null,
  skinType: null,
  ageBand: null,
  climate: null,
  orderId: null,
  objection: null,
  objectionAt: null,
  decision: null,
  decidedAt: null,
} as const;

/** Statements that take the person out of reviews. @param set what else is set */
export function anonymizeReviews(db: Db, which: SQL, set: { emailHash?: string | null } = {}) {
  return [
    releasePhotos(db, sql`review_id IN (SELECT id FROM ${reviews} WHERE ${which})`),
    db.write
      .update(reviews)
      .set({ ...withoutPerson, ...set })
      .where(which),
  ] as const;
}

/**
 * The same for reviews that were written by a link.
 * @param hashes of the address, with the present key first @param when condition
 */
export const anonymizeLinkedReviews = (db: Db, hashes: readonly string[], when: SQL) =>
  anonymizeReviews(db, sql`${inArray(reviews.emailHash, [...hashes])} AND ${when}`);
