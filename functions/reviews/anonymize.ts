/**
 * Reviews of people whose data is erased. The opinion stays, since others rely on it, and with it what the writer did
 * with the product: weeks of use, how they got it, whether they would buy it again. The name and what they say about
 * themselves (skin, age, climate) go, and so does their correspondence with the shop.
 */
import { and, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { reviews } from '#db/schema/index.ts';

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

/**
 * The statement for reviews that were written by a link.
 * @param hashes of the address, with the present key first @param when condition
 */
export const anonymizeLinkedReviews = (db: Db, hashes: readonly string[], when: SQL) =>
  db.write
    .update(reviews)
    .set(withoutPerson)
    .where(and(inArray(reviews.emailHash, [...hashes]), when));
