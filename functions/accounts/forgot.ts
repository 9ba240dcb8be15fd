/** Asking for a link that sets a new password. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, users } from '#db/schema/index.ts';
import { attemptKey, type Hourly, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import { isOverLimit } from '../outbox/enqueue.ts';
import { linkLife, mailLink, newestReset } from './links.ts';

/** Emails in an hour to somebody who has used up every link of theirs, beyond the limit of their mailbox. */
const mostBeyond = 1;

/**
 * One batch, the same for an address that has an account and one that has none; nothing that comes back
 * tells them apart, and nothing is hashed with scrypt. Older links stay good until they are used or over:
 * letters arrive in any order, and whoever else types the address must not be able to end the link that
 * its owner is just about to open.
 *
 * Strangers can use up what an address may be sent (functions/outbox/enqueue.ts), but not its owner's way in: the newest
 * link that is in the mailbox is then good anew. Where there is none, since its owner has used it, one more is sent.
 * @param from perHour: requests that one network may make in an hour
 */
export async function forgot(db: Db, email: string, from: Hourly): Promise<{ ok: true } | TooMany> {
  const { address, perHour, now } = from;
  const asked = attemptKey('forgot', address);
  const allowed = withinHour(asked, perHour);
  const isFull = isOverLimit(email, now);
  const newest = newestReset(sql`(SELECT id FROM ${users} WHERE ${eq(users.email, email)})`);
  const needsMore = sql`(${isFull} AND ${newest} IS NULL)`;
  const beyond = sql`SELECT ${attemptKey('reset-beyond', email)} AS key WHERE ${allowed} AND ${needsMore}`;
  const mayBeMailed = sql`(NOT ${isFull} OR (${needsMore} AND ${withinHour(beyond, mostBeyond)}))`;
  const [[used]] = await db.write.batch([
    takeHour(db, asked, now),
    takeHour(db, beyond, now),
    db.write
      .update(links)
      .set({ expiresAt: now + linkLife('reset') })
      .where(and(eq(links.tokenHash, newest), allowed, isFull)),
    ...mailLink(db, {
      link: { purpose: 'reset' },
      to: email,
      who: eq(users.email, email),
      when: sql`${allowed} AND ${mayBeMailed}`,
      limited: sql`NOT ${isFull}`,
      now,
    }),
  ]);
  return overHour(used, perHour, now) ?? { ok: true };
}
