/** Who may come behind the counter, and who lets them in or sees them out. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sessions, users } from '#db/schema/index.ts';
import type { Role } from '#features/accounts/account.ts';
import { endLinks } from '../accounts/links.ts';
import { noPassword } from '../accounts/password.ts';
import { forgetGuesses, operatorStillProven, overtaken, type Person } from '../accounts/prove.ts';
import { hasFactor, removeFactor, resetFactor } from '../accounts/second-factor.ts';
import { post } from '../outbox/enqueue.ts';
import { postToOperators } from '../outbox/enqueue-to-operators.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { noteDown } from './audit.ts';

/** By this partial index (db/schema/accounts.ts): a parameter would not be known to match it. */
const operators = sql`${users.role} = 'operator'`;

/** All of them, by name: few among many, so there are no pages. @param now UTC ms */
export async function listPeople(db: Db, me: { id: string }, now: number) {
  const rows = await db.read
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      since: users.createdAt,
      secondFactor: hasFactor(users.id),
      signedIn: sql<number | null>`(SELECT max(${sessions.createdAt}) FROM ${sessions}
        WHERE ${sessions.userId} = ${users.id} AND ${sessions.expiresAt} > ${now})`,
    })
    .from(users)
    .where(operators)
    .orderBy(asc(users.name), asc(users.email));
  return rows.map(({ id, since, signedIn, secondFactor, ...row }) => ({
    _id: id,
    ...row,
    secondFactor: Boolean(secondFactor),
    me: id === me.id,
    /** When the account was opened. */
    since: new Date(since).toISOString(),
    /** When they signed in last, where they still are; null when they are signed out everywhere. */
    signedIn: signedIn === null ? null : new Date(signedIn).toISOString(),
  }));
}

export type Found = Pick<Person, 'id' | 'name' | 'email' | 'role'>;

/** The account that somebody means; undefined when there is none. */
export async function findPerson(
  db: Db,
  whom: { id: string } | { email: string },
): Promise<Found | undefined> {
  const { id, name, email, role } = users;
  const meant = 'id' in whom ? eq(id, whom.id) : eq(email, whom.email);
  const [found] = await db.read.select({ id, name, email, role }).from(users).where(meant);
  // Its owner has not said a name yet.
  return found && { ...found, name: found.name || found.email };
}

type Changed =
  | { ok: true; name: string }
  | { ok: false; code: 'not_found' | 'signed_out' | 'wrong_password' }
  /** `yourself`: one's own role is for another operator to change. `changed`: it is so already. */
  | { ok: false; code: 'yourself' | 'changed'; name: string };

const notThere = { ok: false, code: 'not_found' } as const;

/** What can be told without the batch. */
function refusalOf(found: Found, person: Person, role: Role): Changed | undefined {
  if (found.id === person.id) return { ok: false, code: 'yourself', name: found.name };
  return found.role === role ? { ok: false, code: 'changed', name: found.name } : undefined;
}

/**
 * Makes an operator of an account, or a shopper again. The batch repeats that whoever does it is an
 * operator still, and it is never oneself: so one of them is always left, also when two remove each other at
 * once. All sessions of the account end. A new operator's password goes too, since an account may have been
 * opened with somebody else's address: the next one is chosen by a letter to it. The second factor of who is no
 * operator any more goes. All operators are told, and whom it is about.
 * @param person whose password was checked @param found the account as it was before
 */
export async function changeRole(
  db: Db,
  owner: Owner,
  person: Person,
  { found, role }: { found: Found | undefined; role: Role },
): Promise<Changed> {
  const refusal = found ? refusalOf(found, person, role) : notThere;
  if (!found || refusal) {
    await forgetGuesses(db, owner);
    return refusal ?? notThere;
  }
  const { now } = owner;
  const { id, name, email } = found;
  const isAsFound = sql`EXISTS (SELECT 1 FROM ${users} AS found WHERE found.id = ${id} AND found.role = ${found.role})`;
  const may = sql`${operatorStillProven(owner, person)} AND ${isAsFound}`;
  const told = {
    cause: `role:${crypto.randomUUID()}`,
    letter: { kind: 'role_changed' as const, role, name, email, by: person.name },
    now,
    when: may,
  };
  const detail = role === 'operator' ? 'made an operator' : 'made a shopper again';
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    noteDown(db, person, { action: 'role', about: id, detail }, now, may),
    postToOperators(db, told),
    post(db, { ...told, to: email }),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), may)),
    endLinks(db, id, may),
    ...removeFactor(db, id, may),
    // Last: the condition is about the role that it replaces.
    db.write
      .update(users)
      .set({ role, ...(role === 'operator' && { password: noPassword }) })
      .where(and(eq(users.id, id), may))
      .returning({ id: users.id }),
    personOf(db, owner.tokenHash, now),
    db.write.select({ role: users.role }).from(users).where(eq(users.id, id)),
  ]);
  const [[done], [still], [current]] = [results[8], results[9], results[10]];
  if (done) return { ok: true, name };
  if (!current) return notThere;
  return current.role === found.role ? overtaken(still) : { ok: false, code: 'changed', name };
}

/**
 * Takes the second factor off another operator's account, whose phone and recovery codes are lost. Never one's own:
 * who has a session and a password must not get rid of the factor with them.
 * @param person whose password was checked
 */
export async function resetSecondFactor(
  db: Db,
  owner: Owner,
  person: Person,
  found: Found | undefined,
): Promise<Changed> {
  const { now } = owner;
  if (!found || found.id === person.id) {
    await forgetGuesses(db, owner);
    return found ? { ok: false, code: 'yourself', name: found.name } : notThere;
  }
  const { id, name } = found;
  const may = sql`${operatorStillProven(owner, person)} AND ${hasFactor(id)}`;
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    noteDown(db, person, { action: 'second_factor', about: id }, now, may),
    db.write.select({ has: hasFactor(id), done: sql<number>`${may}` }).from(sql`(SELECT 1)`),
    // Last goes the factor: it is part of the condition.
    ...resetFactor(db, found, { by: person.name, now, when: may }),
    personOf(db, owner.tokenHash, now),
  ]);
  const [[before], [still]] = [results[2], results.at(-1) as object[]];
  if (before?.done) return { ok: true, name };
  return still && !before?.has ? { ok: false, code: 'changed', name } : overtaken(still);
}
