/**
 * Cancels an order that has its invoice before the parcel is handed over (docs/behaviour.md, "Cancelling"): a credit note of
 * the whole invoice is issued in the batch of the move.
 */
import { eq, sql } from 'drizzle-orm';
import { DatabaseUnavailable, lastResults } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { unshipped } from '#domain/orders/order.ts';
import { reduce } from '#domain/orders/reductions.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import type { RequestContext } from '../payments/context.ts';
import { type Cancelled, type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { changeOrder } from './change.ts';
import { creditNoteFor, issueCreditNoteOf, readForGivingBack, remainderOfOrder } from './give-back.ts';
import { changedOrder, eventsSince, historyLength, isUnchangedSince, orderNotFound } from './history.ts';

/** What the credit note says where no operator gives a reason. */
const plainReason = 'The order was cancelled before it was sent.';

/** Tries of cancelling an order that changes at the same time. */
const maxTries = 8;

/** @param by who cancels: the order's shopper, or an operator */
export async function cancelInvoiced(
  { db, now }: RequestContext,
  owner: Owner,
  { orderId, reason = null, unlessPaid = false, seen }: CancelRequest,
  by: 'shopper' | 'operator',
): Promise<Cancelled | Refusal> {
  const actorId = sessionUserId(owner.tokenHash, owner.now);
  for (let attempt = 1; ; attempt += 1) {
    const [[row], lines, given, [invoice]] = await db.read.batch(readForGivingBack(db, orderId));
    if (!row) return orderNotFound();
    const read = { ...row, lines, given, invoice };
    const everything = reduce(remainderOfOrder(read), { everything: true });
    const printed = (by === 'operator' && reason) || plainReason;
    const creditNote = everything.ok ? creditNoteFor(read, everything.reductions, printed, now) : undefined;
    const mayCancel =
      by === 'shopper'
        ? sql`o.user_id = ${actorId}`
        : sql`${isOperator(owner)} AND ${isUnchangedSince(orderId, seen)}`;
    const { statements, done } = changeOrder(db, {
      ...({ orderId, to: 'Cancelled', by, actorId, reason, now } as const),
      withCreditNote: true,
      only: sql`${mayCancel} AND ${unlessPaid ? sql`o.paid = 0` : sql`true`}
        AND ${historyLength(sql`o.id`)} = ${row.events}`,
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
