/** Changing the email address: requested with the password, done by a link that is emailed to the new address. */
import { and, eq, sql } from 'drizzle-orm';
import { links, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { enqueueLinkEmail } from './links.ts';
import {
  forgetPasswordAttempts,
  isStillProven,
  type Proof,
  proofExpired,
  provePassword,
} from './prove-password.ts';
import { sessionCode } from './second-factor.ts';

/**
 * The result does not show whether the new address has an account; if it has, no email is sent. A new request replaces
 * the earlier one, because a link sent to a mistyped address must not stay valid.
 */
export async function requestEmailChange(
  call: Call,
  { email, ...given }: Proof & { email: string },
): Promise<{ ok: true } | Refusal> {
  const { db, owner, limits } = call;
  const proven = await provePassword(call, given);
  if (!proven.ok) return proven;
  const { person } = proven;
  if (person.email === email) {
    await forgetPasswordAttempts(db, owner);
    return wrongFields({ email: 'This is your address already.' });
  }
  const { now } = owner;
  const limit = hourlyLimit(accountCounter('email', owner), limits.EMAIL_CHANGES_PER_HOUR, now);
  const proof = isStillProven(owner, person, limit.isWithin);
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.email = ${email} AND other.guest = 0)`;
  const [, used, , [accepted], [stillUser]] = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    limit.count(db),
    db.write.delete(links).where(and(eq(links.userId, person.id), eq(links.purpose, 'email'), proof)),
    db.write
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, person.id), proof)),
    findSessionUser(db, owner.tokenHash, now),
    ...enqueueLinkEmail(db, {
      link: { purpose: 'email', newEmail: email },
      to: email,
      who: eq(users.id, person.id),
      when: sql`${proof} AND ${isFree}`,
      now,
    }),
  ]);
  const wait = limit.wait(used);
  if (wait) return tooManyTries(wait);
  return accepted ? { ok: true } : proofExpired(stillUser);
}
refuses(requestEmailChange, sessionCode);
