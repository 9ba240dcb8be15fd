/**
 * How many orders wait for something. Every open desk asks every 12 seconds, so an answer that has not changed costs one
 * row: the history of orders only grows, and its last rowid says whether anything happened to any order.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { maxCount, type WaitingCounts, waitingStatuses } from '#domain/orders/order-rules.ts';

/**
 * @param known the version that the caller has
 * @returns the version, and the orders of each status, at most `maxCount` of each; without them if the version is known
 */
export async function readWaiting(
  db: Db,
  known: string | undefined,
): Promise<{ version: string; counts?: WaitingCounts }> {
  const last = sql`(SELECT coalesce(max(rowid), 0) FROM ${orderEvents})`;
  const [[row], counted] = await db.read.batch([
    db.read.all<{ version: number }>(sql`SELECT ${last} AS version`),
    db.read.all<{ status: string; count: number }>(
      sql.join(
        waitingStatuses.map(
          (
            status,
          ) => sql`SELECT ${status} AS status, CASE WHEN CAST(${last} AS text) IS NOT ${known ?? null} THEN (
            SELECT count(*) FROM (SELECT 1 FROM ${orders} INDEXED BY orders_status WHERE status = ${status} LIMIT ${maxCount})
          ) END AS count`,
        ),
        sql` UNION ALL `,
      ),
    ),
  ]);
  const version = String(row?.version);
  if (version === known) return { version };
  return {
    version,
    counts: Object.fromEntries(counted.map(({ status, count }) => [status, count])) as WaitingCounts,
  };
}
