/**
 * Disputes (docs/behaviour.md, "Disputes"): a shopper's bank asks for a payment back, and the shop has until a deadline
 * to answer. The shop stores what the provider reports, shows it on the order, and raises a flag while an answer is
 * needed. Operators answer in the provider's dashboard (docs/operations.md).
 */
import { eq, sql } from 'drizzle-orm';
import { disputes, orderEvents, payments, refunds } from '#db/schema/index.ts';
import type { DisputeUpdate } from '#db/schema/provider-event.ts';
import { disputeReason, disputeStatus, isOver, needsResponse } from '#domain/orders/disputes.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { moneyKeepers } from '#domain/payments/payment-words.ts';
import { formatDayTime } from '#lib/dates.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { raiseFlag, resolveFlags } from '../outbox/flag.ts';
import type { RequestContext } from './context.ts';

const moneyOf = ({ amount, currency }: DisputeUpdate): string =>
  currency.toUpperCase() === 'INR' ? formatPrice(amount) : `${currency.toUpperCase()} ${toRupees(amount)}`;

/** The text for operators: `₹499.00 is disputed: …. Answer in Stripe's dashboard by 30 Nov 2026, 5:29 am.` */
function detailOf(method: OnlineMethod, update: DisputeUpdate): string {
  const what = `${moneyOf(update)} is disputed: ${disputeReason(update.reason)}.`;
  if (!needsResponse(update.status)) return `${what} ${disputeStatus(update.status)}.`;
  const until = update.respondBy === null ? '' : ` by ${formatDayTime(update.respondBy)}, Indian time`;
  return `${what} Answer in ${moneyKeepers[method]}’s dashboard${until}; without an answer the money is lost.`;
}

/** The id of the order that was paid with this payment, in time or late. A payment never changes its order. */
async function findOrderId({ db }: RequestContext, paymentId: string): Promise<string | null> {
  const [[paid], [late]] = await db.read.batch([
    db.read.select({ orderId: payments.orderId }).from(payments).where(eq(payments.paymentId, paymentId)),
    db.read.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.paymentId, paymentId)),
  ]);
  return paid?.orderId ?? late?.orderId ?? null;
}

/**
 * Stores the newest update of a dispute. An older update changes nothing; of two updates of the same second, the one
 * that ends the dispute wins. A dispute of an unknown payment is stored without an order and raises no flag, since
 * another shop may share the provider's account.
 */
export async function recordDispute(
  context: RequestContext,
  method: OnlineMethod,
  update: DisputeUpdate,
): Promise<void> {
  const { db, now } = context;
  const { disputeId, paymentId, amount, currency, reason, status, respondBy, openedAt, at } = update;
  const id = `${method}:${disputeId}`;
  const orderId = await findOrderId(context, paymentId);
  const over = isOver(status) ? 1 : 0;
  const stored = sql`SELECT 1 FROM ${disputes} WHERE id = ${id}`;
  const isNewer = sql`(updated_at < ${at} OR (updated_at = ${at} AND ${over}))`;
  const sameState = sql`status = ${status} AND respond_by IS ${respondBy}`;
  const changes = sql`${orderId} IS NOT NULL AND (NOT EXISTS (${stored})
    OR EXISTS (${stored} AND ${isNewer} AND NOT (${sameState})))`;
  const detail = detailOf(method, update);
  await db.write.batch([
    // Before the dispute's own row changes, since `changes` compares with it.
    resolveFlags(db, ['dispute'], id, now, changes),
    ...raiseFlag(db, {
      kind: 'dispute',
      about: id,
      detail,
      now,
      when: needsResponse(status) ? changes : sql`false`,
    }),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`dispute:${id}:${at}:${status}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 0
      WHERE ${changes} ON CONFLICT (id) DO NOTHING`),
    db.write.run(sql`
      INSERT INTO ${disputes} (id, order_id, method, payment_id, amount, currency, reason, status, respond_by, opened_at, updated_at)
      VALUES (${id}, ${orderId}, ${method}, ${paymentId}, ${amount}, ${currency.toUpperCase()}, ${reason}, ${status}, ${respondBy}, ${openedAt}, ${at})
      ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, reason = excluded.reason, status = excluded.status,
        respond_by = excluded.respond_by, updated_at = excluded.updated_at
      WHERE ${isNewer}`),
  ]);
}
