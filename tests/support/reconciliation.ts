/** Reconciliation in tests: makes the stock ledger balance before a test, and reads differences as the desk does. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { Difference, NotAsked, Part, Period } from '#domain/reconciliation/rules.ts';
import type { Client } from './client.ts';
import { countRows, type Snapshot, select, snapshot } from './rows.ts';

/** The sum of all changes of a product's (`p`) stock since its opening. */
const stockMoved = sql`(SELECT coalesce(sum(change), 0) FROM stock_changes WHERE product_id = p.id)
  - (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE l.product_id = p.id AND o.status <> 'Cancelled')`;

/** Products whose stock is not opening stock plus changes. Kits have none of their own. */
export const unbalanced = (db: Db) =>
  select<{ id: string }>(
    db,
    sql`SELECT id FROM products p WHERE part_ids IS NULL AND stock <> opening + ${stockMoved}`,
  );

/** Stock changes cannot be deleted, so earlier ones are added to the opening stock. */
export const makeBalanced = (db: Db) =>
  db.write.run(sql`UPDATE products AS p SET opening = stock - (${stockMoved})`);

type ReconcilePage = {
  differences: Difference[];
  notAsked?: NotAsked[];
  looked: number;
  total: number | null;
  next: string | null;
};

/** All pages of one part. @param query such as `period=day` */
export async function reconcilePages(operator: Client, part: Part, query = ''): Promise<ReconcilePage[]> {
  const pages: ReconcilePage[] = [];
  for (let after = ''; ; ) {
    const { status, body, text } = await operator.get<ReconcilePage>(
      `/api/desk/reconcile/${part}?${query}${after}`,
    );
    if (status !== 200) throw new Error(`${part}: ${status} ${text}`);
    pages.push(body);
    if (body.next === null) return pages;
    after = `&after=${body.next}`;
  }
}

/** Every difference of these parts. */
export async function differencesOf(operator: Client, ...parts: Part[]): Promise<Difference[]> {
  const looks = [];
  for (const part of parts) looks.push(...(await reconcilePages(operator, part)));
  return looks.flatMap(({ differences }) => differences);
}

export const reconcileProviders = (operator: Client, period: Exclude<Period, 'none'> = 'week') =>
  reconcilePages(operator, 'providers', `period=${period}`);

/** A checksum of all tables, after every email has been sent, but for those of moves that can still be undone. */
export async function settledSnapshot(db: Db): Promise<Snapshot> {
  const isDue = sql`status = 'waiting' AND (attempts > 0 OR next_try_at <= ${Date.now()})`;
  await expect.poll(() => countRows(db, 'outbox', isDue)).toBe(0);
  return snapshot(db);
}

/** The only difference. @throws when there is none, or more than one */
export function onlyDifference(found: readonly Difference[]): Difference {
  const [one, ...more] = found;
  if (!one || more.length) throw new Error(`not one difference: ${JSON.stringify(found, null, 1)}`);
  return one;
}
