/**
 * The operators (docs/desk.md, "Codes and operators"): listing them, changing roles and resetting a second factor.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { outbox, sessions, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import type { Role } from '#domain/accounts/account.ts';
import { type OrderEmailChoice, orderEmailChoices } from '#domain/email/order-emails.ts';
import { hasEmail } from '../accounts/by-email.ts';
import { endLinks } from '../accounts/links.ts';
import { noPassword } from '../accounts/password.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  type Proof,
  proofExpired,
} from '../accounts/prove-password.ts';
import { hasFactor, removeFactor, resetFactor, sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';

/** A literal, since SQLite uses the partial index (db/schema/accounts.ts) for no bound parameter. */
const isOperator = sql`${users.role} = 'operator'`;

/** All operators by name. They are few, so there are no pages. */
export async function listOperators({ db, operator: me, now }: DeskCall) {
  const rows = await db.read
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      /** When the account was opened. */
      since: users.createdAt,
      orderEmails: users.orderEmails,
      editsContent: users.editsContent,
      secondFactor: hasFactor(users.id),
      /** The last sign-in among the current sessions; null when there is none. */
      signedIn: sql<number | null>`(SELECT max(${sessions.createdAt}) FROM ${sessions}
        WHERE ${sessions.userId} = ${users.id} AND ${sessions.expiresAt} > ${now})`,
    })
    .from(users)
    .where(isOperator)
    .orderBy(asc(users.name), asc(users.email));
  const people = rows.map((row) => ({
    ...row,
    secondFactor: Boolean(row.secondFactor),
    me: row.id === me.id,
  }));
  return { people };
}

/** Sets which emails about orders an operator gets. */
export async function chooseOrderEmails(
  { db, operator, now }: DeskCall,
  { choice }: { choice: OrderEmailChoice },
): Promise<void> {
  const detail = orderEmailChoices[choice];
  await db.write.batch([
    writeAudit(db, operator, { action: 'order_emails', about: operator.id, detail }, now),
    db.write.update(users).set({ orderEmails: choice }).where(eq(users.id, operator.id)),
  ]);
}

type Account = Pick<Person, 'id' | 'name' | 'email' | 'role'>;

/** The account with an id or an email address, or `undefined`. */
async function findAccount(db: Db, key: { id: string } | { email: string }): Promise<Account | undefined> {
  const { id, name, email, role } = users;
  const isAccount = 'id' in key ? and(eq(id, key.id), eq(users.guest, false)) : hasEmail(key.email);
  const [account] = await db.read.select({ id, name, email, role }).from(users).where(isAccount);
  // An account may have no name yet.
  return account && { ...account, name: account.name || account.email };
}

/** @property name of the account */
type Done = { ok: true; name: string };

/** Nobody changes their own role, or resets their own second factor. */
export const yourself = refusal(
  409,
  'yourself',
  'This is your own account. Another operator has to make this change.',
);

const unknownAccount = () => notFound('This account');

const hasRole = (name: string, role: Role) =>
  conflict(`${name} is ${role === 'operator' ? 'an operator already' : 'no longer an operator'}.`, { role });

/** Refusals that need no write. */
function earlyRefusal(account: Account, person: Person, role: Role): Refusal | undefined {
  if (account.id === person.id) return yourself();
  return account.role === role ? hasRole(account.name, role) : undefined;
}

/** Emails that only operators get about the work of the shop. */
const operatorEmails: readonly OutboxEmail['kind'][] = [
  'new_order',
  'morning_summary',
  'low_stock',
  'operator_flag',
];

/**
 * Makes an account an operator, or a shopper again. The batch checks again that the acting person is still an operator,
 * and nobody changes their own role, so one operator is always left, even when two remove each other at the same time.
 * All sessions, links and the second factor of the account end. Emails for operators that wait for it are deleted, and
 * it chooses them anew. A new operator's password is removed, since somebody else may have registered that address; the
 * owner sets a new one by email. All operators and the account's owner get an email.
 * @param missing the refusal of an unknown account
 */
