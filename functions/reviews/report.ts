/** Reports of reviews by anybody. */
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { reviewReports, reviews } from '#db/schema/index.ts';
import type { reportForm } from '#domain/reviews/review.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { keyedHash } from '../lib/signed-link.ts';
import { checkHourlyLimit, type HourlyLimit } from '../limits/hourly.ts';
import { widestOf } from '../limits/network.ts';

/**
 * Counts a report of a visible review: one for a review and a network. The result does not show whether it was counted.
 * @param from perHour: reports that one network may send in an hour @param key EMAIL_HASH_KEY
 */
export async function reportReview(
  db: Db,
  { reviewId, reason, text }: z.output<typeof reportForm>,
  from: HourlyLimit,
  key: KeyRing,
): Promise<{ ok: true } | Refusal> {
  const wait = await checkHourlyLimit(db, 'review-report', from);
  if (wait)
    return tooMany(
      wait,
      'Too many reports were sent from your network. Please call us, or try again in an hour.',
    );
  const hash = keyedHash(key, 'review-report', `${reviewId}\n${widestOf(from.networks)}`).toString(
    'base64url',
  );
  await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${reviewReports} (review_id, address_hash, reason, text, created_at)
      SELECT id, ${hash}, ${reason}, ${text || null}, ${from.now} FROM ${reviews}
      WHERE id = ${reviewId} AND hidden = 0 ON CONFLICT DO NOTHING`),
    // Only when the statement before has inserted a row.
    db.write.run(sql`
      UPDATE ${reviews} SET reports = reports + 1, reported_at = ${from.now} WHERE id = ${reviewId} AND changes() = 1`),
  ]);
  return { ok: true };
}
