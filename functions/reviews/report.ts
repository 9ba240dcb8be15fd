/** Reports of reviews by anybody. */
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { reviewReports, reviews } from '#db/schema/index.ts';
import type { reportForm } from '#domain/reviews/review.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { widestOf } from '../lib/network.ts';
import { type Refusal, refuses, tooMany } from '../lib/refusal.ts';
import { keyedHash } from '../lib/signed-link.ts';
import { checkHourlyLimit, limitOfCall } from '../limits/hourly.ts';

/** Counts a report of a visible review: one for a review and a network. The result does not show whether it was counted. */
export async function reportReview(
  call: Call,
  { reviewId, reason, text }: z.output<typeof reportForm>,
): Promise<{ ok: true } | Refusal> {
  const key = hashKey(call);
  const { db } = call;
  const from = limitOfCall(call, call.limits.REVIEW_REPORTS_PER_HOUR);
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
refuses(reportReview, notConfigured);
