/** Returns at the desk: the list and one of them. Their steps are in functions/returns. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, refunds, returns } from '#db/schema/index.ts';
import { sameItem } from '#domain/returns/exchange.ts';
import { openReturnStatuses, type ReturnStatus } from '#domain/returns/return.ts';
import type { ReturnQueue } from '#domain/returns/return-labels.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { type ReturnRow, selectReturns, serializeReturn } from '../orders/returns.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import { afterCursor, type Paged, pageOf, pageSize } from './paging.ts';

const statuses: Record<ReturnQueue, readonly ReturnStatus[]> = {
  requested: ['Requested'],
  coming: openReturnStatuses.filter((status) => status !== 'Requested'),
  ended: ['Checked', 'Declined', 'Cancelled'],
};

type OrderOf = { orderId: string; orderReference: string; name: string; phone: string; paid: boolean };

const orderOf = {
  orderId: orders.id,
  orderReference: orders.reference,
  name: fullNameIn(orders.address),
  phone: sql<string>`${orders.address} ->> 'phone'`,
  paid: orders.paid,
};

const serialize = (row: ReturnRow, order: OrderOf, photoUrl: PhotoUrl | undefined) => ({
  ...serializeReturn(row, order.orderReference, photoUrl),
  // Of the lines, for the check.
  lines: row.units.map(({ _id, exchangeFor, exchangeLabel, ...unit }) => ({
    ...unit,
    exchange: exchangeFor === _id ? sameItem : exchangeLabel,
  })),
  ...order,
});

/** A page of a queue of returns: the oldest first while they wait, ended ones the newest first. */
export async function listReturns(
  { db, urls }: DeskCall,
  { queue = 'requested', after: cursor }: { queue?: ReturnQueue | undefined } & Paged,
) {
  const ended = queue === 'ended';
  const from: SQL | undefined = ended
    ? afterCursor(cursor, returns.createdAt, returns.id)
    : cursor && sql`(${returns.createdAt}, ${returns.id}) > (${cursor.at}, ${cursor.id})`;
  const direction = ended ? desc : asc;
  // Nearly all returns have ended: the newest are read in their order, not sorted out of all.
  const inQueue = ended
    ? sql`+${returns.status} IN ${statuses[queue]} AND ${returns.createdAt} > 0`
    : inArray(returns.status, [...statuses[queue]]);
  const which = and(inQueue, from);
  const order = () => [direction(returns.createdAt), direction(returns.id)];
  const ofPage = db.read
    .select({ orderId: returns.orderId })
    .from(returns)
    .where(which)
    .orderBy(...order())
    .limit(pageSize + 1);
  const [heads, rows] = await db.read.batch([
    db.read
      .select({ id: returns.id, createdAt: returns.createdAt, ...orderOf })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .where(which)
      .orderBy(...order())
      .limit(pageSize + 1),
    selectReturns(db, ofPage),
  ]);
  const page = pageOf(heads, ({ createdAt, id }) => ({ at: createdAt, id }));
  const byId = new Map(rows.map((row) => [row.one.id, row]));
  return {
    returns: page.rows
      .map(({ id, createdAt: _, ...order }) => ({ row: byId.get(id), order }))
      .filter((found): found is { row: ReturnRow; order: OrderOf } => found.row !== undefined)
      .map(({ row, order }) => serialize(row, order, urls.photo)),
    next: page.next,
  };
}

/** The encrypted payouts of a refund by hand, each with what it was encrypted for: its order, or the return that it is for. */
export const payoutsOf = (db: Db, refundId: string) =>
  db.read.all<{ about: string; payout: string }>(sql`
    SELECT order_id AS about, payout FROM ${refunds} WHERE id = ${refundId} AND payout IS NOT NULL
    UNION ALL SELECT asked.id, asked.payout FROM ${refunds} AS due JOIN ${returns} AS asked
      ON asked.refund_id IN (due.id, due.rest_of) AND asked.payout IS NOT NULL
    WHERE due.id = ${refundId} AND due.payout IS NULL AND due.payment_id IS NULL`);
