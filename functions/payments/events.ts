/**
 * Webhook events. Each event is stored once and marked as handled after it was applied. The provider and the
 * scheduled job retry an event whose handling failed (docs/behaviour.md, "Webhooks").
 */
import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { paymentEvents, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { ProviderUpdate } from '#db/schema/provider-event.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { changeOrder } from '../orders/change-order.ts';
import { selectReported } from '../orders/history.ts';
import type { RequestContext } from '../providers/context.ts';
import { type ProviderEvent, ProviderUnreachable } from '../providers/provider.ts';
import { confirmPayment } from './confirm.ts';
import { recordDispute } from './disputes.ts';
import { recordRefundDone, recordRefundFailed } from './refunds.ts';
import { applyState } from './settle.ts';

const countAttempt = { attempts: sql`${paymentEvents.attempts} + 1` };

/** Stores an event and applies it, unless it was handled before. @throws the error of applying it */
export async function receiveEvent(
  context: RequestContext,
  method: OnlineMethod,
  { id, type, about }: ProviderEvent,
): Promise<void> {
  const { db, now } = context;
  const [, [stored]] = await db.write.batch([
    db.write
      .insert(paymentEvents)
      .values({ id, type, about, receivedAt: now, attempts: 1 })
      .onConflictDoUpdate({
        target: paymentEvents.id,
        set: countAttempt,
        setWhere: isNull(paymentEvents.handledAt),
      }),
    db.write
      .select({ handledAt: paymentEvents.handledAt })
      .from(paymentEvents)
      .where(eq(paymentEvents.id, id)),
  ]);
  if (stored?.handledAt) return;
  await handleEvent(context, method, id, about);
}

async function handleEvent(
  context: RequestContext,
  method: OnlineMethod,
  id: string,
  about: ProviderUpdate,
): Promise<void> {
  await applyUpdate(context, method, id, about);
  await context.db.write
    .update(paymentEvents)
    .set({ handledAt: context.now })
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt)));
}

async function applyUpdate(
  context: RequestContext,
  method: OnlineMethod,
  id: string,
  about: ProviderUpdate,
): Promise<void> {
  switch (about.kind) {
    case 'paid':
      await confirmPayment(context.db, { ...about, method, now: context.now });
      return;
    case 'refunded':
      return recordRefundDone(context, { ours: null, ...about });
    case 'refund_failed':
      return recordRefundFailed(
        context,
        { ours: null, ...about },
        'The provider reports that the refund failed.',
      );
    case 'dispute':
      return recordDispute(context, method, about);
    case 'other':
      return;
  }
  const [payment] = await context.db.read
    .select()
    .from(payments)
    .where(and(eq(payments.method, method), eq(payments.providerId, about.providerId)));
  // The payment is not ours: another shop may share the provider's account.
  if (!payment) return;
  if (about.kind === 'failed') return recordFailedAttempt(context, payment, id, about.reason);
  if (about.kind === 'ended') {
    const { reason, asked } = about;
    // Who has asked for it cancels the order, with their name and reason; the job does if their request has died.
    if (asked) return settleSoon(context, payment);
    // After the hold the shopper has left the page. `shop` sends an email, as it does when the job is first.
    const by = payment.holdUntil <= context.now ? 'shop' : 'provider';
    await applyState(context, payment, { state: 'ended', reason }, { by, reason });
    return;
  }
  if ((await applyState(context, payment, { ...about, state: 'authorized' })) === 'unreachable')
    throw new ProviderUnreachable('the payment could not be captured yet');
}

/** How long the request that has ended a payment page has for cancelling its order, ms. */
const cancelTime = 60_000;

/** The job asks about the payment soon, if its order still waits. */
async function settleSoon({ db, now }: RequestContext, { orderId }: Payment): Promise<void> {
  const at = now + cancelTime;
  await db.write
    .update(payments)
    .set({ nextAskAt: at })
    .where(and(eq(payments.orderId, orderId), gt(payments.nextAskAt, at)));
}

/** Adds a failed attempt to the order's history. Another attempt may follow. */
async function recordFailedAttempt(
  context: RequestContext,
  { orderId }: Payment,
  id: string,
  reason: string,
): Promise<void> {
  const event = { id: `failed:${id}`, kind: 'payment', text: reason } as const;
  const reads = [selectReported(context.db, [event.id])] as const;
  await changeOrder<{ ok: true }, typeof reads>(
    context,
    { by: 'provider' },
    { orderId },
    reads,
    (_, reports) => (reports.length ? { ok: true } : { event, effects: [], result: { ok: true } }),
  );
}

/** The provider of an event, from its id. */
export const methodOfEvent = (id: string): OnlineMethod => (id.startsWith('stripe:') ? 'stripe' : 'razorpay');

/** Attempts of an event, after which the job does not retry it. The provider's repeats and the payment job remain. */
const maxAttempts = 20;

/** Applies events whose handling failed, oldest first. @returns the number that failed again */
export async function retryEvents(context: RequestContext): Promise<number> {
  const { db } = context;
  const oldest = db.write
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lt(paymentEvents.attempts, maxAttempts)))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(20);
  const open = await db.write
    .update(paymentEvents)
    .set(countAttempt)
    .where(inArray(paymentEvents.id, oldest))
    .returning();
  const results = await Promise.allSettled(
    open.map(({ id, about }) => handleEvent(context, methodOfEvent(id), id, about)),
  );
  return results.filter(({ status }) => status === 'rejected').length;
}