async function changeRole(
  call: DeskCall,
  key: { id: string } | { email: string },
  role: Role,
  proof: Proof,
  missing: Refusal,
): Promise<Done | Refusal> {
  const { db, owner } = call;
  const account = await findAccount(db, key);
  const person = await proveOperator(call, proof);
  const refused = account && earlyRefusal(account, person, role);
  if (!account || refused) {
    await forgetPasswordAttempts(db, owner);
    return refused ?? missing;
  }
  const { now } = owner;
  const { id, name, email } = account;
  const isUnchanged = sql`EXISTS (SELECT 1 FROM ${users} AS account WHERE account.id = ${id} AND account.role = ${account.role})`;
  const isAllowed = sql`${isOperatorStillProven(owner, person)} AND ${isUnchanged}`;
  const notice = {
    cause: `role:${crypto.randomUUID()}`,
    content: { kind: 'role_changed' as const, role, name, email, by: person.name },
    now,
    when: isAllowed,
  };
  const detail = role === 'operator' ? 'made an operator' : 'made a shopper again';
  const queries = [
    // After all others: the condition is about the role that it replaces.
    db.write
      .update(users)
      .set({
        role,
        owner: false,
        orderEmails: 'none',
        editsContent: false,
        ...(role === 'operator' && { password: noPassword }),
      })
      .where(and(eq(users.id, id), isAllowed))
      .returning({ id: users.id }),
    findSessionUser(db, owner.tokenHash, now),
    db.write.select({ role: users.role }).from(users).where(eq(users.id, id)),
  ] as const;
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    writeAudit(db, person, { action: 'role', about: id, detail }, now, isAllowed),
    enqueueEmailToOperators(db, notice),
    enqueueEmail(db, { ...notice, to: email }),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), isAllowed)),
    endLinks(db, id, isAllowed),
    ...removeFactor(db, id, isAllowed),
    db.write
      .delete(outbox)
      .where(
        and(
          eq(outbox.recipient, email),
          eq(outbox.status, 'waiting'),
          inArray(sql`${outbox.content} ->> 'kind'`, operatorEmails),
          isAllowed,
        ),
      ),
    ...queries,
  ]);
  const [[done], [session], [current]] = lastResults(results, queries);
  if (done) return { ok: true, name };
  if (!current) return missing;
  return current.role === account.role ? proofExpired(session) : hasRole(name, role);
}

/** Makes an account an operator. */
export const addOperator = (call: DeskCall, { email, ...proof }: { email: string } & Proof) =>
  changeRole(
    call,
    { email },
    'operator',
    proof,
    wrongFields({ email: 'No account has this address. They have to sign up first.' }),
  );
refuses(addOperator, conflict, yourself, sessionCode);

/** Makes an operator a shopper. */
export const removeOperator = (call: DeskCall, { id, ...proof }: { id: string } & Proof) =>
  changeRole(call, { id }, 'shopper', proof, unknownAccount());
refuses(removeOperator, notFound, conflict, yourself, sessionCode);

/** Lets another operator change products, prices and texts, or no longer. @throws Refusal as {@link proveOperator} */
export async function allowContent(
  call: DeskCall,
  { id: accountId, allowed, ...proof }: { id: string; allowed: boolean } & Proof,
): Promise<Done | Refusal> {
  const { db, owner } = call;
  const account = await findAccount(db, { id: accountId });
  const person = await proveOperator(call, proof);
  const { now } = owner;
  if (account?.role !== 'operator' || account.id === person.id) {
    await forgetPasswordAttempts(db, owner);
    return account?.id === person.id ? yourself() : unknownAccount();
  }
  const { id, name } = account;
  const isAllowed = sql`${isOperatorStillProven(owner, person)}
    AND EXISTS (SELECT 1 FROM ${users} AS account WHERE account.id = ${id} AND account.role = 'operator')`;
  const detail = allowed ? 'allowed' : 'no longer allowed';
  const queries = [
    db.write
      .update(users)
      .set({ editsContent: allowed })
      .where(and(eq(users.id, id), isAllowed))
      .returning({ id: users.id }),
    findSessionUser(db, owner.tokenHash, now),
  ] as const;
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    writeAudit(db, person, { action: 'content_right', about: id, detail }, now, isAllowed),
    ...queries,
  ]);
  const [[done], [session]] = lastResults(results, queries);
  return done ? { ok: true, name } : proofExpired(session);
}
refuses(allowContent, notFound, yourself, sessionCode);

/**
 * Removes the second factor of another operator who has lost phone and recovery codes. Nobody resets their own: a
 * session and a password alone must not be enough to remove the factor.
 * @throws Refusal as {@link proveOperator}
 */
export async function resetSecondFactor(
  call: DeskCall,
  { id: accountId, ...proof }: { id: string } & Proof,
): Promise<Done | Refusal> {
  const { db, owner } = call;
  const account = await findAccount(db, { id: accountId });
  const person = await proveOperator(call, proof);
  const { now } = owner;
  if (!account || account.id === person.id) {
    await forgetPasswordAttempts(db, owner);
    return account ? yourself() : unknownAccount();
  }
  const { id, name } = account;
  const isAllowed = sql`${isOperatorStillProven(owner, person)} AND ${hasFactor(id)}`;
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    writeAudit(db, person, { action: 'second_factor', about: id }, now, isAllowed),
    db.write.select({ has: hasFactor(id), done: sql<number>`${isAllowed}` }).from(sql`(SELECT 1)`),
    // The factor is removed last, since it is part of the condition.
    ...resetFactor(db, account, { by: person.name, now, when: isAllowed }),
    findSessionUser(db, owner.tokenHash, now),
  ]);
  const [[before], [session]] = [results[2], results.at(-1) as object[]];
  if (before?.done) return { ok: true, name };
  return session && !before?.has
    ? conflict(`${name} no longer has two-step sign-in.`)
    : proofExpired(session);
}
refuses(resetSecondFactor, notFound, conflict, yourself, sessionCode);
