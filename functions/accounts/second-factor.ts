/** Operators' second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost. */
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '#db/client.ts';
import { recoveryCodes, secondFactors, sessions, type users } from '#db/schema/index.ts';
import type { Role } from '#features/accounts/account.ts';
import { randomCharacters } from '../lib/random.ts';
import { postToOperators } from '../outbox/enqueue-to-operators.ts';
import { sha256 } from '../session/token.ts';

/** What every authenticator app understands; `period` in seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps that a phone's clock may be ahead or behind. */
const window = 1;

/** A new secret, and the same as an app reads it from a QR code. @param issuer the shop's name */
export function newSecret(issuer: string, email: string): { secret: string; uri: string } {
  const made = new TOTP({ ...totp, issuer, label: email, secret: new Secret() });
  return { secret: made.secret.base32, uri: made.toString() };
}

/**
 * The step that a code is of: 30 s since 1970. @param secret Base32 @param now UTC ms
 * @returns undefined when it is not a code of now
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const given = { ...totp, token: code, secret: Secret.fromBase32(secret), timestamp: now, window };
  const delta = TOTP.validate(given);
  return delta === null ? undefined : TOTP.counter({ period: totp.period, timestamp: now }) + delta;
}

/** Condition: the account has a second factor. @param userId its id, or the column that has it */
export const hasFactor = (userId: string | SQL | typeof users.id): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${secondFactors.userId} = ${userId})`;

/** How many recovery codes the account has left. */
export const codesLeft = (userId: string | typeof users.id): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${recoveryCodes}
    WHERE ${recoveryCodes.userId} = ${userId} AND ${recoveryCodes.usedAt} IS NULL)`;

export type CodeRefused = { ok: false; code: 'code_needed' | 'wrong_code' };

/**
 * @property factor the account has one, and the code was right
 * @property when condition for the batch that relies on it: it still is so, and the code is not used yet
 * @property spend uses the code up; for the same batch, after all that has the condition
 */
type SecondStep = { ok: true; factor: boolean; when: SQL; spend: readonly Spending[] };
type Spending = ReturnType<typeof spendStep> | ReturnType<typeof spendSpare>;

/**
 * Checks the code that an account with a second factor has to give besides its password. One read, for
 * operators alone. @param typed the app's code, or a recovery code @param now UTC ms
 */
export async function secondStep(
  db: Db,
  { id, role }: { id: string; role: Role },
  typed: string | undefined,
  now: number,
): Promise<SecondStep | CodeRefused> {
  if (role !== 'operator') return { ok: true, factor: false, when: sql`true`, spend: [] };
  const hash = recoveryHash(id, typed ?? '');
  const [found] = await db.read
    .select({ secret: secondFactors.secret, lastStep: secondFactors.lastStep, spare: recoveryCodes.codeHash })
    .from(secondFactors)
    .leftJoin(recoveryCodes, isSpare(id, hash))
    .where(eq(secondFactors.userId, id));
  if (!found) return { ok: true, factor: false, when: sql`NOT ${hasFactor(id)}`, spend: [] };
  const code = typed?.replaceAll(/[\s-]/g, '');
  if (!code) return { ok: false, code: 'code_needed' };
  if (found.spare) {
    const when = sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${isSpare(id, hash)})`;
    return { ok: true, factor: true, when, spend: [spendSpare(db, id, hash, now)] };
  }
  const step = stepOf(found.secret, code, now);
  if (step === undefined || step <= found.lastStep) return { ok: false, code: 'wrong_code' };
  const when = sql`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${isAhead(id, found.secret, step)})`;
  return { ok: true, factor: true, when, spend: [spendStep(db, id, found.secret, step)] };
}

/** A code, and all before it, is good until one of its step was used. */
const isAhead = (userId: string, secret: string, step: number) =>
  and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret), lt(secondFactors.lastStep, step));

const spendStep = (db: Db, userId: string, secret: string, step: number) =>
  db.write
    .update(secondFactors)
    .set({ lastStep: step })
    .where(isAhead(userId, secret, step))
    .returning({ userId: secondFactors.userId });

const isSpare = (userId: string, hash: string) =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hash), isNull(recoveryCodes.usedAt));

const spendSpare = (db: Db, userId: string, hash: string, now: number) =>
  db.write
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(isSpare(userId, hash))
    .returning({ userId: recoveryCodes.userId });

/** 32 characters, five random bits each, that nobody takes for one another: no 0, O, 1 or l. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeCount = 10;
const codeLength = 10;

/** What a recovery code is stored as; case, spaces and hyphens do not matter. */
const recoveryHash = (userId: string, typed: string): string =>
  sha256(`${userId}\n${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`);

/** Ten of them, as they are shown: `k7mxq-2hvna`, 50 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => {
    const code = randomCharacters(alphabet, codeLength);
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });

/** Statements that put these recovery codes in the place of the account's older ones. @param when condition */
export const storeRecoveryCodes = (db: Db, userId: string, codes: readonly string[], when: SQL) => {
  const hashes = JSON.stringify(codes.map((code) => recoveryHash(userId, code)));
  return [
    db.write.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
    db.write.run(sql`
      INSERT INTO ${recoveryCodes} (user_id, code_hash)
      SELECT ${userId}, value FROM json_each(${hashes}) WHERE ${when}`),
  ] as const;
};

/** Statements that take the second factor off an account. @param when condition */
export const removeFactor = (db: Db, userId: string, when: SQL = sql`true`) =>
  [
    db.write.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
    db.write.delete(secondFactors).where(and(eq(secondFactors.userId, userId), when)),
  ] as const;

/**
 * Statements of a reset by somebody else: the factor goes, all sessions of the account end, and all operators
 * are told. @param by who does it, by name @param when condition
 */
export const resetFactor = (
  db: Db,
  { id, name, email }: { id: string; name: string; email: string },
  { by, now, when = sql`true` }: { by: string; now: number; when?: SQL },
) =>
  [
    postToOperators(db, {
      cause: `second_factor:${crypto.randomUUID()}`,
      letter: { kind: 'second_factor', change: 'reset', name, email, by },
      now,
      when,
    }),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), when)),
    ...removeFactor(db, id, when),
  ] as const;
