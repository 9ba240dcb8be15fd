/** The books of a test's shop: made to balance before it, and looked through as the desk does. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Difference, NotAsked, Part, Period } from '#features/desk/reconcile.ts';
import type { Client } from './client.ts';
import type { Refused } from './desk.ts';
import { countRows, type Snapshot, select, snapshot } from './rows.ts';

/** What has moved a product's (`p`) stock since its opening. */
const moved = sql`(SELECT coalesce(sum(change), 0) FROM stock_changes WHERE product_id = p.id)
  - (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE l.product_id = p.id AND o.status <> 'Cancelled')`;

/** Products whose books do not balance. */
export const unbalanced = (db: Db) =>
  select<{ id: string }>(db, sql`SELECT id FROM products p WHERE stock <> opening + ${moved}`);

/** Changes cannot be deleted, so what was there before a test moves into the opening. */
export const balance = (db: Db) => db.write.run(sql`UPDATE products AS p SET opening = stock - ${moved}`);

export type Look = {
  differences: Difference[];
  notAsked?: NotAsked[];
  looked: number;
  total: number | null;
  next: string | null;
};

/** All pages of one part. @param query such as `period=day` */
export async function lookAt(operator: Client, part: Part, query = ''): Promise<Look[]> {
  const pages: Look[] = [];
  for (let after = ''; ; ) {
    const { status, body, text } = await operator.get<Look>(`/api/desk/reconcile/${part}?${query}${after}`);
    if (status !== 200) throw new Error(`${part}: ${status} ${text}`);
    pages.push(body);
    if (body.next === null) return pages;
    after = `&after=${body.next}`;
  }
}

/** Every difference of these parts. */
export async function differencesOf(operator: Client, ...parts: Part[]): Promise<Difference[]> {
  const looks = [];
  for (const part of parts) looks.push(...(await lookAt(operator, part)));
  return looks.flatMap(({ differences }) => differences);
}

export const lookAtProviders = (operator: Client, period: Exclude<Period, 'none'> = 'week') =>
  lookAt(operator, 'providers', `period=${period}`);

/** Applies the fix of a difference, as it was found. */
export const mend = (operator: Client, { rule, about, seen }: Difference, over: object = {}) =>
  operator.post<Refused & { differences: Difference[] }>('/api/desk/reconcile/mend', {
    rule,
    about,
    seen,
    ...over,
  });

/** A checksum of all that is stored, when no letter is being sent any more. */
export async function held(db: Db): Promise<Snapshot> {
  await expect.poll(() => countRows(db, 'outbox', sql`status = 'waiting'`)).toBe(0);
  return snapshot(db);
}

/** The last row of a table. */
export const lastOf = async (db: Db, table: 'audit' | 'stock_changes') =>
  (
    await select<Record<string, unknown>>(
      db,
      sql`SELECT * FROM ${sql.identifier(table)} ORDER BY rowid DESC LIMIT 1`,
    )
  )[0];

/** The one difference that there is. @throws when there is none, or another one */
export function single(found: readonly Difference[]): Difference {
  const [one, ...more] = found;
  if (!one || more.length) throw new Error(`not one difference: ${JSON.stringify(found, null, 1)}`);
  return one;
}
