/** Sets up the second factor of the signed-in account, and renews its recovery codes. Both need the password. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { secondFactors, sessions, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';
import {
  forgetPasswordAttempts,
  isStillProven,
  type Proof,
  proofExpired,
  provePassword,
} from './prove-password.ts';
import {
  hasFactor,
  newRecoveryCodes,
  newSecret,
  sessionCode,
  stepOf,
  storeRecoveryCodes,
} from './second-factor.ts';

export const hasFactorAlready = refusal(
  409,
  'has_factor',
  'Two-step sign-in is on already. Please sign in again, with a code.',
);
export const noFactor = refusal(
  409,
  'no_factor',
  'Two-step sign-in is not on any more. Please set it up again.',
);

type SetupResult = { ok: true; secret: string; uri: string } | Refusal;
type WithCodes = { ok: true; codes: string[] } | Refusal;

/**
 * Creates a secret for the app. It is not stored yet: {@link confirmFactor} stores it, when it is sent back with a
 * right code.
 */
export async function startFactorSetup(call: Call, proof: Proof): Promise<SetupResult> {
  const { db, owner } = call;
  const proven = await provePassword(call, proof);
  if (!proven.ok) return proven;
  const { id, email } = proven.person;
  const [, [row]] = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    db.write.select({ has: hasFactor(id) }).from(sql`(SELECT 1)`),
  ]);
  return row?.has ? hasFactorAlready() : { ok: true, ...newSecret(store.name, email) };
}
refuses(startFactorSetup, hasFactorAlready);

/**
 * Stores the second factor when the code is right. The present session now meets the requirements for operators; all
 * other sessions of the account end, since they started without a code. All operators get an email.
 * @param secret Base32, of {@link startFactorSetup} @param code of the app
 */
export async function confirmFactor(
  call: Call,
  { password, secret, code }: { password: string; secret: string; code: string },
): Promise<WithCodes> {
  const { db, owner } = call;
  const { now, tokenHash } = owner;
  const proven = await provePassword(call, { password });
  if (!proven.ok) return proven.code === 'code_needed' ? hasFactorAlready() : proven;
  const { person } = proven;
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), now);
  if (step === undefined) {
    await forgetPasswordAttempts(db, owner);
    return sessionCode.wrongCode();
  }
  const codes = newRecoveryCodes();
  const { id, name, email } = person;
  const may = isStillProven(owner, person, sql`${users.role} = 'operator' AND NOT ${hasFactor(users.id)}`);
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    ...storeRecoveryCodes(db, id, codes, may),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.tokenHash, tokenHash), may)),
    db.write
      .update(sessions)
      .set({ elevated: true })
      .where(and(eq(sessions.tokenHash, tokenHash), may)),
    enqueueEmailToOperators(db, {
      cause: `second_factor:${crypto.randomUUID()}`,
      content: { kind: 'second_factor', change: 'set_up', name, email, by: null },
      now,
      when: may,
    }),
    // Last, because `may` requires that there is no factor yet.
    db.write
      .insert(secondFactors)
      .select(sql`SELECT ${id}, ${secret}, ${step}, ${now} WHERE ${may}`)
      .returning({ userId: secondFactors.userId }),
    db.write.select({ has: hasFactor(id) }).from(sql`(SELECT 1)`),
    findSessionUser(db, tokenHash, now),
  ]);
  const [[stored], [row], [still]] = [results[6], results[7], results[8]];
  if (stored) return { ok: true, codes };
  return row?.has ? hasFactorAlready() : proofExpired(still);
}
refuses(confirmFactor, hasFactorAlready, sessionCode.wrongCode);

/** Creates ten new recovery codes; the older ones stop working. */
export async function renewRecoveryCodes(call: Call, proof: Proof): Promise<WithCodes> {
  const { db, owner } = call;
  const proven = await provePassword(call, proof);
  if (!proven.ok) return proven;
  const { person } = proven;
  const codes = newRecoveryCodes();
  const may = isStillProven(owner, person, hasFactor(users.id));
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    ...storeRecoveryCodes(db, person.id, codes, may),
    db.write.select({ proven: sql<number>`${may}`, has: hasFactor(person.id) }).from(sql`(SELECT 1)`),
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  const [[done], [still]] = [results[3], results[4]];
  if (done?.proven) return { ok: true, codes };
  return still && !done?.has ? noFactor() : proofExpired(still);
}
refuses(renewRecoveryCodes, noFactor, sessionCode);
