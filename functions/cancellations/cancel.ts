/**
 * Cancels an order, for its shopper or for an operator, before it is with the courier. One with an invoice gets a credit note
 * of all of it, and for an exchange the condition of the purchase's code is asked again.
 */
import type { Payment } from '#db/schema/payments.ts';
import { moveOf } from '#domain/orders/moves.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Refusal } from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';
import { type Change, changeOrder, type OrderRead } from '../orders/change-order.ts';
import {
  creditNoteEffects,
  creditNoteFor,
  giveBackFirstDelivery,
  takeBackCode,
} from '../orders/give-back.ts';
import { orderNotFound } from '../orders/history.ts';
import { effectsOfMove } from '../orders/move-effects.ts';
import type { OrderCall } from '../orders/operator.ts';
import { othersUnchanged } from '../orders/purchase.ts';
import { settle } from '../payments/settle.ts';
import type { RequestContext } from '../providers/context.ts';
import { providerSilent } from '../providers/provider.ts';
import { type Cancelled, type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { type OrderToCancel, orderToCancel, planWhole, readToCancel } from './plan-cancelling.ts';

/** The message after a cancellation, or when the order was already paid. */
export function cancelledMessage({ outcome, refund }: Omit<Cancelled, 'ok'>): string {
  if (outcome === 'paid') return 'Your payment has arrived: your order is placed.';
  return refund ? 'Your order is cancelled. We will refund what you have paid.' : 'Your order is cancelled.';
}

/** Cancels an order. If it waits for an online payment, the provider is asked first. */
export async function cancelOrder(
  call: OrderCall & RequestContext,
  request: CancelRequest,
): Promise<Cancelled | Refusal> {
  const first = await cancelUnlessPaying(call, request, 'ask');
  if (!first.ok || first.outcome !== 'pays') return first;
  const { payment, by } = first;
  const actorId = sessionUserId(call.owner.tokenHash, call.owner.now, request.orderId);
  const settled = await settle(call, payment, { by, actorId, reason: request.reason ?? null });
  switch (settled) {
    case 'unreachable':
      return providerSilent();
    case 'open':
    case 'paying':
    case 'expired':
      return cancelRefusals.underWay();
    case 'ended':
      return { ok: true, outcome: 'cancelled', refund: false };
    case 'sold_out':
      return { ok: true, outcome: 'cancelled', refund: true };
    case 'paid':
      if (request.unlessPaid) return { ok: true, outcome: 'paid', refund: false };
  }
  // Without `seen`: the only change since then is the provider's answer, which settle() has written.
  const again = { ...request, seen: undefined };
  const second = await cancelUnlessPaying(call, again, settled === 'flagged' ? 'cancel' : 'ask');
  // The order no longer waits for money, so a payment of a wrong amount becomes a refund now.
  if (settled === 'flagged') await settle(call, payment);
  return second.ok && second.outcome === 'pays' ? providerSilent() : second;
}

/** The order waits for its payment, and was not cancelled. */
type Pays = { ok: true; outcome: 'pays'; payment: Payment; by: 'shopper' | 'operator' };

/** @param ifPending what happens to an order that waits for its payment */
function cancelUnlessPaying(
  call: OrderCall & RequestContext,
  { orderId, reason = null, unlessPaid = false, seen, payout }: CancelRequest,
  ifPending: 'ask' | 'cancel',
): Promise<Cancelled | Pays | Refusal> {
  const { db, now, undoTime } = call;
  const reads = readToCancel(db, orderId);
  return changeOrder<Cancelled | Pays, typeof reads>(
    call,
    { owner: call.owner, as: 'either' },
    { orderId, seen },
    reads,
    (read, ...rows) => {
      const { order, payment } = read;
      const by = read.by === 'operator' ? 'operator' : 'shopper';
      // Cancelling again succeeds.
      if (order.status === 'Cancelled') return { ok: true, outcome: 'cancelled', refund: order.paid };
      if (order.status === 'Payment Pending' && payment && ifPending === 'ask')
        return { ok: true, outcome: 'pays', payment, by };
      if (unlessPaid && order.paid) return { ok: true, outcome: 'paid', refund: false };
      if (!moveOf(order.status, 'Cancelled', by)) return cancelRefusals.tooLate();
      const found = orderToCancel(read, rows);
      if (!found) return orderNotFound();
      const isUndoable = by === 'operator' && (order.paid || isPaidOnDelivery(order.paymentMethod));
      const undoUntil = isUndoable && !isFinal(read) ? now + undoTime : undefined;
      return cancelling(read, found, {
        reason,
        payout,
        now,
        emailAt: by === 'operator' ? now + undoTime : undefined,
        result: {
          ok: true,
          outcome: 'cancelled' as const,
          refund: order.paid,
          ...(undoUntil && { undoUntil }),
        },
      });
    },
  );
}

/** Whether a cancellation stays: its credit note stands, and what came back has paid for an exchange. */
const isFinal = ({ order, isInvoiced }: OrderRead): boolean => isInvoiced || order.purchaseId !== null;

/** What the credit note says where no operator gives a reason. */
const plainReason = 'The order was cancelled before it was sent.';

function cancelling<Result>(
  read: OrderRead,
  found: OrderToCancel,
  {
    reason,
    payout,
    now,
    emailAt,
    result,
  }: {
    reason: string | null;
    payout: string | undefined;
    now: number;
    emailAt: number | undefined;
    result: Result;
  },
): Change<Result> {
  const { order, by } = read;
  const event = { kind: 'status', to: 'Cancelled', text: reason } as const;
  const move = { to: 'Cancelled', reason, payout, emailAt } as const;
  if (!isFinal(read)) return { event, effects: effectsOfMove(read, move, now), result };
  const { given, delivery } = planWhole(found);
  const printed = (by === 'operator' && reason) || plainReason;
  const refund = order.purchaseId && given.ok ? given.amount : undefined;
  return {
    event,
    when: othersUnchanged(found),
    effects: [
      ...effectsOfMove(read, { ...move, refund, emailAt: undefined }, now),
      ...(given.ok ? takeBackCode(found, given, { refundId: null, now }) : []),
      ...(delivery
        ? giveBackFirstDelivery(found, { refundReason: 'cancelled', reason: printed, payout, now })
        : []),
      ...(given.ok
        ? creditNoteEffects(order.id, creditNoteFor(found, given.reductions, printed, now), now)
        : []),
    ],
    result,
  };
}
