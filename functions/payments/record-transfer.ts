/**
 * Bank transfers of buyers, as operators find them on the shop's account (docs/behaviour.md, "Bank transfer"). The order is
 * placed when its whole amount has come. What is too much, late, or of an order whose pieces are gone goes back by hand.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { bankTransfers, orderEvents, orders, payments, refunds } from '#db/schema/index.ts';
import { isTransferred } from '#domain/payments/payment-methods.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import type { Owner } from '../lib/owner.ts';
import { factorMissing, notFound, notOperator, type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { changeOrder } from '../orders/change.ts';
import { newDays, placeOfOrder } from '../orders/confirmation.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderChanged,
  orderNotFound,
} from '../orders/history.ts';
import { canTakeStock } from '../orders/holds.ts';
import { type OrderContext, refusalOf } from '../orders/operator.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { giveBackCode, soldOut } from './confirm.ts';

/** Why a transfer is not recorded. */
export const transferRefusals = {
  signedOut,
  notOperator,
  factorMissing,
  notFound,
  changed: orderChanged,
  otherMethod: refusal(409, 'not_by_transfer', 'This order is not paid by bank transfer. Nothing was done.'),
  recorded: refusal(409, 'recorded', 'A transfer with this UTR is recorded already. Nothing was done.'),
};

/** @property utr the bank's number of the transfer @property seen number of rows of the history that the operator had read */
export type TransferRequest = { orderId: string; seen: number; utr: string; amount: Paise };

/** What a recorded transfer did. `part`: the order waits for the rest. `back`: the whole of it goes back. */
type Recorded = {
  ok: true;
  outcome: 'paid' | 'part' | 'sold_out' | 'back';
  left: Paise;
  excess: Paise;
  seen: number;
};

