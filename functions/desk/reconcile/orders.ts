/** Walks through the orders, newest first, and says what does not hold. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { Shop } from '../../payments/context.ts';
import { type Cursor, pageOf } from '../paging.ts';
import { type Circumstances, judge } from './rules.ts';
import { answerOrder } from './serialize.ts';
import { readFacts } from './snapshot.ts';

/** Orders of one request: each costs a dozen look-ups in an index. */
const atOnce = 500;

export const circumstancesOf = ({ now, providers }: Shop): Circumstances => ({
  now,
  closed: (method) => providers[method].closed !== null,
});

/** Nothing of a table that is never deleted from is counted: its last row's number says how many there are. */
export async function roughly(db: Db, table: SQL): Promise<number> {
  const [row] = await db.read.all<{ n: number | null }>(sql`SELECT max(rowid) AS n FROM ${table}`);
  return row?.n ?? 0;
}

/** Nothing is written. @param cursor from where to go on */
export async function checkOrders(shop: Shop, cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  const rows = await readFacts(
    shop.db,
    sql`WHERE (o.created_at, o.id) < (${at}, ${id}) ORDER BY o.created_at DESC, o.id DESC LIMIT ${atOnce + 1}`,
  );
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }), atOnce);
  const circumstances = circumstancesOf(shop);
  return {
    differences: page.rows.flatMap((facts) => answerOrder(facts, judge(facts, circumstances))),
    looked: page.rows.length,
    total: cursor ? null : await roughly(shop.db, sql`${orders}`),
    next: page.next,
  };
}
