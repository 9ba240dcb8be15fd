/** Another e-mail address: asked for with the password, and changed by a link that is mailed to it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, users } from '#db/schema/index.ts';
import { accountCounter, overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { mailLink } from './links.ts';
import { forgetGuesses, overtaken, type Proof, provePassword, stillProven } from './prove.ts';
import type { CodeRefused } from './second-factor.ts';

type Asked =
  | { ok: true }
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'same_email' }
  | CodeRefused
  | TooMany;

/**
 * The answer is the same whether the new address has an account or not; one that has gets no letter. A
 * new wish replaces the one before: a link to a mistyped address must not stay good.
 * @param limits perHour: wishes of one account in an hour
 */
export async function askForEmail(
  db: Db,
  owner: Owner,
  { email, ...given }: Proof & { email: string },
  { freeTries, perHour }: { freeTries: number; perHour: number },
): Promise<Asked> {
  const proven = await provePassword(db, owner, given, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  if (person.email === email) {
    await forgetGuesses(db, owner);
    return { ok: false, code: 'same_email' };
  }
  const { now } = owner;
  const wishes = accountCounter('email', owner);
  const proof = stillProven(owner, person, withinHour(wishes, perHour));
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.email = ${email})`;
  const [, [used], , [asked], [still]] = await db.write.batch([
    forgetGuesses(db, owner),
    takeHour(db, wishes, now),
    db.write.delete(links).where(and(eq(links.userId, person.id), eq(links.purpose, 'email'), proof)),
    db.write
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, person.id), proof)),
    personOf(db, owner.tokenHash, now),
    ...mailLink(db, {
      link: { purpose: 'email', newEmail: email },
      to: email,
      who: eq(users.id, person.id),
      when: sql`${proof} AND ${isFree}`,
      now,
    }),
  ]);
  return overHour(used, perHour, now) ?? (asked ? { ok: true } : overtaken(still));
}
