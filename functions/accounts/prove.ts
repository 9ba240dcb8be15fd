/** Asking for the password, and the second factor, again: a phone that is left lying signed in must not be enough. */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import {
  accountCounter,
  blockedUntil,
  type Counter,
  forgetAttempts,
  giveBack,
  mustWait,
  passwordLimit,
  type TooMany,
  takeAttempts,
} from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { unchanged } from '../session/session.ts';
import { noteFailure } from './operator-notices.ts';
import { checkPassword } from './password.ts';
import { type CodeRefused, secondStep } from './second-factor.ts';

/** Whose session it is, and the password that was checked. */
export type Person = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'password'>;

/** What somebody proves themselves with. @property code of the second factor, where the account has one */
export type Proof = { password: string; code?: string | undefined };

type Proven =
  | { ok: true; person: Person }
  | { ok: false; code: 'signed_out' | 'wrong_password' }
  | CodeRefused
  | TooMany;

/** Guesses of an account's password by whoever is signed in to it: limited like logins, for the account. */
const guesses = (owner: Owner): Counter => accountCounter('password', owner);

/**
 * One hash, unless the session is dead or has to wait. A code is used up here, also when the
 * change that it was given for fails. @param freeTries wrong ones that cost no waiting @param withCode false: the password is enough
 */
export async function provePassword(
  db: Db,
  owner: Owner,
  { password, code }: Proof,
  freeTries: number,
  withCode = true,
): Promise<Proven> {
  const { tokenHash, now } = owner;
  const counter = guesses(owner);
  const [taken, [blocked], [person]] = await db.write.batch([
    takeAttempts(db, [{ counter, limit: passwordLimit(freeTries) }], now),
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
  if (!person) return { ok: false, code: 'signed_out' };
  if (!taken.length) return mustWait(blocked, now);
  if (!(await checkPassword(password, person.password))) {
    await noteFailure(db, person, now);
    return { ok: false, code: 'wrong_password' };
  }
  if (!withCode) return { ok: true, person };
  const step = await secondStep(db, person, code, now);
  if (step.ok && (!step.spend[0] || (await step.spend[0]).length)) return { ok: true, person };
  if (!step.ok && step.code === 'code_needed') {
    await giveBack(db, taken);
    return step;
  }
  await noteFailure(db, person, now);
  return { ok: false, code: 'wrong_code' };
}

/** The proof was given: its count starts anew. For the batch that follows. */
export const forgetGuesses = (db: Db, owner: Owner) => forgetAttempts(db, guesses(owner));

/**
 * Condition for that batch: the session still lives, and the password is still the one that was checked.
 * @param only what else must hold of `users`
 */
export const stillProven = ({ tokenHash, now }: Owner, person: Person, only: SQL = sql`true`): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} JOIN ${sessions} ON ${sessions.userId} = ${users.id}
    WHERE ${unchanged(person)} AND ${only}
    AND ${sessions.tokenHash} = ${tokenHash} AND ${sessions.expiresAt} > ${now})`;

/** The same of an operator, in a session that meets what theirs has to. */
export const operatorStillProven = (owner: Owner, person: Person): SQL =>
  stillProven(owner, person, sql`${users.role} = 'operator' AND ${sessions.elevated} = 1`);

/**
 * Why the proof did not hold any more when it was to be acted on: another change came first.
 * @param person whom the session still is of, at the end of that batch
 */
export const overtaken = (person: object | undefined) =>
  ({ ok: false, code: person ? 'wrong_password' : 'signed_out' }) as const;
