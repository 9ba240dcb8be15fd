/** Refunds, as queues for operators. */

import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, refunds, users } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { RefundQueue } from '#domain/orders/refund-labels.ts';
import { payoutText } from '#domain/returns/payout.ts';
import { toRupees } from '#lib/money.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { refuses } from '../lib/refusal.ts';
import { refundMethod } from '../payments/refunds.ts';
import { decryptPayout } from '../returns/payout.ts';
import { writeAudit } from './audit.ts';
import { type Cursor, type Paged, pageOf, pageSize } from './paging.ts';
import { payoutsOf } from './returns.ts';

/** A refund that the provider refused waits for an operator again. */
const statuses: Record<RefundQueue, readonly RefundStatus[]> = {
  due: ['due', 'failed'],
  sent: ['sent'],
  done: ['done'],
  too_small: ['too_small'],
};

/** Ids of a page and of one more refund, from the index range of each status. */
function pageIds(queue: RefundQueue, cursor: Cursor | undefined) {
  const done = queue === 'done';
  const { at, id } = cursor ?? { at: done ? Number.MAX_SAFE_INTEGER : 0, id: '' };
  const order = done ? sql`ORDER BY created_at DESC, id DESC` : sql`ORDER BY created_at, id`;
  const afterCursor = done ? sql`(created_at, id) < (${at}, ${id})` : sql`(created_at, id) > (${at}, ${id})`;
  const runs = statuses[queue].map(
    (status) => sql`SELECT * FROM (SELECT id, created_at FROM ${refunds} INDEXED BY refunds_status
      WHERE status = ${status} AND ${afterCursor} ${order} LIMIT ${pageSize + 1})`,
  );
  return sql`SELECT id FROM (${sql.join(runs, sql` UNION ALL `)}) ${order} LIMIT ${pageSize + 1}`;
}

/** Waiting refunds are listed oldest first, done ones newest first. */
const refundsQuery = (db: Db, queue: RefundQueue, cursor: Cursor | undefined) =>
  db.read
    .select({
      refund: refunds,
      reference: orders.reference,
      method: refundMethod,
      name: fullNameIn(orders.address),
      confirmedBy: users.name,
      proposedBy: sql<
        string | null
      >`(SELECT name FROM ${users} AS first WHERE first.id = ${refunds.proposedBy})`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(users, eq(users.id, refunds.confirmedBy))
    .where(sql`${refunds.id} IN (${pageIds(queue, cursor)})`)
    .orderBy(
      ...(queue === 'done'
        ? [desc(refunds.createdAt), desc(refunds.id)]
        : [asc(refunds.createdAt), asc(refunds.id)]),
    );

/** Amounts are rupees. */
export async function listRefunds(
  { db }: DeskCall,
  { queue = 'due', after: cursor }: { queue?: RefundQueue | undefined } & Paged,
) {
  const rows = await refundsQuery(db, queue, cursor);
  const page = pageOf(rows, ({ refund }) => ({ at: refund.createdAt, id: refund.id }));
  return {
    refunds: page.rows.map(({ refund, ...row }) => ({
      _id: refund.id,
      orderId: refund.orderId,
      ...row,
      amount: toRupees(refund.amount),
      reason: refund.reason,
      status: refund.status,
      note: refund.note,
      transfer: refund.transfer,
      transferReference: refund.transferReference,
      failure: refund.failure,
      date: new Date(refund.createdAt).toISOString(),
      done: refund.doneAt === null ? null : new Date(refund.doneAt).toISOString(),
    })),
    next: page.next,
  };
}

/** Where the money of a refund by hand goes. The audit list says who has read it. */
export async function readPayouts(call: DeskCall, { refundId }: { refundId: string }) {
  const key = hashKey(call);
  const { db, operator, now } = call;
  const rows = await payoutsOf(db, refundId);
  if (rows.length) await writeAudit(db, operator, { action: 'payout_read', about: refundId }, now);
  const payouts = rows
    .map(({ about, payout }) => decryptPayout(key, about, payout))
    .filter((one) => one !== undefined);
  return { payouts: payouts.map(payoutText) };
}
refuses(readPayouts, notConfigured);
