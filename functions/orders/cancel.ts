/** Cancels an order, for its shopper or for an operator, before it is with the courier. */

import { eq, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { unshipped } from '#domain/orders/order.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, linkedOrder, sessionUserId } from '../lib/session.ts';
import type { RequestContext } from '../payments/context.ts';
import { providerSilent } from '../payments/provider.ts';
import { settle } from '../payments/settle.ts';
import { type Cancelled, type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { cancelRead } from './cancel-read.ts';
import { changeOrder } from './change.ts';
import { invoiced } from './edit.ts';
import { changedOrder, eventsSince, isUnchangedSince, orderNotFound } from './history.ts';

/** The message after a cancellation, or when the order was already paid. */
export function cancelledMessage({ outcome, refund }: Cancelled): string {
  if (outcome === 'paid') return 'Your payment has arrived: your order is placed.';
  return refund ? 'Your order is cancelled. We will refund what you have paid.' : 'Your order is cancelled.';
}

/**
 * Takes one batch, unless the order waits for an online payment: then the provider is asked first; or has an invoice or is an
 * exchange: then it is read with its purchase.
 */
export async function cancelOrder(
  context: RequestContext,
  owner: Owner,
  cancelling: CancelRequest,
): Promise<Cancelled | Refusal> {
  const first = await attempt(context, owner, cancelling);
  if ('toRead' in first) return cancelRead(context, owner, cancelling, first.by);
  if (!('payment' in first)) return first;
  const by = first.operator ? 'operator' : 'shopper';
  const actorId = sessionUserId(owner.tokenHash, owner.now, cancelling.orderId);
  const settled = await settle(context, first.payment, { by, actorId, reason: cancelling.reason ?? null });
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
      if (cancelling.unlessPaid) return { ok: true, outcome: 'paid', refund: false };
  }
  // Without `seen`: the only change since then is the provider's answer, which settle() has written.
  const second = await attempt(context, owner, { ...cancelling, seen: undefined }, settled === 'flagged');
  // The order no longer waits for money, so a payment of a wrong amount becomes a refund now.
  if (settled === 'flagged') await settle(context, first.payment);
  if ('toRead' in second) return invoiced();
  return 'payment' in second ? providerSilent() : second;
}

/** `payment`: the order waits for it, and was not cancelled. `toRead`: nor was it, since it has an invoice, or is an exchange. */
type Attempt =
  | Cancelled
  | Refusal
  | { payment: Payment; operator: boolean }
  | { toRead: true; by: 'shopper' | 'operator' };

/** @param pending also cancels an order that waits for its payment */
async function attempt(
  { db, undoTime, now }: RequestContext,
  owner: Owner,
  { orderId, reason = null, unlessPaid = false, seen, payout }: CancelRequest,
  pending = false,
): Promise<Attempt> {
  const mine = sql`o.user_id = ${sessionUserId(owner.tokenHash, owner.now, orderId)}`;
  const settledOnly = pending
    ? sql`true`
    : sql`(o.status <> 'Payment Pending' OR NOT EXISTS (SELECT 1 FROM ${payments} WHERE order_id = o.id))`;
  // The order may have been paid while the shopper closed the payment window.
  const cancellable = unlessPaid ? sql`${settledOnly} AND o.paid = 0` : settledOnly;
  const common = {
    orderId,
    to: 'Cancelled',
    actorId: sessionUserId(owner.tokenHash, owner.now, orderId),
    reason,
    payout,
    now,
  } as const;
  const asShopper = changeOrder(db, { ...common, by: 'shopper', only: sql`${mine} AND ${cancellable}` });
  const asOperator = changeOrder(db, {
    ...common,
    by: 'operator',
    emailAt: now + undoTime,
    only: sql`${isOperator(owner)} AND NOT coalesce(${mine}, 0) AND ${cancellable} AND ${isUnchangedSince(orderId, seen)}`,
  });
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now, {}, linkedOrder),
    db.write
      .select({
        mine: sql<number | null>`${orders.userId} = ${sessionUserId(owner.tokenHash, owner.now, orderId)}`,
        status: orders.status,
        paid: orders.paid,
        method: orders.paymentMethod,
        payment: payments,
      })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(eq(orders.id, orderId)),
    db.write
      .select({ shopper: sql<number>`${asShopper.done}`, operator: sql<number>`${asOperator.done}` })
      .from(sql`(SELECT 1)`),
  ] as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    ...asShopper.statements,
    ...asOperator.statements,
    ...queries,
  ]);
  const [[person], [order], [change]] = lastResults(results, queries);
  if (!person) return signedOut();
  const operator = person.role === 'operator' && person.elevated && !order?.mine;
  if (!order || !(order.mine || operator)) return orderNotFound();
  if (operator && results[0].length) return changedOrder(order.status, seen, results[0]);
  if (order.status === 'Payment Pending' && order.payment) return { payment: order.payment, operator };
  if (unlessPaid && order.paid && order.status !== 'Cancelled')
    return { ok: true, outcome: 'paid', refund: false };
  // Cancelling again succeeds.
  if (change?.shopper || change?.operator || order.status === 'Cancelled')
    return {
      ok: true,
      outcome: 'cancelled',
      refund: order.paid,
      ...(change?.operator &&
        (order.paid || isPaidOnDelivery(order.method)) && { undoUntil: now + undoTime }),
    };
  return unshipped.includes(order.status)
    ? { toRead: true, by: operator ? 'operator' : 'shopper' }
    : cancelRefusals.tooLate();
}
