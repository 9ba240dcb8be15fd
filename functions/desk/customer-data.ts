/** Exporting and erasing the data of a customer who has asked for it (docs/desk.md, "Customers"). */
import { eq, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { eraseAccount, hasOpenOrders } from '../accounts/delete-account.ts';
import { formatPersonalData, type PersonalExport, selectPersonalData } from '../accounts/export-data.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Proof,
  proofExpired,
} from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { customerIds } from '../guests/customer.ts';
import { eraseGuests } from '../guests/erase.ts';
import type { DeskCall } from '../lib/call.ts';
import { emailHashes } from '../lib/email-hash.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { writeAudit } from './audit.ts';
import { type Customer, findCustomer } from './customer-detail.ts';
import { unknownCustomer } from './customer-notes.ts';

/** What keeps a customer from being erased. */
export const eraseRefusals = {
  openOrders: refusal(
    409,
    'open_orders',
    'An order is not finished, or a return or a refund is on its way. The data can be erased after that.',
  ),
  isOperator: refusal(
    409,
    'is_operator',
    'This is the account of an operator. It can be erased after the operator was removed.',
  ),
};

/** What the audit list says besides the id, which identifies nobody once the customer is erased. */
const auditDetail = ({ guest }: Customer): string => (guest ? 'a guest' : 'an account');

/** Condition: the customer is what was read. */
const isUnchanged = ({ id, guest, role }: Customer): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} AS same
    WHERE same.id = ${id} AND same.guest = ${guest ? 1 : 0} AND same.role = ${role})`;

/**
 * The customer's data, as the export of their own account has it. It is returned only after its audit entry was written.
 * The limit counts the exports of one operator in an hour, with those of their own account.
 */
export async function exportCustomer(
  call: DeskCall,
  { id, ...proof }: { id: string } & Proof,
): Promise<({ ok: true } & PersonalExport) | Refusal> {
  const { db, owner, limits } = call;
  const customer = await findCustomer(db, id);
  if (!customer) return unknownCustomer();
  const person = await proveOperator(call, proof);
  const limit = hourlyLimit(accountCounter('export', owner), limits.EXPORTS_PER_HOUR, owner.now);
  const [, used] = await db.write.batch([forgetPasswordAttempts(db, owner), limit.count(db)]);
  const wait = limit.wait(used);
  if (wait) return tooManyTries(wait);
  const [first, ...rest] = selectPersonalData(db, customerIds(customer.id));
  if (!first) throw new Error('an export has no lists');
  const results = await db.read.batch([first, ...rest]);
  const isAllowed = sql`${isOperatorStillProven(owner, person)} AND ${isUnchanged(customer)}`;
  const entry = { action: 'customer_exported', about: customer.id, detail: auditDetail(customer) } as const;
  const [, [state], [session]] = await db.write.batch([
    writeAudit(db, person, entry, owner.now, isAllowed),
    db.write
      .select({
        proven: sql<number>`${isOperatorStillProven(owner, person)}`,
        same: sql<number>`${isUnchanged(customer)}`,
      })
      .from(sql`(SELECT 1)`),
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  if (!state?.proven) return proofExpired(session);
  return state.same ? { ok: true, ...formatPersonalData(results, owner.now) } : unknownCustomer();
}
refuses(exportCustomer, notFound, sessionCode);

/**
 * Erases the customer as deleting an account, or the job that erases guests, does. The batch checks again what keeps a
 * customer from being erased.
 */
export async function eraseCustomer(
  call: DeskCall,
  { id, ...proof }: { id: string } & Proof,
): Promise<{ ok: true } | Refusal> {
  const key = hashKey(call);
  const { db, owner } = call;
  const customer = await findCustomer(db, id);
  if (!customer) return unknownCustomer();
  if (customer.role === 'operator') return eraseRefusals.isOperator();
  const person = await proveOperator(call, proof);
  const { guest } = customer;
  const ids = customerIds(id);
  const condition = sql`${isOperatorStillProven(owner, person)} AND ${isUnchanged(customer)} AND NOT ${hasOpenOrders(ids)}`;
  const hashes = emailHashes(key, customer.email);
  const entry = { action: 'customer_erased', about: id, detail: auditDetail(customer) } as const;
  const state = db.write
    .select({
      open: sql<number>`${hasOpenOrders(ids)}`,
      same: sql<number>`${isUnchanged(customer)}`,
      done: sql<number>`${condition}`,
    })
    .from(sql`(SELECT 1)`);
  const queries = [findSessionUser(db, owner.tokenHash, owner.now)] as const;
  const begin = [
    forgetPasswordAttempts(db, owner),
    state,
    writeAudit(db, person, entry, owner.now, condition),
  ] as const;
  const deleteAccount = db.write.delete(users).where(sql`${eq(users.id, id)} AND ${condition}`);
  const results = guest
    ? await db.write.batch([...begin, ...eraseGuests(db, ids, hashes, condition), ...queries])
    : await db.write.batch([
        ...begin,
        ...eraseAccount(db, customer, hashes, owner.now, condition),
        deleteAccount,
        ...queries,
      ]);
  const [before] = results[1];
  const [[session]] = lastResults(results, queries);
  if (before?.done) return { ok: true };
  if (session && !before?.same) return unknownCustomer();
  return session && before?.open ? eraseRefusals.openOrders() : proofExpired(session);
}
refuses(eraseCustomer, notFound, eraseRefusals, sessionCode, notConfigured);
