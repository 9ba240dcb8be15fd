/**
 * Disputes (docs/behaviour.md, "Disputes"): a shopper's bank asks for a payment back, and the shop has until a deadline
 * to answer. The shop stores what the provider reports, shows it on the order, and raises a flag while an answer is
 * needed. Operators answer in the provider's dashboard (docs/operations.md).
 */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { disputes, payments, refunds } from '#db/schema/index.ts';
import type { DisputeUpdate } from '#db/schema/provider-event.ts';
import { disputeReason, disputeStatus, isOver, needsResponse } from '#domain/orders/disputes.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { moneyKeepers } from '#domain/payments/payment-words.ts';
import { formatDayTime } from '#lib/dates.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { changeOrder } from '../orders/change-order.ts';
import { resolveFlags } from '../outbox/flag.ts';
import type { RequestContext } from '../providers/context.ts';

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
  const { db } = context;
  const { disputeId, paymentId, amount, currency, reason, status, respondBy, openedAt, at } = update;
  const id = `${method}:${disputeId}`;
  const orderId = await findOrderId(context, paymentId);
  const row = { id, orderId, method, paymentId, amount, currency: currency.toUpperCase(), reason, status };
  const store = (of: Db) =>
    of.write
      .insert(disputes)
      .values({ ...row, respondBy, openedAt, updatedAt: at })
      .onConflictDoUpdate({
        target: disputes.id,
        set: { amount, reason, status, respondBy, updatedAt: at },
        setWhere: sql`${disputes.updatedAt} < ${at} OR (${disputes.updatedAt} = ${at} AND ${isOver(status) ? 1 : 0})`,
      });
  if (orderId === null) {
    await store(db);
    return;
  }
  const reads = [db.read.select().from(disputes).where(eq(disputes.id, id))] as const;
  const detail = detailOf(method, update);
  const done = await changeOrder<{ ok: true; isNews: boolean }, typeof reads>(
    context,
    { by: 'provider' },
    { orderId },
    reads,
    (_, [stored]) => {
      if (stored && !isNews(stored, update)) return { ok: true, isNews: false };
      return {
        event: { id: `dispute:${id}:${at}:${status}`, kind: 'payment', isHidden: true, text: detail },
        effects: [
          { effect: 'also', statements: (of) => [resolveFlags(of, ['dispute'], id, context.now)] },
          ...(needsResponse(status) ? [{ effect: 'flag', kind: 'dispute', about: id, detail } as const] : []),
          { effect: 'also', statements: (of) => [store(of)] },
        ],
        result: { ok: true, isNews: true },
      };
    },
  );
  // The order says nothing new; amount or reason may still be another one.
  if (done.ok && !('isNews' in done && done.isNews)) await store(db);
}

/** Whether an update says something newer than what is stored, and not the same. */
const isNews = (
  stored: Pick<typeof disputes.$inferSelect, 'updatedAt' | 'status' | 'respondBy'>,
  { at, status, respondBy }: DisputeUpdate,
): boolean =>
  (stored.updatedAt < at || (stored.updatedAt === at && isOver(status))) &&
  (stored.status !== status || stored.respondBy !== respondBy);
