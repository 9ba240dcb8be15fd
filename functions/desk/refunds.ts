/** Refunds, as queues for operators. */
import { eq, sql } from 'drizzle-orm';
import { orders, refunds, users } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { RefundQueue } from '#domain/orders/refund-labels.ts';
import { payoutText } from '#domain/returns/payout.ts';
import { pick } from '#lib/pick.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { refuses } from '../lib/refusal.ts';
import { refundMethod } from '../payments/refunds.ts';
import { decryptPayout } from '../returns/payout.ts';
import { writeAudit } from './audit.ts';
import { list } from './list.ts';
import { payoutsOf } from './returns.ts';

const { id, createdAt } = refunds;

/** What the list shows of each as it is stored. */
const refundColumns = pick(refunds, [
  'id',
  'orderId',
  'amount',
  'reason',
  'status',
  'note',
  'transfer',
  'transferReference',
  'failure',
  'doneAt',
]);

/** A refund that the provider refused waits for an operator again. */
const statuses: Record<RefundQueue, readonly RefundStatus[]> = {
  due: ['due', 'failed'],
  sent: ['sent'],
  done: ['done'],
  too_small: ['too_small'],
};

/** Refunds of a queue: waiting ones the oldest first, done ones the newest first. */
export const listRefunds = list({
  from: ({ db }) =>
    db.read
      .select({
        ...refundColumns,
        createdAt,
        orderReference: orders.reference,
        method: refundMethod,
        name: fullNameIn(orders.address),
        confirmedBy: users.name,
        proposedBy: sql<
          string | null
        >`(SELECT name FROM ${users} AS first WHERE first.id = ${refunds.proposedBy})`,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .leftJoin(users, eq(users.id, refunds.confirmedBy)),
  order: { createdAt, id },
  isOldestFirst: ({ queue }: { queue: RefundQueue }) => queue !== 'done',
  where: ({ queue }: { queue: RefundQueue }) => ({
    table: refunds,
    index: 'refunds_status',
    ranges: statuses[queue].map((status) => sql`status = ${status}`),
  }),
  row: (refund) => refund,
});

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
