/**
 * How many orders wait for something. Every open desk asks every 12 seconds, so an answer that has not changed costs one
 * row: the history of orders only grows, and its last rowid says whether anything happened to any order.
 */
import { type SQL, sql } from 'drizzle-orm';
import { isUnconfirmed, orderEvents, orders } from '#db/schema/index.ts';
import { maxCount, type WaitingCounts, waitingStatuses } from '#domain/orders/order-rules.ts';
import type { DeskCall } from '../lib/call.ts';

/** What is counted, with the index that finds it. */
const counted: readonly { name: keyof WaitingCounts; index: string; where: SQL }[] = [
  ...waitingStatuses.map((name) => ({ name, index: 'orders_status', where: sql`status = ${name}` })),
  { name: 'unconfirmed', index: 'orders_unconfirmed', where: sql`${isUnconfirmed} AND created_at > 0` },
];

/** A version as the browser sends it back. Cloudflare makes the ETag of a compressed answer a weak one. */
const knownVersion = /^(?:W\/)?"(\d+)"$/;

/**
 * Reads what waits, for a client that may know the version.
 * @returns the version, and the orders of each status, at most `maxCount` of each; without them if the version is known
 */
export async function readWaiting({
  db,
  request,
}: DeskCall): Promise<{ version: string; counts?: WaitingCounts }> {
  const [, known] = knownVersion.exec(request.headers.get('if-none-match') ?? '') ?? [];
  const last = sql`(SELECT coalesce(max(rowid), 0) FROM ${orderEvents})`;
  const [[row], rows] = await db.read.batch([
    db.read.all<{ version: number }>(sql`SELECT ${last} AS version`),
    db.read.all<{ status: string; count: number }>(
      sql.join(
        counted.map(
          ({
            name,
            index,
            where,
          }) => sql`SELECT ${name} AS status, CASE WHEN CAST(${last} AS text) IS NOT ${known ?? null} THEN (
            SELECT count(*) FROM (SELECT 1 FROM ${orders} INDEXED BY ${sql.identifier(index)} WHERE ${where} LIMIT ${maxCount})
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
    counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])) as WaitingCounts,
  };
}
