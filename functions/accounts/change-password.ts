/** A new password by somebody who knows the present one. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { devices, sessions, users } from '#db/schema/index.ts';
import type { TooMany } from '../limits/attempts.ts';
import { post } from '../outbox/enqueue.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { endLinks } from './links.ts';
import { hashPassword } from './password.ts';
import { isEasyToGuess } from './password-strength.ts';
import { forgetGuesses, overtaken, provePassword, stillProven } from './prove.ts';
import type { CodeRefused } from './second-factor.ts';
import { isVerified } from './verified.ts';

type Changed =
  | { ok: true }
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'weak_password' }
  | CodeRefused
  | TooMany;

/**
 * Every other session ends, every device is forgotten, and links that were mailed end; this session stays. Links to an
 * address that is not verified stay good too: the person who changes the password may not be the person who reads them.
 */
export async function changePassword(
  db: Db,
  owner: Owner,
  { current, password, code }: { current: string; password: string; code?: string | undefined },
  freeTries: number,
): Promise<Changed> {
  const proven = await provePassword(db, owner, { password: current, code }, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  if (await isEasyToGuess(password, person)) {
    await forgetGuesses(db, owner);
    return { ok: false, code: 'weak_password' };
  }
  const hashed = await hashPassword(password);
  const proof = stillProven(owner, person);
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    db.write
      .delete(sessions)
      .where(and(eq(sessions.userId, person.id), ne(sessions.tokenHash, owner.tokenHash), proof)),
    db.write.delete(devices).where(and(eq(devices.userId, person.id), proof)),
    endLinks(db, person.id, sql`(purpose = 'email' OR ${isVerified(person.id)}) AND ${proof}`),
    post(db, {
      cause: `password_changed:${crypto.randomUUID()}`,
      to: person.email,
      letter: { kind: 'password_changed' },
      now: owner.now,
      when: proof,
      limited: sql`NOT ${isVerified(person.id)}`,
    }),
    // Last: the proof is of the password that it replaces.
    db.write
      .update(users)
      .set({ password: hashed })
      .where(and(eq(users.id, person.id), proof))
      .returning({ id: users.id }),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  return results[5].length ? { ok: true } : overtaken(results[6][0]);
}
