/**
 * Refunds. A row says that a refund is due; an operator confirms it; the provider is asked with the row's id as
 * idempotency key; its answer or its webhook completes the refund (docs/behaviour.md 7.8).
 */
import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, orders, refunds, users } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { Paise } from '#lib/money.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  proofExpired,
} from '../accounts/prove-password.ts';
import { raiseFlag, resolveFlags } from '../flags/flag.ts';
import { enqueueOrderEmail, refundCause } from '../outbox/enqueue.ts';
import type { Owner } from '../session/owner.ts';
import { findSessionUser } from '../session/session.ts';
import type { RequestContext } from './context.ts';
import { ProviderRefused, ProviderUnreachable } from './provider.ts';

type Refund = typeof refunds.$inferSelect;
type ConfirmRefundResult =
  | { ok: true; status: RefundStatus }
  /** `unreachable`: the refund may have been made. Confirming again uses the same key. */
  | { ok: false; code: 'not_found' | 'unreachable' | 'signed_out' | 'wrong_password' }
  /** The refund has changed since the operator read it. @property by name of the operator who confirmed it */
  | { ok: false; code: 'changed'; status: RefundStatus; by: string | null }
  | { ok: false; code: 'refused'; reason: string };

/** @property seen the refund's status when the operator read it; one that was `sent` is requested again */
export type RefundConfirmation = { id: string; seen: RefundStatus };

/** Number of failures of a refund. Each failure has its own row in the order's history. */
const failuresOf = (id: string) =>
  sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${refunds.orderId} AND id GLOB ${failure(id, '*')})`;
const failure = (id: string, which: string | number) => `refund_failed:${id}:${which}`;

/**
 * The idempotency key of a request: unchanged while the last request has no result, and new after a failure, since
 * a provider repeats its answer for the same key.
 */
const keyOf = (id: string, failures: number) => (failures ? `${id}-${failures}` : id);

/**
 * Sends a refund that an operator has confirmed with their password.
 * @param person whose password was checked; the batch checks that the password has not changed since
 */
export async function confirmRefund(
  context: RequestContext,
  owner: Owner,
  person: Person,
  { id, seen }: RefundConfirmation,
): Promise<ConfirmRefundResult> {
  const { db } = context;
  const proof = isOperatorStillProven(owner, person);
  const asSeen = and(eq(refunds.id, id), eq(refunds.status, seen), sql`${seen} <> 'done'`, proof);
  const [, , claimed, [row], [session]] = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, order_id, ${context.now}, 'operator', ${person.id}, 'refund',
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
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  const { refund, failures, reference, method, by } = row;
  if (!claimed.length)
    return refund.status === seen && seen !== 'done'
      ? proofExpired(session)
      : { ok: false, code: 'changed', status: refund.status, by };
  try {
    const { paymentId, amount } = refund;
    const request = { id: keyOf(id, failures), paymentId: paymentId ?? '', amount, reference };
    const { providerId, done } = await context.providers[method].refund(request);
    await db.write.update(refunds).set({ providerId }).where(eq(refunds.id, id));
    if (!done) return { ok: true, status: 'sent' };
    await completeRefund(context, refund, providerId);
    return { ok: true, status: 'done' };
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { ok: false, code: 'unreachable' };
    if (!(error instanceof ProviderRefused)) throw error;
    await failRefund(context, refund, failure(id, failures), error.message);
    return { ok: false, code: 'refused', reason: error.message };
  }
}

/** Marks a refund as done. Only the first of several calls has an effect. */
async function completeRefund(
  { db, now }: RequestContext,
  { id, orderId, amount }: Refund,
  providerId: string,
): Promise<void> {
  const eventId = refundCause(id);
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason)
      SELECT ${eventId}, order_id, ${now}, 'provider', 'refund', 'The money was sent back.'
      FROM ${refunds} WHERE id = ${id} AND status <> 'done' ON CONFLICT (id) DO NOTHING`),
    db.write
      .update(refunds)
      .set({ status: 'done', doneAt: now, providerId, failure: null })
      .where(and(eq(refunds.id, id), sql`status <> 'done'`, done)),
    enqueueOrderEmail(db, { kind: 'order_refunded', orderId, amount }, eventId, now, done),
    resolveFlags(db, ['refund_due', 'refund_failed'], orderId, now, done),
  ]);
}

/**
 * Marks a refund as failed. A failure that is reported twice has an effect once. A refund that was done can fail days
 * later, and is then open again.
 */
async function failRefund(
  { db, now }: RequestContext,
  { id, orderId }: Refund,
  eventId: string,
  reason: string,
): Promise<void> {
  const failed = sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id} AND status = 'failed')`;
  await db.write.batch([
    db.write
      .update(refunds)
      .set({ status: 'failed', doneAt: null, failure: reason })
      .where(and(eq(refunds.id, id), sql`NOT EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`)),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${eventId}, ${orderId}, ${now}, 'provider', 'refund', ${`The refund failed: ${reason}`}, 0 WHERE ${failed}
      ON CONFLICT (id) DO NOTHING`),
    ...raiseFlag(db, { kind: 'refund_failed', about: orderId, detail: reason, now, when: failed }),
  ]);
}

type RefundReport = { refundId: string; paymentId: string; amount: Paise };

async function findRefund({ db }: RequestContext, { paymentId }: RefundReport): Promise<Refund | undefined> {
  const [row] = await db.read.select().from(refunds).where(eq(refunds.paymentId, paymentId));
  return row;
}

/**
 * Applies a provider's report that a refund was made, by the shop or in the provider's dashboard. A partial refund
 * completes nothing, and neither does an old report of a refund that has failed since.
 */
export async function recordRefundDone(context: RequestContext, report: RefundReport): Promise<void> {
  const row = await findRefund(context, report);
  if (!row || (row.providerId !== report.refundId && row.amount !== report.amount)) return;
  const failed = eq(orderEvents.id, failure(row.id, report.refundId));
  const [over] = await context.db.read.select({ id: orderEvents.id }).from(orderEvents).where(failed);
  if (!over) await completeRefund(context, row, report.refundId);
}

/** Applies a provider's report that a refund failed. Ignored unless it is about the refund that the row knows. */
export async function recordRefundFailed(
  context: RequestContext,
  report: RefundReport,
  reason: string,
): Promise<void> {
  const row = await findRefund(context, report);
  if (row && (row.providerId ?? report.refundId) === report.refundId)
    await failRefund(context, row, failure(row.id, report.refundId), reason);
}
