/**
 * Cancels an order that has to be read with its purchase first, before the parcel is handed over (docs/behaviour.md,
 * "Cancelling"): one with an invoice gets a credit note of all of it, and for an exchange the condition of the purchase's code is
 * asked again, in the batch of the move.
 */
import { eq, sql } from 'drizzle-orm';
import { DatabaseUnavailable, lastResults } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { unshipped } from '#domain/orders/order.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import type { RequestContext } from '../payments/context.ts';
import { type Cancelled, type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { changeOrder } from './change.ts';
import { creditNoteFor, giveBackFirstDelivery, issueCreditNoteOf, takeBackCode } from './give-back.ts';
import { changedOrder, eventsSince, historyLength, isUnchangedSince, orderNotFound } from './history.ts';
import { planWhole } from './plan-cancelling.ts';
import { orderOfPurchase, othersUnchanged, readPurchase } from './purchase.ts';
import { replacesFaulty } from './returns.ts';

/** What the credit note says where no operator gives a reason. */
const plainReason = 'The order was cancelled before it was sent.';

/** Tries of cancelling an order that changes at the same time. */
const maxTries = 8;

/** @param by who cancels: the order's shopper, or an operator */
export async function cancelRead(
  { db, now }: RequestContext,
  owner: Owner,
  { orderId, reason = null, unlessPaid = false, seen, payout }: CancelRequest,
  by: 'shopper' | 'operator',
): Promise<Cancelled | Refusal> {
  const actorId = sessionUserId(owner.tokenHash, owner.now);
  for (let attempt = 1; ; attempt += 1) {
    const [[origin], ...rows] = await db.read.batch([
      db.read.select({ replacesFaulty }).from(orders).where(eq(orders.id, orderId)),
      ...readPurchase(db, orderId),
    ]);
    const read = orderOfPurchase(orderId, rows);
    if (!read || !origin) return orderNotFound();
    const { given, delivery } = planWhole({ ...read, ...origin, by });
    const printed = (by === 'operator' && reason) || plainReason;
    const creditNote = given.ok ? creditNoteFor(read, given.reductions, printed, now) : undefined;
    const mayCancel =
      by === 'shopper'
        ? sql`o.user_id = ${actorId}`
        : sql`${isOperator(owner)} AND ${isUnchangedSince(orderId, seen)}`;
    const { statements, done } = changeOrder(db, {
      ...({ orderId, to: 'Cancelled', by, actorId, reason, now, payout } as const),
      wasRead: true,
      refund: read.order.purchaseId && given.ok ? given.amount : undefined,
      only: sql`${mayCancel} AND ${unlessPaid ? sql`o.paid = 0` : sql`true`}
        AND ${historyLength(sql`o.id`)} = ${read.events} AND ${othersUnchanged(read)}`,
    });
    const queries = [
      findSessionUser(db, owner.tokenHash, owner.now),
      db.write
        .select({ status: orders.status, paid: orders.paid, done: sql<number>`${done}` })
        .from(orders)
        .where(eq(orders.id, orderId)),
    ] as const;
    const results = await db.write.batch([
      eventsSince(db, orderId, by === 'operator' ? seen : undefined),
      ...statements,
      ...(given.ok ? takeBackCode(db, read, given, { refundId: null, now, done }) : []),
      ...(delivery
        ? giveBackFirstDelivery(db, read, { refundReason: 'cancelled', reason: printed, payout, now }, done)
        : []),
      ...issueCreditNoteOf(db, orderId, creditNote, done, now),
      ...queries,
    ]);
    const [[person], [order]] = lastResults(results, queries);
    if (!person) return signedOut();
    if (!order) return orderNotFound();
    if (results[0].length) return changedOrder(order.status, seen, results[0]);
    if (order.done || order.status === 'Cancelled')
      return { ok: true, outcome: 'cancelled', refund: order.paid };
    if (unlessPaid && order.paid) return { ok: true, outcome: 'paid', refund: false };
    if (!unshipped.includes(order.status)) return cancelRefusals.tooLate();
    if (attempt === maxTries)
      throw new DatabaseUnavailable('other changes of the order kept overtaking this one');
  }
}
