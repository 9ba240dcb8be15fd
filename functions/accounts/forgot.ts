/** Asking for a link that sets a new password. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, users } from '#db/schema.ts';
import { attemptKey, type Hourly, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import { post } from '../mail/outbox.ts';
import { linkMinutes, newLink, storeLink } from './links.ts';

/**
 * One batch, the same for an address that has an account and one that has none; nothing that comes back
 * tells them apart, and nothing is hashed with scrypt. Older links stay good until they are used or over:
 * letters arrive in any order, and whoever else types the address must not be able to end the link that
 * its owner is just about to open.
 * @param from perHour: requests that one internet address may make in an hour
 * @param letters that one e-mail address is sent in an hour; more are left out without a word
 */
export async function forgot(
  db: Db,
  email: string,
  from: Hourly,
  letters: number,
): Promise<{ ok: true } | TooMany> {
  const { address, perHour, now } = from;
  const asked = attemptKey('forgot', address);
  // What is refused must not use up the letters of somebody else.
  const mailed = sql`SELECT ${attemptKey('reset-letter', email)} AS key WHERE ${withinHour(asked, perHour)}`;
  const { token, link } = newLink('reset', now);
  const allowed = and(withinHour(asked, perHour), withinHour(mailed, letters));
  const [[used]] = await db.write.batch([
    takeHour(db, asked, now),
    takeHour(db, mailed, now),
    storeLink(db, link, sql`${eq(users.email, email)} AND ${allowed}`),
    post(db, {
      cause: `password_reset:${link.tokenHash}`,
      to: email,
      letter: { kind: 'password_reset', token, minutes: linkMinutes },
      now,
      when: sql`EXISTS (SELECT 1 FROM ${links} WHERE ${eq(links.tokenHash, link.tokenHash)})`,
    }),
  ]);
  return overHour(used, perHour, now) ?? { ok: true };
}
