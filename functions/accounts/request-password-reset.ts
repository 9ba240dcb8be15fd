/** Requests a link that sets a new password. */
import { and, eq, sql } from 'drizzle-orm';
import { links, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { attemptKey } from '../limits/attempts.ts';
import { hourlyLimit, limitOfCall, networkLimit } from '../limits/hourly.ts';
import { formatWait } from '../limits/too-many.ts';
import { isOverLinkLimit } from '../outbox/enqueue.ts';
import { hasEmail } from './by-email.ts';
import { enqueueLinkEmail, linkLife, newestResetLink } from './links.ts';

/** Emails in an hour above the recipient's limit, for an owner who has no usable link left. */
const maxExtra = 1;

/**
 * One batch, the same with and without an account for the address: the result does not show the difference, and
 * nothing is hashed with scrypt. Older links stay valid until they are used or expire, because emails
 * arrive in any order, and a stranger who types the address must not end the link that the owner is about to open.
 *
 * Strangers can use up the recipient's limit (functions/outbox/enqueue.ts), but cannot lock the owner out: then the
 * newest link in the mailbox becomes valid again for its full time. If there is none, because the owner has used it,
 * one more is sent, within the sum of the mailbox.
 */
export async function requestPasswordReset(
  call: Call,
  { email }: { email: string },
): Promise<{ ok: true } | Refusal> {
  const { db, now, limits } = call;
  const limit = networkLimit('forgot', limitOfCall(call, limits.RESETS_PER_HOUR));
  const allowed = limit.isWithin;
  const isFull = isOverLinkLimit(email, now);
  const newest = newestResetLink(sql`(SELECT id FROM ${users} WHERE ${hasEmail(email)})`);
  const needsMore = sql`(${isFull} AND ${newest} IS NULL)`;
  const extraCounter = sql`SELECT ${attemptKey('reset-beyond', email)} AS key WHERE ${allowed} AND ${needsMore}`;
  const extra = hourlyLimit(extraCounter, maxExtra, now);
  const mayBeMailed = sql`(NOT ${isFull} OR (${needsMore} AND ${extra.isWithin}))`;
  const [used] = await db.write.batch([
    limit.count(db),
    extra.count(db),
    db.write
      .update(links)
      .set({ expiresAt: now + linkLife('reset') })
      .where(and(eq(links.tokenHash, newest), allowed, isFull)),
    ...enqueueLinkEmail(db, {
      link: { purpose: 'reset' },
      to: email,
      who: hasEmail(email),
      when: sql`${allowed} AND ${mayBeMailed}`,
      extra: isFull,
      now,
    }),
  ]);
  const wait = limit.wait(used);
  if (!wait) return { ok: true };
  return tooMany(
    wait,
    `Too many links were requested from your network. Please try again in ${formatWait(wait)}.`,
  );
}
