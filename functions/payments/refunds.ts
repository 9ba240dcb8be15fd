/**
 * Money that goes back: a row says that it is due, an operator confirms it, the provider is asked with
 * the row's id as key, and its word (now or by webhook) completes it (decisions, "Orders and payment").
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, refunds } from '#db/schema.ts';
import type { Paise } from '#lib/money.ts';
import { isOperator } from '../accounts/session.ts';
import type { Owner } from '../cart/cart.ts';
import { raiseFlag } from '../flags/flag.ts';
import { postAboutOrder } from '../mail/outbox.ts';
import type { Shop } from '../shop.ts';
import { ProviderRefused, ProviderSilent } from './provider.ts';

export type RefundReason = 'cancelled' | 'returned' | 'late_payment';
/** Waiting for an operator; asked of the provider; there; or refused by the provider. */
export type RefundStatus = 'due' | 'sent' | 'done' | 'failed';

type Refund = typeof refunds.$inferSelect;
type Confirmed =
  | { ok: true; status: RefundStatus }
  /** `silent`: nobody knows whether it was made; confirming again asks with the same key. */
  | { ok: false; code: 'not_found' | 'silent' }
  | { ok: false; code: 'refused'; reason: string };

/** Everything that waits for an operator or a provider, oldest first. */
export const openRefunds = (db: Db) =>
  db.read
    .select({ refund: refunds, reference: orders.reference, method: orders.paymentMethod })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(inArray(refunds.status, ['due', 'sent', 'failed']))
    .orderBy(asc(refunds.createdAt))
    .limit(200);

/** An operator says yes: the money is sent back. @param owner an operator; who is none finds nothing */
export async function confirmRefund(shop: Shop, owner: Owner, id: string): Promise<Confirmed> {
  const { db } = shop;
  const operator = isOperator(owner);
  const mark = `refund:${id}`;
  const claimable = inArray(refunds.status, ['due', 'failed']);
  const [, , [row]] = await db.write.batch([
    db.write
      .update(refunds)
      .set({
        status: 'sent',
        confirmedBy: sql`(SELECT user_id FROM sessions WHERE token_hash = ${owner.tokenHash})`,
      })
      .where(and(eq(refunds.id, id), claimable, operator)),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${mark}, order_id, ${shop.now}, 'operator', confirmed_by, 'refund', 'The refund was confirmed.', 1
      FROM ${refunds} WHERE id = ${id} AND status = 'sent' AND ${operator} ON CONFLICT (id) DO NOTHING`),
    db.write
      .select({ refund: refunds, reference: orders.reference, method: orders.paymentMethod })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(and(eq(refunds.id, id), operator)),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  const { refund, reference, method } = row;
  if (refund.status === 'done') return { ok: true, status: 'done' };
  try {
    const { id: key, paymentId, amount } = refund;
    const made = await shop.providers[method].repay({
      id: key,
      paymentId: paymentId ?? '',
      amount,
      reference,
    });
    await db.write.update(refunds).set({ providerId: made.providerId }).where(eq(refunds.id, id));
    if (!made.done) return { ok: true, status: 'sent' };
    await complete(shop, refund);
    return { ok: true, status: 'done' };
  } catch (error) {
    if (error instanceof ProviderSilent) return { ok: false, code: 'silent' };
    if (!(error instanceof ProviderRefused)) throw error;
    await fail(shop, refund, error.message);
    return { ok: false, code: 'refused', reason: error.message };
  }
}

/** Once, whoever says so: the row's state decides which of several is first. */
async function complete({ db, now }: Shop, { id, orderId, amount }: Refund): Promise<void> {
  const mark = `refunded:${id}`;
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`;
  await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason)
      SELECT ${mark}, order_id, ${now}, 'provider', 'refund', 'The money was sent back.'
      FROM ${refunds} WHERE id = ${id} AND status <> 'done' ON CONFLICT (id) DO NOTHING`),
    db.write
      .update(refunds)
      .set({ status: 'done', doneAt: now })
      .where(and(eq(refunds.id, id), sql`status <> 'done'`, done)),
    postAboutOrder(db, { kind: 'order_refunded', orderId, amount }, mark, now, done),
  ]);
}

async function fail({ db, now }: Shop, { id, orderId }: Refund, reason: string): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id} AND status = 'failed')`;
  await db.write.batch([
    db.write
      .update(refunds)
      .set({ status: 'failed' })
      .where(and(eq(refunds.id, id), sql`status <> 'done'`)),
    ...raiseFlag(db, { kind: 'refund_failed', about: orderId, detail: reason, now, when: failed }),
  ]);
}

type Told = { refundId: string; paymentId: string; amount: Paise };

/**
 * The row that a provider's refund completes: the payment's, when the whole of it went back. A part
 * that somebody gave back at the provider's own dashboard completes nothing.
 */
async function rowOf({ db }: Shop, { refundId, paymentId, amount }: Told) {
  const [row] = await db.read.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  return row && (row.providerId === refundId || row.amount === amount) ? row : undefined;
}

/** A provider tells that money has gone back, whether we or its dashboard had it sent. */
export async function refundDone(shop: Shop, told: Told): Promise<void> {
  const row = await rowOf(shop, told);
  if (row) await complete(shop, row);
}

export async function refundFailed(shop: Shop, told: Told, reason: string): Promise<void> {
  const row = await rowOf(shop, told);
  if (row) await fail(shop, row, reason);
}
