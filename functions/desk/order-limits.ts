/** Accounts whose limits of unpaid orders (functions/orders/unpaid.ts) an operator has lifted. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { hasEmail } from '../accounts/by-email.ts';
import type { Operator } from '../http/operator.ts';
import { writeAudit } from './audit.ts';

const { id, name, email } = users;

/** All of them by name, by the partial index of db/schema/accounts.ts. They are few, so there are no pages. */
export async function listLiftedLimits(db: Db) {
  const rows = await db.read
    .select({ id, name, email })
    .from(users)
    .where(sql`limits_lifted = 1`)
    .orderBy(asc(name), asc(email));
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

type LimitsResult = { ok: true; name: string } | { ok: false; code: 'not_found' | 'changed' };

/** Lifts or restores the limits of an account. @param now UTC ms */
export async function setLimitsLifted(
  db: Db,
  operator: Operator,
  account: { id: string } | { email: string },
  lifted: boolean,
  now: number,
): Promise<LimitsResult> {
  const isAccount: SQL = 'id' in account ? eq(id, account.id) : hasEmail(account.email);
  const isDifferent = and(isAccount, eq(users.limitsLifted, !lifted));
  const [, changed, [row]] = await db.write.batch([
    writeAudit(
      db,
      operator,
      {
        action: 'limits',
        about: sql`(SELECT id FROM ${users} WHERE ${isAccount})`,
        detail: lifted ? 'lifted' : 'restored',
      },
      now,
      sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isDifferent})`,
    ),
    db.write.update(users).set({ limitsLifted: lifted }).where(isDifferent).returning({ id }),
    db.write.select({ name }).from(users).where(isAccount),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  return changed.length ? { ok: true, ...row } : { ok: false, code: 'changed' };
}
