/** Changing the password with the present one. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { devices, sessions, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { endLinks } from './links.ts';
import { hashPassword } from './password.ts';
import { isEasyToGuess, weakPassword } from './password-strength.ts';
import {
  forgetPasswordAttempts,
  hashFor,
  isStillProven,
  proofExpired,
  provePassword,
} from './prove-password.ts';
import { sessionCode } from './second-factor.ts';
import { isVerified } from './verified.ts';

/**
 * Ends all other sessions, forgets all devices and ends all emailed links; this session stays. Verification links to an
 * unverified address stay valid, because the account's user may not be the reader of that mailbox.
 */
export async function changePassword(
  call: Call,
  { current, password, code }: { current: string; password: string; code?: string | undefined },
): Promise<{ ok: true } | Refusal> {
  const { db, owner } = call;
  const proven = await provePassword(call, { password: current, code }, { field: 'current' });
  if (!proven.ok) return proven;
  const { person } = proven;
  if (await isEasyToGuess(password, person)) {
    await forgetPasswordAttempts(db, owner);
    return weakPassword();
  }
  const hashed = await hashPassword(password, hashFor(owner, person));
  const proof = isStillProven(owner, person);
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    db.write
      .delete(sessions)
      .where(and(eq(sessions.userId, person.id), ne(sessions.tokenHash, owner.tokenHash), proof)),
    db.write.delete(devices).where(and(eq(devices.userId, person.id), proof)),
    endLinks(db, person.id, sql`(purpose = 'email' OR ${isVerified(person.id)}) AND ${proof}`),
    enqueueEmail(db, {
      cause: `password_changed:${crypto.randomUUID()}`,
      to: person.email,
      content: { kind: 'password_changed' },
      now: owner.now,
      when: proof,
      limited: sql`NOT ${isVerified(person.id)}`,
    }),
    // Last, because `proof` requires the old password.
    db.write
      .update(users)
      .set({ password: hashed })
      .where(and(eq(users.id, person.id), proof))
      .returning({ id: users.id }),
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  return results[5].length ? { ok: true } : proofExpired(results[6][0], 'current');
}
refuses(changePassword, sessionCode);