/** @param proven the condition that the operator's password, which was checked, is still theirs */
export async function recordTransfer(
  { db, now }: OrderContext,
  owner: Owner,
  { orderId, seen, utr, amount }: TransferRequest,
  proven: SQL,
): Promise<Recorded | Refusal> {
  const [order] = await db.read
    .select({
      status: orders.status,
      method: orders.paymentMethod,
      total: orders.total,
      received: receivedOf(sql`orders.id`),
      ...placeOfOrder,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return orderNotFound();
  if (!isTransferred(order.method)) return transferRefusals.otherMethod();
  const isWaiting = order.status === 'Payment Pending';
  const left = Math.max(0, order.total - order.received - amount);
  const excess = isWaiting ? Math.max(0, order.received + amount - order.total) : amount;
  const isWhole = isWaiting && !left;

  const id = crypto.randomUUID();
  const actorId = sessionUserId(owner.tokenHash, owner.now);
  const isStored = sql`EXISTS (SELECT 1 FROM ${bankTransfers} WHERE id = ${id})`;
  const common = { orderId, actorId, now } as const;
  const only = sql`${isStored} AND o.status = 'Payment Pending' AND ${isWhole ? 1 : 0}`;
  const days = newDays(order, now);
  const placing = changeOrder(db, {
    ...common,
    to: 'Order Placed',
    by: 'provider',
    also: days
      ? sql`paid = 1, promised_from = ${days.promisedFrom}, promised_to = ${days.promisedTo}`
      : sql`paid = 1`,
    only: sql`${only} AND ${canTakeStock(sql`o`)}`,
  });
  const ending = changeOrder(db, {
    ...common,
    to: 'Cancelled',
    by: 'shop',
    reason: soldOut,
    also: sql`paid = 1`,
    only: sql`${only} AND NOT ${canTakeStock(sql`o`)}`,
  });
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({
        status: orders.status,
        isStored: sql<number>`${isStored}`,
        isKnown: sql<number>`EXISTS (SELECT 1 FROM ${bankTransfers} WHERE utr = ${utr})`,
        isPlaced: sql<number>`${placing.done}`,
        isSoldOut: sql<number>`${ending.done}`,
        seen: historyLength(orderId),
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${bankTransfers} (id, utr, order_id, amount, at, recorded_by)
      SELECT ${id}, ${utr}, id, ${amount}, ${now}, ${actorId} FROM ${orders}
      WHERE id = ${orderId} AND status = ${order.status} AND ${receivedOf(sql`orders.id`)} = ${order.received}
        AND ${isOperator(owner)} AND ${proven} AND ${isUnchangedSince(orderId, seen)} ON CONFLICT DO NOTHING`),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, ${orderId}, ${now}, 'operator', ${actorId}, 'note',
        ${noteOf({ amount, utr, left: isWaiting ? left : 0, excess })}, 1 WHERE ${isStored}`),
    ...placing.statements,
    ...ending.statements,
    giveBackCode(db, orderId, ending.done),
    db.write.run(sql`
      UPDATE ${payments} SET provider_id = ${utr}, next_ask_at = NULL
      WHERE order_id = ${orderId} AND (${placing.done} OR ${ending.done})`),
    ...removeOrderedLines(db, orderId, placing.done),
    ...(excess ? sendBack(db, { orderId, amount: excess, isWaiting, utr, now }, isStored) : []),
    ...queries,
  ]);
  const [[person], [after]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!after) return orderNotFound();
  if (!after.isStored && after.isKnown) return transferRefusals.recorded();
  if (!after.isStored) return changedOrder(after.status, seen, results[0]);
  const outcome = after.isPlaced ? 'paid' : after.isSoldOut ? 'sold_out' : isWaiting ? 'part' : 'back';
  return { ok: true, outcome, left, excess, seen: after.seen };
}

/** What the operator reads. */
export function recordedMessage({ outcome, left, excess }: Recorded): string {
  const rest = excess && outcome === 'paid' ? ` ${formatPrice(excess)} too much waits under Refunds.` : '';
  switch (outcome) {
    case 'paid':
      return `The order is paid, and placed.${rest}`;
    case 'part':
      return `Recorded. ${formatPrice(left)} is missing: the order waits for it.`;
    case 'sold_out':
      return 'The last pieces were sold meanwhile: the order is cancelled, and its refund waits under Refunds.';
    case 'back':
      return `The order does not wait for it: ${formatPrice(excess)} waits under Refunds to be sent back.`;
  }
}

/** Column: what has come for an order by bank transfer, paise. @param order its id, also a column */
export const receivedOf = (order: string | SQL) =>
  sql<Paise>`(SELECT coalesce(sum(amount), 0) FROM ${bankTransfers} WHERE order_id = ${order})`;

/** What shopper and operators read in the history. */
function noteOf({
  amount,
  utr,
  left,
  excess,
}: {
  amount: Paise;
  utr: string;
  left: Paise;
  excess: Paise;
}): string {
  const came = `${formatPrice(amount)} has come by bank transfer (UTR ${utr}).`;
  if (left) return `${came} ${formatPrice(left)} is missing.`;
  return excess ? `${came} ${formatPrice(excess)} of it goes back.` : came;
}

/** A due refund of what the order does not need. */
function sendBack(
  db: OrderContext['db'],
  {
    orderId,
    amount,
    isWaiting,
    utr,
    now,
  }: { orderId: string; amount: Paise; isWaiting: boolean; utr: string; now: number },
  when: SQL,
) {
  const detail = `${formatPrice(amount)} of the bank transfer ${utr} must be sent back.`;
  return [
    db.write.run(sql`
      INSERT INTO ${refunds} (id, order_id, amount, reason, status, created_at)
      SELECT ${crypto.randomUUID()}, ${orderId}, ${amount}, ${isWaiting ? 'mismatch' : 'late_payment'}, 'due', ${now}
      WHERE ${when}`),
    ...raiseFlag(db, { kind: 'late_payment', about: `transfer:${utr}`, detail, now, when }),
  ];
}
