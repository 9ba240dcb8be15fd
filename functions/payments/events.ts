/**
 * Webhooks: every event is stored once, and counts as handled only when it has been acted on. One whose
 * handling failed is tried again, by the provider and by the scheduled job (docs/behaviour.md 7.7).
 */
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { orderEvents, paymentEvents, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { ProviderNews } from '#db/schema/provider-event.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { confirmPayment } from './confirm.ts';
import type { Shop } from './context.ts';
import { recordDispute } from './disputes.ts';
import { type ProviderEvent, ProviderSilent } from './provider.ts';
import { refundDone, refundFailed } from './refunds.ts';
import { actOn } from './settle.ts';

const oneMoreAttempt = { attempts: sql`${paymentEvents.attempts} + 1` };

/** Stores an event and acts on it, unless that was done before. @throws what acting on it threw */
export async function receive(
  shop: Shop,
  method: OnlineMethod,
  { id, type, about }: ProviderEvent,
): Promise<void> {
  const { db, now } = shop;
  const [, [stored]] = await db.write.batch([
    db.write
      .insert(paymentEvents)
      .values({ id, type, about, receivedAt: now, attempts: 1 })
      .onConflictDoUpdate({
        target: paymentEvents.id,
        set: oneMoreAttempt,
        setWhere: isNull(paymentEvents.handledAt),
      }),
    db.write
      .select({ handledAt: paymentEvents.handledAt })
      .from(paymentEvents)
      .where(eq(paymentEvents.id, id)),
  ]);
  if (stored?.handledAt) return;
  await handle(shop, method, id, about);
}

async function handle(shop: Shop, method: OnlineMethod, id: string, about: ProviderNews): Promise<void> {
  await act(shop, method, id, about);
  await shop.db.write
    .update(paymentEvents)
    .set({ handledAt: shop.now })
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt)));
}

async function act(shop: Shop, method: OnlineMethod, id: string, about: ProviderNews): Promise<void> {
  switch (about.kind) {
    case 'paid':
      await confirmPayment(shop.db, { ...about, method, now: shop.now });
      return;
    case 'refunded':
      return refundDone(shop, about);
    case 'refund_failed':
      return refundFailed(shop, about, 'The provider reports that the refund failed.');
    case 'dispute':
      return recordDispute(shop, method, about);
    case 'other':
      return;
  }
  const [payment] = await shop.db.read
    .select()
    .from(payments)
    .where(and(eq(payments.method, method), eq(payments.providerId, about.providerId)));
  // Nothing of ours: another shop may share the provider's account.
  if (!payment) return;
  if (about.kind === 'failed') return note(shop, payment, id, about.reason);
  if (about.kind === 'ended') {
    const { reason } = about;
    // Once the hold is over nobody is looking any more, and a letter tells of it, whether this or the job is first.
    const by = payment.holdUntil <= shop.now ? 'shop' : 'provider';
    await actOn(shop, payment, { state: 'ended', reason }, { by, reason });
    return;
  }
  if ((await actOn(shop, payment, { ...about, state: 'authorized' })) === 'silent')
    throw new ProviderSilent('the money could not be taken yet');
}

/** A try that failed is told in the order's history; another one may follow. */
async function note({ db, now }: Shop, { orderId }: Payment, id: string, reason: string): Promise<void> {
  await db.write
    .insert(orderEvents)
    .values({ id: `failed:${id}`, orderId, at: now, actor: 'provider', kind: 'payment', reason })
    .onConflictDoNothing();
}

type Stored = Pick<typeof paymentEvents.$inferSelect, 'id' | 'about'>;

/** Acts on a stored event once more. @throws what acting on it threw */
export const handleAgain = (shop: Shop, { id, about }: Stored): Promise<void> =>
  handle(shop, methodOf(id), id, about);

/** Whose event it is, by the name that it is stored under. */
export const methodOf = (id: string): OnlineMethod => (id.startsWith('stripe:') ? 'stripe' : 'razorpay');

/** Tries of one event by the job, after which only the provider's own repeats and questions remain. */
const mostAttempts = 20;

/** Acts on events whose handling failed, oldest first. @returns how many still failed */
export async function retryEvents(shop: Shop): Promise<number> {
  const { db } = shop;
  const oldest = db.write
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lt(paymentEvents.attempts, mostAttempts)))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(20);
  const open = await db.write
    .update(paymentEvents)
    .set(oneMoreAttempt)
    .where(inArray(paymentEvents.id, oldest))
    .returning();
  const results = await Promise.allSettled(open.map((event) => handleAgain(shop, event)));
  return results.filter(({ status }) => status === 'rejected').length;
}
