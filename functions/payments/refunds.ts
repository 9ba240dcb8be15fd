/**
 * Money that goes back: a row says that it is due, an operator confirms it, the provider is asked with
 * the row's id as key, and its word (now or by webhook) completes it (decisions, "Orders and payment").
 */
import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, orders, refunds, users } from '#db/schema.ts';
import type { Paise } from '#lib/money.ts';
import { forgetGuesses, overtaken, type Person, stillProven } from '../accounts/prove.ts';
import { personOf } from '../accounts/session.ts';
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
  | { ok: false; code: 'not_found' | 'silent' | 'signed_out' | 'wrong_password' }
  /** It is not how the operator saw it. @property by who confirmed it meanwhile */
  | { ok: false; code: 'changed'; status: RefundStatus; by: string | null }
  | { ok: false; code: 'refused'; reason: string };

/** @property seen how the refund stood when the operator looked; a sent one is asked for once more */
export type Confirming = { id: string; seen: RefundStatus };

/**
 * An operator says yes, and has just proven who they are: the money is sent back.
 * @param person whose password was checked; the batch makes sure that it still is theirs
 */
export async function confirmRefund(
  shop: Shop,
  owner: Owner,
  person: Person,
  { id, seen }: Confirming,
): Promise<Confirmed> {
  const { db } = shop;
  const proof = stillProven(owner, person, sql`${users.role} = 'operator'`);
  const asSeen = and(eq(refunds.id, id), eq(refunds.status, seen), sql`${seen} <> 'done'`, proof);
  const [, , claimed, [row], [still]] = await db.write.batch([
    forgetGuesses(db, owner),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, order_id, ${shop.now}, 'operator', ${person.id}, 'refund',
             'The refund was confirmed.', 1
      FROM ${refunds} WHERE ${asSeen} AND ${seen} <> 'sent'`),
    db.write
      .update(refunds)
      .set({ status: 'sent', confirmedBy: person.id, failure: null })
      .where(asSeen)
      .returning({ id: refunds.id }),
    db.write
      .select({ refund: refunds, reference: orders.reference, method: orders.paymentMethod, by: users.name })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .leftJoin(users, eq(users.id, refunds.confirmedBy))
      .where(eq(refunds.id, id)),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  const { refund, reference, method, by } = row;
  if (!claimed.length)
    return refund.status === seen && seen !== 'done'
      ? overtaken(still)
      : { ok: false, code: 'changed', status: refund.status, by };
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
      .set({ status: 'done', doneAt: now, failure: null })
      .where(and(eq(refunds.id, id), sql`status <> 'done'`, done)),
    postAboutOrder(db, { kind: 'order_refunded', orderId, amount }, mark, now, done),
  ]);
}

async function fail({ db, now }: Shop, { id, orderId }: Refund, reason: string): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id} AND status = 'failed')`;
  await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, order_id, ${now}, 'provider', 'refund', ${`The refund failed: ${reason}`}, 0
      FROM ${refunds} WHERE id = ${id} AND status NOT IN ('done', 'failed')`),
    db.write
      .update(refunds)
      .set({ status: 'failed', failure: reason })
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
