/** Checks the orders page by page, newest first. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { type Cursor, pageOf } from '../paging.ts';
import { checkOrder } from './order-rules.ts';
import { serializeDifferences } from './serialize.ts';
import { readSnapshots } from './snapshot.ts';

/** Orders per request: each costs a dozen index look-ups. */
const batchSize = 500;

/** The approximate number of rows, by the last rowid: exact where rows are never deleted, and without a count. */
export async function approximateCount(db: Db, table: SQL): Promise<number> {
  const [row] = await db.read.all<{ n: number | null }>(sql`SELECT max(rowid) AS n FROM ${table}`);
  return row?.n ?? 0;
}

/** Checks the next page of orders. Writes nothing. @param now UTC ms */
export async function checkOrderPage(db: Db, now: number, cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  const rows = await readSnapshots(
    db,
    sql`WHERE (o.created_at, o.id) < (${at}, ${id}) ORDER BY o.created_at DESC, o.id DESC LIMIT ${batchSize + 1}`,
  );
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }), batchSize);
  return {
    differences: page.rows.flatMap((order) => serializeDifferences(order, checkOrder(order, now))),
    looked: page.rows.length,
    total: cursor ? null : await approximateCount(db, sql`${orders}`),
    next: page.next,
  };
}
