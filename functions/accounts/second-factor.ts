/**
 * Operators' second factor (docs/behaviour.md, "Second factor"): codes of an authenticator app (TOTP, RFC 6238), and
 * recovery codes.
 */
import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '#db/client.ts';
import { recoveryCodes, secondFactors, sessions, type users } from '#db/schema/index.ts';
import type { Role } from '#domain/accounts/account.ts';
import { randomCharacters } from '../lib/random.ts';
import { refusal } from '../lib/refusal.ts';
import { sha256 } from '../lib/token.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';

/** Parameters that every authenticator app supports; `period` in seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps by which a phone's clock may be ahead or behind. */
const allowedDrift = 1;

/** A new secret, and its URI for the QR code. @param issuer the shop's name */
export function newSecret(issuer: string, email: string): { secret: string; uri: string } {
  const made = new TOTP({ ...totp, issuer, label: email, secret: new Secret() });
  return { secret: made.secret.base32, uri: made.toString() };
}

/**
 * The step (30 s since 1970) of a code. @param secret Base32 @param now UTC ms
 * @returns `undefined` when the code is not valid now
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({
    ...totp,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: allowedDrift,
  });
  return delta === null ? undefined : TOTP.counter({ period: totp.period, timestamp: now }) + delta;
}

/** Condition: the account has a second factor. @param userId its id, or a column with it */
export const hasFactor = (userId: string | SQL | typeof users.id): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${secondFactors.userId} = ${userId})`;

/** The number of unused recovery codes of an account. */
export const recoveryCodesLeft = (userId: string | typeof users.id): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${recoveryCodes}
    WHERE ${recoveryCodes.userId} = ${userId} AND ${recoveryCodes.usedAt} IS NULL)`;

const neededMessage = 'Enter the 6-digit code from your authenticator app, or a recovery code.';
const wrongMessage = 'This code is not right, or was used already. Please wait for the next one.';

/** The refusals of a code, shown at the field `code`. */
const codeRefusals = (status: 401 | 422) => ({
  codeNeeded: refusal(status, 'code_needed', () => ({
    message: neededMessage,
    fields: { code: neededMessage },
  })),
  wrongCode: refusal(status, 'wrong_code', () => ({ message: wrongMessage, fields: { code: wrongMessage } })),
});
/** At signing in. */
export const signInCode = codeRefusals(401);
/** In a session. */
export const sessionCode = codeRefusals(422);

/**
 * @property factor the account has a second factor, and the code was right
 * @property when condition for the batch that relies on it: this still holds, and the code is not used yet
 * @property spend statements that use up the code; in the same batch, after all statements with the condition
 */
type Passed = { factor: boolean; when: SQL; spend: readonly SpendStatement[] };
type SpendStatement = ReturnType<typeof spendStep> | ReturnType<typeof spendRecoveryCode>;

const passed = (how: Passed) => ({ ok: true, ...how }) as const;

/**
 * Checks the second factor of an account, after its password. One read, only for operators.
 * @param typed the app's code, or a recovery code @param now UTC ms @param refusals of this request
 */
export async function checkSecondFactor(
  db: Db,
  { id, role }: { id: string; role: Role },
  typed: string | undefined,
  now: number,
  { codeNeeded, wrongCode }: ReturnType<typeof codeRefusals>,
) {
  if (role !== 'operator') return passed({ factor: false, when: sql`true`, spend: [] });
  const hash = recoveryHash(id, typed ?? '');
  const [factor] = await db.read
    .select({ secret: secondFactors.secret, lastStep: secondFactors.lastStep, spare: recoveryCodes.codeHash })
    .from(secondFactors)
    .leftJoin(recoveryCodes, isUnusedRecoveryCode(id, hash))
    .where(eq(secondFactors.userId, id));
  if (!factor) return passed({ factor: false, when: sql`NOT ${hasFactor(id)}`, spend: [] });
  const code = typed?.replaceAll(/[\s-]/g, '');
  if (!code) return codeNeeded();
  if (factor.spare) {
    const when = sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${isUnusedRecoveryCode(id, hash)})`;
    return passed({ factor: true, when, spend: [spendRecoveryCode(db, id, hash, now)] });
  }
  const step = stepOf(factor.secret, code, now);
  if (step === undefined || !isLater(step, factor.lastStep)) return wrongCode();
  const when = sql`EXISTS (SELECT 1 FROM ${secondFactors} WHERE ${isUnusedStep(id, factor.secret, step)})`;
  return passed({ factor: true, when, spend: [spendStep(db, id, factor.secret, step)] });
}

/** Steps that an honest clock can be ahead of another one. A later step was written by a clock that was wrong. */
const mostAhead = 10;

/** Whether a step comes after the last one that was used. */
const isLater = (step: number, last: number): boolean => step > last || last > step + mostAhead;

/** Condition: no code of this step or a later one was used. */
const isUnusedStep = (userId: string, secret: string, step: number) =>
  and(
    eq(secondFactors.userId, userId),
    eq(secondFactors.secret, secret),
    or(lt(secondFactors.lastStep, step), gt(secondFactors.lastStep, step + mostAhead)),
  );

const spendStep = (db: Db, userId: string, secret: string, step: number) =>
  db.write
    .update(secondFactors)
    .set({ lastStep: step })
    .where(isUnusedStep(userId, secret, step))
    .returning({ userId: secondFactors.userId });

const isUnusedRecoveryCode = (userId: string, hash: string) =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hash), isNull(recoveryCodes.usedAt));

const spendRecoveryCode = (db: Db, userId: string, hash: string, now: number) =>
  db.write
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(isUnusedRecoveryCode(userId, hash))
    .returning({ userId: recoveryCodes.userId });

/** 32 characters, five random bits each, without those that look alike: no 0, O, 1 or l. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeCount = 10;
const codeLength = 10;

/** The stored hash of a recovery code; case, spaces and hyphens do not matter. */
const recoveryHash = (userId: string, typed: string): string =>
  sha256(`${userId}\n${typed.toLowerCase().replaceAll(/[\s-]/g, '')}`);

/** Ten new recovery codes of 50 random bits each, formatted for display: `k7mxq-2hvna`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () => {
    const code = randomCharacters(alphabet, codeLength);
    return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
  });

/** Statements that replace the account's recovery codes. @param when condition */
export const storeRecoveryCodes = (db: Db, userId: string, codes: readonly string[], when: SQL) => {
  const hashes = JSON.stringify(codes.map((code) => recoveryHash(userId, code)));
  return [
    db.write.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
    db.write.run(sql`
      INSERT INTO ${recoveryCodes} (user_id, code_hash)
      SELECT ${userId}, value FROM json_each(${hashes}) WHERE ${when}`),
  ] as const;
};

/** Statements that remove the second factor of an account. @param when condition */
export const removeFactor = (db: Db, userId: string, when: SQL = sql`true`) =>
  [
    db.write.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
    db.write.delete(secondFactors).where(and(eq(secondFactors.userId, userId), when)),
  ] as const;

/**
 * Statements for a reset by somebody else: they remove the factor, end all sessions of the account, and email all
 * operators. @param by name of the operator who does it @param when condition
 */
export const resetFactor = (
  db: Db,
  { id, name, email }: { id: string; name: string; email: string },
  { by, now, when = sql`true` }: { by: string; now: number; when?: SQL },
) =>
  [
    enqueueEmailToOperators(db, {
      cause: `second_factor:${crypto.randomUUID()}`,
      content: { kind: 'second_factor', change: 'reset', name, email, by },
      now,
      when,
    }),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), when)),
    ...removeFactor(db, id, when),
  ] as const;
