/** Accounts that may hold any number of unpaid pieces (functions/orders/unpaid.ts), since an operator has said so. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import type { Operator } from '../http/operator.ts';
import { noteDown } from './audit.ts';

const { id, name, email } = users;

/** All of them, by name: few among many, so there are no pages. By the partial index of db/schema/accounts.ts. */
export async function listLifted(db: Db) {
  const rows = await db.read
    .select({ id, name, email })
    .from(users)
    .where(sql`limits_lifted = 1`)
    .orderBy(asc(name), asc(email));
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

type Changed = { ok: true; name: string } | { ok: false; code: 'not_found' | 'changed' };

/** @param whom the account's id or address @param lifted what its limits are to be @param now UTC ms */
export async function changeLimits(
  db: Db,
  operator: Operator,
  whom: { id: string } | { email: string },
  lifted: boolean,
  now: number,
): Promise<Changed> {
  const meant: SQL = 'id' in whom ? eq(id, whom.id) : eq(email, whom.email);
  const isOther = and(meant, eq(users.limitsLifted, !lifted));
  const [, changed, [row]] = await db.write.batch([
    noteDown(
      db,
      operator,
      {
        action: 'limits',
        about: sql`(SELECT id FROM ${users} WHERE ${meant})`,
        detail: lifted ? 'lifted' : 'restored',
      },
      now,
      sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isOther})`,
    ),
    db.write.update(users).set({ limitsLifted: lifted }).where(isOther).returning({ id }),
    db.write.select({ name }).from(users).where(meant),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  return changed.length ? { ok: true, ...row } : { ok: false, code: 'changed' };
}
