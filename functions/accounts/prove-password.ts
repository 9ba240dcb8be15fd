/** Checks the password and the second factor of a signed-in user again, since others may use an unlocked phone. */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import type { Owner } from '../lib/owner.ts';
import { signedOut, wrongFields } from '../lib/refusal.ts';
import { hasSamePassword } from '../lib/session.ts';
import {
  accountCounter,
  blockedUntil,
  type Counter,
  countAttempts,
  forgetAttempts,
  orGiveBack,
  passwordLimit,
  returnAttempts,
  tooManyAttempts,
} from '../limits/attempts.ts';
import { countOperatorFailure } from './operator-notices.ts';
import { checkPassword, type HashFor, laneOfRole } from './password.ts';
import { checkSecondFactor, sessionCode } from './second-factor.ts';
import { inTurn } from './turns.ts';

/** The session's user, with the password hash that was checked. */
export type Person = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'password'>;

/** @property code of the second factor, if the account has one */
export type Proof = { password: string; code?: string | undefined };

/** Who has a hash made, of a signed-in user. */
export const hashFor = ({ network }: Owner, { id, role }: Pick<Person, 'id' | 'role'>): HashFor => ({
  lane: laneOfRole(role),
  network,
  account: id,
});

/** @param field of the request that has the password */
const wrongPassword = (field = 'password') => wrongFields({ [field]: 'That is not your password.' });

/** Counter of wrong passwords typed with a valid session, limited per account like sign-ins. */
const passwordCounter = (owner: Owner): Counter => accountCounter('password', owner);

/**
 * Makes one hash, unless there is no valid session or it has to wait. What could not be checked counts nothing. A code is used
 * up even if the change that it was given for fails.
 * @param withCode false: the password is enough
 * @param field of the request that has the password
 */
export const provePassword = (
  call: Pick<Call, 'db' | 'owner' | 'limits'>,
  proof: Proof,
  options: { withCode?: boolean; field?: string } = {},
) => inTurn(call.owner.tokenHash, () => proveInTurn(call, proof, options));

async function proveInTurn(
  { db, owner, limits }: Pick<Call, 'db' | 'owner' | 'limits'>,
  { password, code }: Proof,
  { withCode = true, field }: { withCode?: boolean; field?: string },
) {
  const { tokenHash, now } = owner;
  const counter = passwordCounter(owner);
  const [taken, [blocked], [person]] = await db.write.batch([
    countAttempts(db, [{ counter, limit: passwordLimit(limits.LOGIN_FREE_TRIES) }], now),
    blockedUntil(db, [counter], now),
    db.write
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        role: users.role,
        password: users.password,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now))),
  ]);
  if (!person) return signedOut();
  if (!taken.length) return tooManyAttempts(blocked, now);
  const { isRight, step } = await orGiveBack(
    async () => {
      const isRight = await checkPassword(password, person.password, hashFor(owner, person));
      const needsStep = isRight && withCode;
      return { isRight, step: needsStep && (await checkSecondFactor(db, person, code, now, sessionCode)) };
    },
    returnAttempts(db, taken),
  );
  if (!isRight) {
    await countOperatorFailure(db, person, now);
    return wrongPassword(field);
  }
  const proven = { ok: true as const, person };
  if (!step) return proven;
  if (step.ok && (!step.spend[0] || (await step.spend[0]).length)) return proven;
  if (!step.ok && step.code === 'code_needed') {
    await returnAttempts(db, taken);
    return step;
  }
  await countOperatorFailure(db, person, now);
  return sessionCode.wrongCode();
}

/** Clears the counter after a right password. For the batch that follows. */
export const forgetPasswordAttempts = (db: Db, owner: Owner) => forgetAttempts(db, passwordCounter(owner));

/**
 * Condition for that batch: the session is still valid, and the password is still the one that was checked.
 * @param only further condition on `users`
 */
export const isStillProven = ({ tokenHash, now }: Owner, person: Person, only: SQL = sql`true`): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} JOIN ${sessions} ON ${sessions.userId} = ${users.id}
    WHERE ${hasSamePassword(person)} AND ${only}
    AND ${sessions.tokenHash} = ${tokenHash} AND ${sessions.expiresAt} > ${now})`;

/** The same for an operator whose session meets the requirements for operators. */
export const isOperatorStillProven = (owner: Owner, person: Person): SQL =>
  isStillProven(owner, person, sql`${users.role} = 'operator' AND ${sessions.elevated} = 1`);

/**
 * The refusal when the proof no longer held in that batch, because another change came first.
 * @param person the session's user at the end of that batch @param field of the request that has the password
 */
export const proofExpired = (person: object | undefined, field?: string) =>
  person ? wrongPassword(field) : signedOut();
