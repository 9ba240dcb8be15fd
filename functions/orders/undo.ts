/**
 * Undoing an operator's move (docs/behaviour.md, "Undo", docs/decisions/26-undo.md). The order is read, and the batch
 * is written only if its history has not grown since: it begins with a row of the history, and everything else depends
 * on that row.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db, lastResults } from '#db/client.ts';
import {
  coupons,
  documents,
  isOpenRefund,
  orderEvents,
  orders,
  outbox,
  reductions,
  refunds,
} from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { type UndoableMove, undoableMove, undoId, undoReason } from '#domain/orders/undo.ts';
import type { Owner } from '../lib/owner.ts';
import { type RefusalIn, refusal } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { dropFlagEmail, resolveFlags } from '../outbox/flag.ts';
import { emailFor, moveCause } from './change.ts';
import { changedOrder, eventsSince, historyLength, orderNotFound } from './history.ts';
import type { moveRefusals } from './move.ts';
import { linesOfOrder, moveStock } from './move-stock.ts';
import { type OrderContext, refusalOf } from './operator.ts';

/** Why a move is not undone, besides `moveRefusals`. */
export const undoRefusals = {
  /** Nothing can be undone, or the email is on its way. */
  notUndoable: refusal(409, 'not_undoable', (status: OrderStatus) => ({
    message: `The order stays ${status}: its last step can no longer be undone.`,
    status,
  })),
  /** A cancelled order's products, or its code, were used by another order. */
  taken: refusal(409, 'taken', (status: OrderStatus) => ({
    message: `The order stays ${status}: another order has bought its products, or used its code, meanwhile.`,
    status,
  })),
};

export type UndoResult =
  /** @property status of the order again @property seen rows of the order's history by now */
  | { ok: true; status: OrderStatus; seen: number }
  | RefusalIn<typeof undoRefusals>
  | RefusalIn<typeof moveRefusals>;

/** @property seen number of rows of the order's history that the operator had read; undefined for no check */
export type UndoRequest = { orderId: string; seen?: number | undefined };

/** Undoes the last move of an order, with its email. */
export async function undoMove(
  { db, undoTime, now }: OrderContext,
  owner: Owner,
  { orderId, seen }: UndoRequest,
): Promise<UndoResult> {
  const [[person], [order], history, unseen] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now),
    db.read.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)),
    db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(sql`rowid`),
    eventsSince(db, orderId, seen),
  ]);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!order) return orderNotFound();
  const { status } = order;
  if (unseen.length) return changedOrder(status, seen, unseen);
  const move = undoableMove(history, undoTime, now);
  if (!move) return undoRefusals.notUndoable(status);
  const eventId = undoId(move.id, crypto.randomUUID());
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const after = [
    db.write
      .select({ status: orders.status, seen: historyLength(orderId), undone: sql<number>`${done}` })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  try {
    const results = await db.write.batch([
      addUndo(db, owner, { orderId, eventId, move, rows: history.length, now }),
      ...dropEmail(db, orderId, move, done),
      ...undoCash(db, owner, orderId, move, now, done),
      db.write.run(sql`
        UPDATE ${orders} SET status = ${move.from}, ask_at = NULL
        ${move.to === 'Shipped' ? sql`, tracking_id = NULL, courier = NULL` : sql``}
        WHERE id = ${orderId} AND ${done}`),
      ...(move.to === 'Cancelled' ? takeBack(db, orderId, move, now, done) : []),
      ...after,
    ]);
    const [[state]] = lastResults(results, after);
    if (!state) return orderNotFound();
    return state.undone
      ? { ok: true, status: state.status, seen: state.seen }
      : undoRefusals.notUndoable(state.status);
  } catch (error) {
    if (!brokenConstraint(error)) throw error;
    return undoRefusals.taken(status);
  }
}

/** Condition: something was credited, or the order is an exchange, so an order that is cancelled stays so. */
const staysCancelled = (orderId: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${documents} WHERE order_id = ${orderId} AND kind = 'credit_note')
    OR EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND purchase_id IS NOT NULL))`;

/** The email about the move. */
const causeOf = (orderId: string, { to }: UndoableMove): string | undefined => {
  const email = emailFor({ orderId, to, by: 'operator' });
  return email && moveCause(email);
};

/**
 * The row of the history. None if the order has changed since it was read, a run has claimed the email, the buyer's
 * account was deleted, or the order was cancelled with a credit note, which stays.
 */
function addUndo(
  db: Db,
  owner: Owner,
  undo: { orderId: string; eventId: string; move: UndoableMove; rows: number; now: number },
) {
  const { orderId, eventId, move, rows, now } = undo;
  const isClaimed = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${causeOf(orderId, move) ?? null} AND attempts > 0)`;
  const isCredited = move.to === 'Cancelled' ? staysCancelled(orderId) : sql`false`;
  return db.write.run(sql`
    INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, from_status, to_status, reason)
    SELECT ${eventId}, id, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)}, 'status',
           ${move.to}, ${move.from}, ${undoReason(move.to)}
    FROM ${orders} WHERE id = ${orderId} AND status = ${move.to} AND user_id IS NOT NULL AND ${isOperator(owner)} AND NOT ${isClaimed} AND NOT ${isCredited}
    AND ${historyLength(orderId)} = ${rows}`);
}

function dropEmail(db: Db, orderId: string, move: UndoableMove, done: SQL) {
  const cause = causeOf(orderId, move);
  return cause ? [db.write.run(sql`DELETE FROM ${outbox} WHERE cause = ${cause} AND ${done}`)] : [];
}

/** The cash that was collected with the move was not. */
function undoCash(db: Db, owner: Owner, orderId: string, { cashId }: UndoableMove, now: number, done: SQL) {
  if (!cashId) return [];
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${undoId(cashId, crypto.randomUUID())}, ${orderId}, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)},
             'correction', 'The cash was not collected.' WHERE ${done}`),
    db.write.run(sql`UPDATE ${orders} SET paid = 0 WHERE id = ${orderId} AND ${done}`),
  ];
}

/** Takes back what the cancelling gave back: stock, a code of an unpaid order, the due refund with its flag and email. */
function takeBack(db: Db, orderId: string, { at }: UndoableMove, now: number, done: SQL) {
  const nothingIsDue = sql`${done} AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE order_id = ${orderId} AND ${isOpenRefund})`;
  const parts = sql`(SELECT sum(part.amount) FROM ${reductions} AS part WHERE part.order_id = ${orderId} AND part.refund_id = ${refunds}.id)`;
  return [
    ...moveStock(db, 'take', linesOfOrder(orderId), now, done),
    db.write.run(sql`
    UPDATE ${coupons} SET uses = uses + 1
    WHERE code = (SELECT coupon_code FROM ${orders} WHERE id = ${orderId} AND paid = 0) AND ${done}`),
    // A refund of a part that the cancelling has raised waits for the next one again.
    db.write.run(sql`
    UPDATE ${refunds} SET amount = ${parts}, status = 'too_small'
    WHERE order_id = ${orderId} AND reason = 'cancelled' AND status = 'due' AND created_at = ${at} AND amount > ${parts} AND ${done}`),
    db.write.run(sql`
    DELETE FROM ${refunds}
    WHERE order_id = ${orderId} AND reason = 'cancelled' AND status IN ('due', 'too_small') AND created_at = ${at}
      AND ${parts} IS NULL AND ${done}`),
    dropFlagEmail(db, 'refund_due', orderId, nothingIsDue),
    resolveFlags(db, ['refund_due'], orderId, now, nothingIsDue),
  ];
}
