/**
 * Cancels an order that has to be read with its purchase first, before the parcel is handed over (docs/behaviour.md,
 * "Cancelling"): one with an invoice gets a credit note of all of it, and for an exchange the condition of the purchase's code is
 * asked again, in the batch of the move.
 */
import { eq, sql } from 'drizzle-orm';
import { DatabaseUnavailable, type Db, lastResults } from '#db/client.ts';
import { orders, returnLines, returns } from '#db/schema/index.ts';
import { unshipped } from '#domain/orders/order.ts';
import { reduce } from '#domain/orders/reductions.ts';
import { type Fault, faultOf, returnReasons } from '#domain/returns/return.ts';
import { keysOf } from '#lib/keys.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import type { RequestContext } from '../payments/context.ts';
import { type Cancelled, type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { changeOrder } from './change.ts';
import { creditNoteFor, giveBackFirstDelivery, issueCreditNoteOf, takeBackCode } from './give-back.ts';
import { changedOrder, eventsSince, historyLength, isUnchangedSince, orderNotFound } from './history.ts';
import { orderOfPurchase, othersUnchanged, readPurchase, remainderOfOrder } from './purchase.ts';

/** What the credit note says where no operator gives a reason. */
const plainReason = 'The order was cancelled before it was sent.';

/** Tries of cancelling an order that changes at the same time. */
const maxTries = 8;

const shopsReasons = keysOf(returnReasons).filter((reason) => faultOf(reason) === 'shop');

/** Statement: whether the return that an order replaces something of was at the shop's fault. */
export const replacesFaulty = (db: Db, orderId: string) =>
  db.read
    .select({
      fault: sql<number>`EXISTS (SELECT 1 FROM ${returns} AS asked JOIN ${returnLines} AS unit
    ON unit.return_id = asked.id WHERE asked.exchange_order_id = ${orderId} AND unit.exchange_for IS NOT NULL
    AND unit.reason IN ${shopsReasons})`,
    })
    .from(sql`(SELECT 1)`);

/** Whose fault it is that an exchange is not sent: an operator cancels what the shop cannot deliver. */
export const faultOfCancelling = (by: 'shopper' | 'operator', isFaulty: boolean): Fault =>
  by === 'operator' || isFaulty ? 'shop' : 'shopper';

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
      replacesFaulty(db, orderId),
      ...readPurchase(db, orderId),
    ]);
    const read = orderOfPurchase(orderId, rows);
    if (!read) return orderNotFound();
    const left = remainderOfOrder(read);
    const fault = faultOfCancelling(by, origin?.fault === 1);
    const everything = reduce(left, { everything: true, fault });
    const printed = (by === 'operator' && reason) || plainReason;
    const creditNote = everything.ok ? creditNoteFor(read, everything.reductions, printed, now) : undefined;
    const mayCancel =
      by === 'shopper'
        ? sql`o.user_id = ${actorId}`
        : sql`${isOperator(owner)} AND ${isUnchangedSince(orderId, seen)}`;
    const { statements, done } = changeOrder(db, {
      ...({ orderId, to: 'Cancelled', by, actorId, reason, now, payout } as const),
      wasRead: true,
      refund: read.order.purchaseId && everything.ok ? everything.amount : undefined,
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
      ...(everything.ok ? takeBackCode(db, read, everything, { refundId: null, now, done }) : []),
      ...(left.elsewhere.length
        ? []
        : giveBackFirstDelivery(db, read, { refundReason: 'cancelled', reason: printed, payout, now }, done)),
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
