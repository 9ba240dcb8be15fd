/** Customers at the desk (docs/desk.md, "Customers"). */
import { sql } from 'drizzle-orm';
import { select } from './rows.ts';
import type { TestShop } from './shop.ts';

export const customersPath = '/api/desk/customers';

/** The id of the account with an address, or of the newest guest. */
export async function customerIdOf({ db }: TestShop, email: string, kind: 'account' | 'guest' = 'account') {
  const [row] = await select<{ id: string }>(
    db,
    sql`SELECT id FROM users WHERE email = ${email} AND guest = ${kind === 'guest' ? 1 : 0} ORDER BY created_at DESC`,
  );
  return row?.id ?? '';
}

/** The entries of the audit list about a customer, oldest first. */
export const auditOf = ({ db }: TestShop, id: string) =>
  select<{ action: string; detail: string | null }>(
    db,
    sql`SELECT action, detail FROM audit WHERE about = ${id} ORDER BY rowid`,
  );
