/** Customers at the desk (docs/desk.md, "Customers"). */
import { sql } from 'drizzle-orm';
import type { Client } from './client.ts';
import { type address, orderOf, placeOrder, serum } from './orders.ts';
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

/** Places an order of one serum for a person. @param over of the address */
export async function ordered(person: Client, over: Partial<typeof address> = {}) {
  const order = await orderOf(person, { [serum]: 1 });
  const { body } = await placeOrder(person, { ...order, address: { ...order.address, ...over } });
  return body.order;
}

/** The entries of the audit list about a customer, oldest first. */
export const auditOf = ({ db }: TestShop, id: string) =>
  select<{ action: string; detail: string | null }>(
    db,
    sql`SELECT action, detail FROM audit WHERE about = ${id} ORDER BY rowid`,
  );
