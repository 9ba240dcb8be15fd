/**
 * Money that goes back: a row says that it is due, an operator confirms it, the provider is asked with
 * the row's id as key, and its word (now or by webhook) completes it (docs/behaviour.md 7.8).
 */
import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, orders, refunds, users } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { Paise } from '#lib/money.ts';
import { forgetGuesses, operatorStillProven, overtaken, type Person } from '../accounts/prove.ts';
import { raiseFlag, settleFlags } from '../flags/flag.ts';
import { postAboutOrder, refundCause } from '../outbox/enqueue.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import type { Shop } from './context.ts';
import { ProviderRefused, ProviderSilent } from './provider.ts';

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

/** How often a refund has failed for good, each time with a row of its own in the order's history. */
const failuresOf = (id: string) =>
  sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${refunds.orderId} AND id GLOB ${failure(id, '*')})`;
const failure = (id: string, which: string | number) => `refund_failed:${id}:${which}`;

/**
 * The provider's idempotency key: the same while nobody knows what became of the last request, another
 * one after it has failed, since a provider repeats what it once answered to a key.
 */
const keyOf = (id: string, failures: number) => (failures ? `${id}-${failures}` : id);

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
  const proof = operatorStillProven(owner, person);
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
      .select({
        refund: refunds,
        failures: failuresOf(id),
        reference: orders.reference,
        method: orders.paymentMethod,
        by: users.name,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .leftJoin(users, eq(users.id, refunds.confirmedBy))
      .where(eq(refunds.id, id)),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  const { refund, failures, reference, method, by } = row;
  if (!claimed.length)
    return refund.status === seen && seen !== 'done'
      ? overtaken(still)
      : { ok: false, code: 'changed', status: refund.status, by };
  try {
    const { paymentId, amount } = refund;
    const repayment = { id: keyOf(id, failures), paymentId: paymentId ?? '', amount, reference };
    const made = await shop.providers[method].repay(repayment);
    await db.write.update(refunds).set({ providerId: made.providerId }).where(eq(refunds.id, id));
    if (!made.done) return { ok: true, status: 'sent' };
    await complete(shop, refund, made.providerId);
    return { ok: true, status: 'done' };
  } catch (error) {
    if (error instanceof ProviderSilent) return { ok: false, code: 'silent' };
    if (!(error instanceof ProviderRefused)) throw error;
    await fail(shop, refund, failure(id, failures), error.message);
    return { ok: false, code: 'refused', reason: error.message };
  }
}

/** Once, whoever says so: the row's state decides which of several is first. */
async function complete(
  { db, now }: Shop,
  { id, orderId, amount }: Refund,
  providerId: string,
): Promise<void> {
  const mark = refundCause(id);
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`;
  await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason)
      SELECT ${mark}, order_id, ${now}, 'provider', 'refund', 'The money was sent back.'
      FROM ${refunds} WHERE id = ${id} AND status <> 'done' ON CONFLICT (id) DO NOTHING`),
    db.write
      .update(refunds)
      .set({ status: 'done', doneAt: now, providerId, failure: null })
      .where(and(eq(refunds.id, id), sql`status <> 'done'`, done)),
    postAboutOrder(db, { kind: 'order_refunded', orderId, amount }, mark, now, done),
    settleFlags(db, ['refund_due', 'refund_failed'], orderId, now, done),
  ]);
}

/**
 * Once for each failure, however often it is told. Money that was called sent may still come back days
 * later, so what was done is open again.
 */
async function fail({ db, now }: Shop, { id, orderId }: Refund, mark: string, reason: string): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id} AND status = 'failed')`;
  await db.write.batch([
    db.write
      .update(refunds)
      .set({ status: 'failed', doneAt: null, failure: reason })
      .where(and(eq(refunds.id, id), sql`NOT EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`)),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${mark}, ${orderId}, ${now}, 'provider', 'refund', ${`The refund failed: ${reason}`}, 0 WHERE ${failed}
      ON CONFLICT (id) DO NOTHING`),
    ...raiseFlag(db, { kind: 'refund_failed', about: orderId, detail: reason, now, when: failed }),
  ]);
}

type Told = { refundId: string; paymentId: string; amount: Paise };

async function rowOf({ db }: Shop, { paymentId }: Told): Promise<Refund | undefined> {
  const [row] = await db.read.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  return row;
}

/**
 * A provider tells that money has gone back, whether we or its dashboard had it sent. A part of it
 * completes nothing, and neither does old news of a refund that has failed since.
 */
export async function refundDone(shop: Shop, told: Told): Promise<void> {
  const row = await rowOf(shop, told);
  if (!row || (row.providerId !== told.refundId && row.amount !== told.amount)) return;
  const failed = eq(orderEvents.id, failure(row.id, told.refundId));
  const [over] = await shop.db.read.select({ id: orderEvents.id }).from(orderEvents).where(failed);
  if (!over) await complete(shop, row, told.refundId);
}

/** Only of the refund that we know of, or of the first one that we hear of. */
export async function refundFailed(shop: Shop, told: Told, reason: string): Promise<void> {
  const row = await rowOf(shop, told);
  if (row && (row.providerId ?? told.refundId) === told.refundId)
    await fail(shop, row, failure(row.id, told.refundId), reason);
}
