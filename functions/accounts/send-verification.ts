/** Sends another link that verifies an account's address, or one that confirms that a guest's mailbox is real. */
import { sql } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses, signedOut, tooMany } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { formatWait } from '../limits/too-many.ts';
import { enqueueLinkEmail } from './links.ts';

export const verifiedAlready = refusal(409, 'verified', 'Your email address is confirmed already.');

/** The address has reached its limit of emails. */
const mailboxFull = () =>
  tooMany(
    3600,
    'We have sent many emails to this address. Please open the newest of our links, or try again later.',
  );

/** Older links stay valid, since emails arrive in any order. */
export async function sendVerification({
  db,
  owner,
  limits,
}: Pick<Call, 'db' | 'owner' | 'limits'>): Promise<{ ok: true; email: string } | Refusal> {
  const { tokenHash, now } = owner;
  const [person] = await findSessionUser(db, tokenHash, now);
  if (!person) return signedOut();
  if (person.verifiedAt !== null) return verifiedAlready();
  const limit = hourlyLimit(accountCounter('verify', owner), limits.EMAIL_CHANGES_PER_HOUR, now);
  const { email } = person;
  const [used, , stored, [stillUser]] = await db.write.batch([
    limit.count(db),
    ...enqueueLinkEmail(db, {
      link: { purpose: 'verify', isGuest: person.guest },
      to: email,
      who: sql`${users.id} = ${sessionUserId(tokenHash, now)} AND ${users.email} = ${email} AND ${users.verifiedAt} IS NULL`,
      when: limit.isWithin,
      now,
    }),
    findSessionUser(db, tokenHash, now),
  ]);
  if (!stillUser) return signedOut();
  const wait = limit.wait(used);
  if (wait)
    return tooMany(
      wait,
      `We have sent you several links. Please open the newest, or try again in ${formatWait(wait)}.`,
    );
  if (stored.length) return { ok: true, email };
  return stillUser.verifiedAt === null ? mailboxFull() : verifiedAlready();
}
refuses(sendVerification, verifiedAlready);
