/** Cancelling: by the shopper whose order it is, or by an operator, while it is not with the courier. */
import { and, eq, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { changeOrder } from '../orders/change.ts';
import { asSeen, type Changed, changed as changedSince, unseen } from '../orders/history.ts';
import type { Shop } from '../payments/context.ts';
import { settle } from '../payments/settle.ts';
import type { Owner } from '../session/owner.ts';
import { isOperator, personOf, userIdOf } from '../session/session.ts';

export type Cancelled =
  | { ok: true; outcome: 'cancelled' | 'paid'; refund: boolean }
  /** `under_way`: somebody is paying at this moment. `silent`: the provider does not say whether it is paid. */
  | { ok: false; code: 'signed_out' | 'not_found' | 'too_late' | 'under_way' | 'silent' }
  /** Something has happened since the operator looked. */
  | Changed;

/**
 * @property unlessPaid for a shopper who comes back from paying without a result: an order that turns out
 *   to be paid stays; otherwise its cancelling becomes a refund (docs/behaviour.md 8.3)
 * @property seen rows of its history that an operator had seen; others know none
 */
export type Cancelling = {
  orderId: string;
  reason?: string | null;
  unlessPaid?: boolean;
  seen?: number | undefined;
};

/** One batch for an order that owes a provider nothing; a pending one's provider is asked in between. */
export async function cancelOrder(shop: Shop, owner: Owner, cancelling: Cancelling): Promise<Cancelled> {
  const first = await attempt(shop, owner, cancelling);
  if (!('payment' in first)) return first;
  const by = first.operator ? 'operator' : 'shopper';
  const actorId = userIdOf(owner.tokenHash, owner.now);
  const settled = await settle(shop, first.payment, { by, actorId, reason: cancelling.reason ?? null });
  switch (settled) {
    case 'silent':
      return { ok: false, code: 'silent' };
    case 'open':
      return { ok: false, code: 'under_way' };
    case 'ended':
      return { ok: true, outcome: 'cancelled', refund: false };
    case 'paid':
      if (cancelling.unlessPaid) return { ok: true, outcome: 'paid', refund: false };
  }
  // What has been written since is the provider's answer to this very cancelling.
  const second = await attempt(shop, owner, { ...cancelling, seen: undefined }, settled === 'flagged');
  // Money that did not fit has to go back too, now that the order waits for none.
  if (settled === 'flagged') await settle(shop, first.payment);
  return 'payment' in second ? { ok: false, code: 'silent' } : second;
}

type Attempt = Cancelled | { payment: typeof payments.$inferSelect; operator: boolean };

/** @param pending also cancels an order that still waits for its payment */
async function attempt(
  { db, now }: Shop,
  owner: Owner,
  { orderId, reason = null, unlessPaid = false, seen }: Cancelling,
  pending = false,
): Promise<Attempt> {
  const mine = sql`o.user_id = ${userIdOf(owner.tokenHash, owner.now)}`;
  const settledOnly = pending
    ? sql`true`
    : sql`(o.status <> 'Payment Pending' OR NOT EXISTS (SELECT 1 FROM ${payments} WHERE order_id = o.id))`;
  // Paid a moment ago, while the shopper was closing the payment window: that order stays.
  const wanted = unlessPaid ? sql`${settledOnly} AND o.paid = 0` : settledOnly;
  const common = {
    orderId,
    to: 'Cancelled',
    actorId: userIdOf(owner.tokenHash, owner.now),
    reason,
    now,
  } as const;
  const asShopper = changeOrder(db, { ...common, by: 'shopper', only: sql`${mine} AND ${wanted}` });
  const asOperator = changeOrder(db, {
    ...common,
    by: 'operator',
    only: sql`${isOperator(owner)} AND NOT coalesce(${mine}, 0) AND ${wanted} AND ${asSeen(orderId, seen)}`,
  });
  const results = await db.write.batch([
    unseen(db, orderId, seen),
    ...asShopper.statements,
    ...asOperator.statements,
    personOf(db, owner.tokenHash, owner.now),
    db.write
      .select({
        mine: sql<number>`${orders.userId} = ${userIdOf(owner.tokenHash, owner.now)}`,
        status: orders.status,
        paid: orders.paid,
        payment: payments,
      })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(and(eq(orders.id, orderId))),
    db.write.select({ done: sql<number>`${asShopper.done} OR ${asOperator.done}` }).from(sql`(SELECT 1)`),
  ]);
  const [[person], [order], [changed]] = results.slice(-3) as unknown as [
    { role: string; elevated: boolean }[],
    {
      mine: number | null;
      status: OrderStatus;
      paid: boolean;
      payment: typeof payments.$inferSelect | null;
    }[],
    { done: number }[],
  ];
  if (!person) return { ok: false, code: 'signed_out' };
  const operator = person.role === 'operator' && person.elevated && !order?.mine;
  if (!order || !(order.mine || operator)) return { ok: false, code: 'not_found' };
  if (operator && results[0].length) return changedSince(order.status, seen, results[0]);
  if (order.status === 'Payment Pending' && order.payment) return { payment: order.payment, operator };
  if (unlessPaid && order.paid && order.status !== 'Cancelled')
    return { ok: true, outcome: 'paid', refund: false };
  // Cancelling what is cancelled already has nothing left to do.
  if (changed?.done || order.status === 'Cancelled')
    return { ok: true, outcome: 'cancelled', refund: order.paid };
  return { ok: false, code: 'too_late' };
}
