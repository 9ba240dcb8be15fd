/**
 * Asks a provider for the state of a payment and applies it to the order. Without an answer the order stays pending
 * and keeps its stock (docs/behaviour.md, "Holds").
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { orders, payments, takesPayment } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { ReportedMoney } from '#db/schema/provider-event.ts';
import type { Mover } from '#domain/orders/moves.ts';
import { store } from '../lib/store.ts';
import { changeOrder } from '../orders/change-order.ts';
import { canTakeStock } from '../orders/holds.ts';
import { effectsOfMove } from '../orders/move-effects.ts';
import { isAccepted } from '../providers/accepted.ts';
import type { RequestContext } from '../providers/context.ts';
import { type PaymentState, ProviderRefused, ProviderUnreachable } from '../providers/provider.ts';
import { type ConfirmOutcome, confirmPayment, flagHeldMoney } from './confirm.ts';

/**
 * `paying`: open, and the shopper is paying now. `expired`: the payment has ended, and the order waits for another one.
 * `ended`: not paid, and the order is cancelled or has ended otherwise. `sold_out`: paid after its products were gone, so it
 * is cancelled and refunded. `flagged`: the payment does not match the
 * order, and an operator has to look at it.
 */
export type SettleOutcome =
  | 'paid'
  | 'open'
  | 'paying'
  | 'expired'
  | 'ended'
  | 'sold_out'
  | 'flagged'
  | 'unreachable';

/**
 * Cancels the order if it is unpaid.
 * @property by for the order's history
 * @property actorId the account of the shopper or operator
 */
export type Cancellation = { by: Mover; actorId?: SQL; reason: string | null };

const settleOutcomes: Record<ConfirmOutcome['outcome'], SettleOutcome> = {
  paid: 'paid',
  mismatch: 'flagged',
  late: 'ended',
  sold_out: 'sold_out',
  unknown: 'unreachable',
};

const matchesPayment = (held: ReportedMoney, payment: Payment): boolean =>
  isAccepted(held, payment, store.razorpay);

/** Captures authorised money if the order waits for it. Otherwise the bank releases it. */
async function captureIfPending(
  { db, providers }: RequestContext,
  payment: Payment,
  held: PaymentState & { state: 'authorized' },
): Promise<PaymentState> {
  const [order] = await db.read
    .select({ waits: sql<number>`${takesPayment}`, enough: sql<number>`${canTakeStock(sql`${orders}`)}` })
    .from(orders)
    .where(eq(orders.id, payment.orderId));
  if (!order?.waits || !payment.providerId)
    return { state: 'ended', reason: 'The order had ended before the money was taken.' };
  if (!order.enough)
    return { state: 'ended', reason: 'The last pieces were sold before the money was taken.' };
  if (!matchesPayment(held, payment)) return held;
  return providers[payment.method].capture(payment.providerId, held.paymentId, held.amount);
}

/**
 * Applies a payment's state to its order. If the payment has ended, the order is cancelled.
 * @param cancellation how; `keep`: it is not
 */
export async function applyState(
  context: RequestContext,
  payment: Payment,
  reported: PaymentState,
  cancellation?: Cancellation | 'keep',
): Promise<SettleOutcome> {
  const state =
    reported.state === 'authorized' ? await captureIfPending(context, payment, reported) : reported;
  const { method, providerId } = payment;
  const about = { method, providerId: providerId ?? '', now: context.now };
  switch (state.state) {
    case 'paid':
      return settleOutcomes[(await confirmPayment(context.db, { ...state, ...about })).outcome];
    case 'authorized':
      // The capture has not succeeded yet.
      if (matchesPayment(state, payment)) return 'unreachable';
      await flagHeldMoney(context.db, payment.orderId, { ...state, ...about });
      return 'flagged';
    case 'open':
      return state.paying ? 'paying' : 'open';
    case 'ended':
      if (cancellation === 'keep') return 'expired';
      return cancelUnpaid(context, payment, cancellation ?? { by: 'provider', reason: state.reason });
  }
}

/**
 * Cancels a pending order that nothing was paid for. A payment without a provider id was never shown to the shopper,
 * so it cannot be paid; if it gets its provider id in the meantime, nothing is changed.
 * @returns the order's state after it: a payment may have arrived first
 */
async function cancelUnpaid(
  context: RequestContext,
  { orderId, providerId }: Payment,
  { by, actorId, reason }: Cancellation,
): Promise<SettleOutcome> {
  type Ended = { ok: true; outcome: SettleOutcome };
  const done = await changeOrder<Ended>(context, { by, actorId }, { orderId }, [], (read) => {
    const { order, payment } = read;
    const { status, paid } = order;
    if (status !== 'Payment Pending')
      return { ok: true, outcome: paid && status !== 'Cancelled' ? 'paid' : 'ended' };
    if (payment?.providerId !== providerId) return { ok: true, outcome: 'open' };
    return {
      event: { kind: 'status', to: 'Cancelled', text: reason },
      // It is not part of the order's version.
      when: sql`EXISTS (SELECT 1 FROM ${payments} WHERE order_id = ${orderId} AND provider_id IS ${providerId})`,
      effects: effectsOfMove(read, { to: 'Cancelled', reason }, context.now),
      result: { ok: true, outcome: 'ended' },
    };
  });
  return done.ok ? (done as Ended).outcome : 'ended';
}

/**
 * Asks the provider for the payment's state and applies it.
 * @param cancellation given: expires the payment at the provider, and cancels the order if it is unpaid; `keep`: only asks,
 *   and an order whose payment has ended waits for another one
 */
export async function settle(
  context: RequestContext,
  payment: Payment,
  cancellation?: Cancellation | 'keep',
): Promise<SettleOutcome> {
  const { method, providerId } = payment;
  const given = cancellation === 'keep' ? undefined : cancellation;
  if (!providerId) return given ? cancelUnpaid(context, payment, given) : 'open';
  const provider = context.providers[method];
  try {
    const state = await (given
      ? provider.expire(providerId, context.now)
      : provider.retrieve(providerId, context.now));
    return await applyState(context, payment, state, cancellation);
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) return 'unreachable';
    throw error;
  }
}
