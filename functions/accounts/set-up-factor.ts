/** Setting up the second factor of one's own account, and new recovery codes for it. Both ask for the password. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { secondFactors, sessions, users } from '#db/schema/index.ts';
import { store } from '../lib/store.ts';
import type { TooMany } from '../limits/attempts.ts';
import { postToOperators } from '../outbox/enqueue-to-operators.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { forgetGuesses, overtaken, type Proof, provePassword, stillProven } from './prove.ts';
import {
  type CodeRefused,
  hasFactor,
  newRecoveryCodes,
  newSecret,
  stepOf,
  storeRecoveryCodes,
} from './second-factor.ts';

type Refused =
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'has_factor' | 'no_factor' }
  | CodeRefused
  | TooMany;
type Begun = { ok: true; secret: string; uri: string } | Refused;
type WithCodes = { ok: true; codes: string[] } | Refused;

/**
 * A secret for the app. It is stored nowhere: it counts when it comes back with a code of it
 * ({@link confirmFactor}).
 */
export async function beginFactor(db: Db, owner: Owner, proof: Proof, freeTries: number): Promise<Begun> {
  const proven = await provePassword(db, owner, proof, freeTries);
  if (!proven.ok) return proven;
  const { id, email } = proven.person;
  const [, [row]] = await db.write.batch([
    forgetGuesses(db, owner),
    db.write.select({ has: hasFactor(id) }).from(sql`(SELECT 1)`),
  ]);
  return row?.has ? { ok: false, code: 'has_factor' } : { ok: true, ...newSecret(store.name, email) };
}

/**
 * The app shows right codes: the account has a second factor from now on. This session meets what an
 * operator's has to, and all others of the account end, since they began without a code. All operators are told.
 * @param secret Base32, of {@link beginFactor} @param code the app's
 */
export async function confirmFactor(
  db: Db,
  owner: Owner,
  { password, secret, code }: { password: string; secret: string; code: string },
  freeTries: number,
): Promise<WithCodes> {
  const { now, tokenHash } = owner;
  const proven = await provePassword(db, owner, { password }, freeTries);
  if (!proven.ok) return proven.code === 'code_needed' ? { ok: false, code: 'has_factor' } : proven;
  const { person } = proven;
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), now);
  if (step === undefined) {
    await forgetGuesses(db, owner);
    return { ok: false, code: 'wrong_code' };
  }
  const codes = newRecoveryCodes();
  const { id, name, email } = person;
  const may = stillProven(owner, person, sql`${users.role} = 'operator' AND NOT ${hasFactor(users.id)}`);
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    ...storeRecoveryCodes(db, id, codes, may),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.tokenHash, tokenHash), may)),
    db.write
      .update(sessions)
      .set({ elevated: true })
      .where(and(eq(sessions.tokenHash, tokenHash), may)),
    postToOperators(db, {
      cause: `second_factor:${crypto.randomUUID()}`,
      letter: { kind: 'second_factor', change: 'set_up', name, email, by: null },
      now,
      when: may,
    }),
    // Last: the condition is that there is none.
    db.write
      .insert(secondFactors)
      .select(sql`SELECT ${id}, ${secret}, ${step}, ${now} WHERE ${may}`)
      .returning({ userId: secondFactors.userId }),
    db.write.select({ has: hasFactor(id) }).from(sql`(SELECT 1)`),
    personOf(db, tokenHash, now),
  ]);
  const [[stored], [row], [still]] = [results[6], results[7], results[8]];
  if (stored) return { ok: true, codes };
  return row?.has ? { ok: false, code: 'has_factor' } : overtaken(still);
}

/** Ten new recovery codes; the older ones are no longer good. */
export async function renewRecoveryCodes(
  db: Db,
  owner: Owner,
  proof: Proof,
  freeTries: number,
): Promise<WithCodes> {
  const proven = await provePassword(db, owner, proof, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  const codes = newRecoveryCodes();
  const may = stillProven(owner, person, hasFactor(users.id));
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    ...storeRecoveryCodes(db, person.id, codes, may),
    db.write.select({ proven: sql<number>`${may}`, has: hasFactor(person.id) }).from(sql`(SELECT 1)`),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  const [[done], [still]] = [results[3], results[4]];
  if (done?.proven) return { ok: true, codes };
  return still && !done?.has ? { ok: false, code: 'no_factor' } : overtaken(still);
}
