/** Returns at the desk: the list and one of them. Their steps are in functions/returns. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, refunds, returns } from '#db/schema/index.ts';
import { openReturnStatuses, type ReturnStatus, returnReference } from '#domain/returns/return.ts';
import type { ReturnQueue } from '#domain/returns/return-labels.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { exchangeOf, type ReturnRow, returnColumns } from '../orders/returns.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import { linkedPhotos } from '../photos/use.ts';
import { list } from './list.ts';

const statuses: Record<ReturnQueue, readonly ReturnStatus[]> = {
  requested: ['Requested'],
  coming: openReturnStatuses.filter((status) => status !== 'Requested'),
  ended: ['Checked', 'Declined', 'Cancelled'],
};

const orderOf = {
  orderReference: orders.reference,
  name: fullNameIn(orders.address),
  phone: sql<string>`${orders.address} ->> 'phone'`,
  paid: orders.paid,
};

const { id, createdAt, status } = returns;

/** A return with its units, for the list and the check. */
const returnOf = (
  {
    one: { payout: _, ...one },
    units,
    photos,
    exchangeReference,
    ...row
  }: ReturnRow & { orderReference: string; name: string; phone: string; paid: boolean },
  photoUrl: PhotoUrl | undefined,
) => ({
  ...one,
  ...row,
  reference: returnReference(row.orderReference, one.number),
  status: row.refundedAt === null ? one.status : ('Refunded' as const),
  lines: units.map(({ exchangeFor, exchangeLabel, ...unit }) => ({
    ...unit,
    /** The size or shade that is wanted instead; null for the money. */
    exchange: exchangeOf({ id: unit.id, exchangeFor, exchangeLabel }),
  })),
  /** Reference of the order with what was exchanged; null until it is checked, and for none. */
  exchange: exchangeReference,
  photos: linkedPhotos(photos, photoUrl),
});

/** Returns of a queue: the oldest first while they wait, ended ones the newest first. */
export const listReturns = list({
  from: ({ db }) =>
    db.read
      .select({ ...returnColumns, createdAt, id, ...orderOf })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId)),
  order: { createdAt, id },
  isOldestFirst: ({ queue }: { queue: ReturnQueue }) => queue !== 'ended',
  // Nearly all returns have ended: the newest are read in their order, not sorted out of all.
  where: ({ queue }: { queue: ReturnQueue }) =>
    queue === 'ended' ? sql`+${status} IN ${statuses[queue]}` : inArray(status, [...statuses[queue]]),
  row: (row, { urls }) => returnOf(row, urls.photo),
});

/** The encrypted payouts of a refund by hand, each with what it was encrypted for: its order, or the return that it is for. */
export const payoutsOf = (db: Db, refundId: string) =>
  db.read.all<{ about: string; payout: string }>(sql`
    SELECT order_id AS about, payout FROM ${refunds} WHERE id = ${refundId} AND payout IS NOT NULL
    UNION ALL SELECT asked.id, asked.payout FROM ${refunds} AS due JOIN ${returns} AS asked
      ON asked.refund_id IN (due.id, due.rest_of) AND asked.payout IS NOT NULL
    WHERE due.id = ${refundId} AND due.payout IS NULL AND due.payment_id IS NULL`);
