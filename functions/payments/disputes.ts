/**
 * Disputes: a shopper's bank asks for a payment back, and the shop has until a deadline to answer. What the
 * provider reports is kept, shown on the order, and raised as a flag while it waits for an answer. Answering
 * is done in the provider's dashboard (docs/operations.md).
 */
import { eq, sql } from 'drizzle-orm';
import { disputes, orderEvents, payments, refunds } from '#db/schema/index.ts';
import type { DisputeNews } from '#db/schema/provider-event.ts';
import { asksForAnswer, disputeReason, disputeStatus, isOver } from '#features/desk/disputes.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { formatMoment } from '#lib/dates.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { raiseFlag, settleFlags } from '../flags/flag.ts';
import type { Shop } from './context.ts';

const providerNames: Record<OnlineMethod, string> = { stripe: 'Stripe', razorpay: 'Razorpay' };

const moneyOf = ({ amount, currency }: DisputeNews): string =>
  currency.toUpperCase() === 'INR' ? formatPrice(amount) : `${currency.toUpperCase()} ${toRupees(amount)}`;

/** What an operator reads: `₹499.00 is disputed: …. Answer in Stripe's dashboard by Nov 30, 2026, 5:29 am.` */
function detailOf(method: OnlineMethod, news: DisputeNews): string {
  const what = `${moneyOf(news)} is disputed: ${disputeReason(news.reason)}.`;
  if (!asksForAnswer(news.status)) return `${what} ${disputeStatus(news.status)}.`;
  const until = news.respondBy === null ? '' : ` by ${formatMoment(news.respondBy)}, Indian time`;
  return `${what} Answer in ${providerNames[method]}’s dashboard${until}; without an answer the money is lost.`;
}

/** The order that was paid with it, in time or too late. A payment never changes its order. */
async function orderOf({ db }: Shop, paymentId: string): Promise<string | null> {
  const [[paid], [late]] = await db.read.batch([
    db.read.select({ orderId: payments.orderId }).from(payments).where(eq(payments.paymentId, paymentId)),
    db.read.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.paymentId, paymentId)),
  ]);
  return paid?.orderId ?? late?.orderId ?? null;
}

/**
 * Keeps the newest news of a dispute. News that is older than what is kept changes nothing, and of two
 * from the same second the one that ends the dispute stays. A payment that is none of ours is kept without
 * an order, and raises no flag: another shop may share the provider's account.
 */
export async function recordDispute(shop: Shop, method: OnlineMethod, news: DisputeNews): Promise<void> {
  const { db, now } = shop;
  const { disputeId, paymentId, amount, currency, reason, status, respondBy, openedAt, at } = news;
  const id = `${method}:${disputeId}`;
  const orderId = await orderOf(shop, paymentId);
  const over = isOver(status) ? 1 : 0;
  const kept = sql`SELECT 1 FROM ${disputes} WHERE id = ${id}`;
  const isNewer = sql`(updated_at < ${at} OR (updated_at = ${at} AND ${over}))`;
  const says = sql`status = ${status} AND respond_by IS ${respondBy}`;
  const changes = sql`${orderId} IS NOT NULL AND (NOT EXISTS (${kept})
    OR EXISTS (${kept} AND ${isNewer} AND NOT (${says})))`;
  const detail = detailOf(method, news);
  await db.write.batch([
    // Before the dispute itself, so that these see what was kept until now.
    settleFlags(db, ['dispute'], id, now, changes),
    ...raiseFlag(db, {
      kind: 'dispute',
      about: id,
      detail,
      now,
      when: asksForAnswer(status) ? changes : sql`false`,
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
