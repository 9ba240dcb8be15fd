/** A new password by somebody who knows the present one. */
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema.ts';
import type { Owner } from '../cart/cart.ts';
import type { TooMany } from '../limits/attempts.ts';
import { post } from '../mail/outbox.ts';
import { endLinks } from './links.ts';
import { hashPassword } from './password.ts';
import { isEasyToGuess } from './password-strength.ts';
import { forgetGuesses, overtaken, provePassword, stillProven } from './prove.ts';
import { personOf } from './session.ts';

type Changed =
  | { ok: true }
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'weak_password' }
  | TooMany;

/** Every other session ends, and every link that was mailed; this session stays. */
export async function changePassword(
  db: Db,
  owner: Owner,
  { current, password }: { current: string; password: string },
  freeTries: number,
): Promise<Changed> {
  const proven = await provePassword(db, owner, current, freeTries);
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
    endLinks(db, person.id, proof),
    post(db, {
      cause: `password_changed:${crypto.randomUUID()}`,
      to: person.email,
      letter: { kind: 'password_changed' },
      now: owner.now,
      when: proof,
    }),
    // Last: the proof is of the password that it replaces.
    db.write
      .update(users)
      .set({ password: hashed })
      .where(and(eq(users.id, person.id), proof))
      .returning({ id: users.id }),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  return results[4].length ? { ok: true } : overtaken(results[5][0]);
}
