/** Cash on delivery that came home: as an operator says it, or as a courier's file of remittances does. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { isPaidOnDelivery, orderEvents, orders, remittances, remittanceTransfers } from '#db/schema/index.ts';
import { collectable } from '#domain/orders/moves.ts';
import { type Charges, sumOfCharges } from '#domain/shipping/remittance-file.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Owner } from '../lib/owner.ts';
import { factorMissing, notFound, notOperator, type RefusalIn, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderChanged,
  orderNotFound,
} from './history.ts';
import { type OrderContext, refusalOf } from './operator.ts';

/**
 * Marks a cash-on-delivery order as paid. A second call changes nothing.
 * @param allowed a condition on the order's row; part of it is that the operator has proven who they are, since what was
 *   recorded as cash can be sent back
 * @param eventId of the row of the history
 */
export function collectCash(
  { db, now }: OrderContext,
  owner: Owner,
  orderId: string,
  allowed: SQL,
  eventId = crypto.randomUUID(),
) {
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, id, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)}, 'payment', 'Cash was collected.', 1
      FROM ${orders} WHERE id = ${orderId} AND paid = 0 AND ${owesCash} AND ${isOperator(owner)} AND ${allowed}`),
    db.write.run(sql`
      UPDATE ${orders} SET paid = 1
      WHERE id = ${orderId} AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`),
  ];
}

/** Condition on an order: cash of it can come in. */
const owesCash = sql`${isPaidOnDelivery} AND ${inArray(orders.status, [...collectable])}`;

/**
 * @property amount that the buyer has paid @property charges what the courier has kept of it; the rest was transferred
 * @property accepted the amount may be another one than is due
 */
export type Remittance = {
  amount: Paise;
  charges: Charges;
  day: string | null;
  utr: string;
  accepted: boolean;
};

/** @property seen number of rows of the order's history that the operator had read */
export type CashRequest = { orderId: string; seen: number; remittance?: Remittance };

/** Why no cash is recorded. */
const cashRefusals = {
  signedOut,
  notOperator,
  factorMissing,
  notFound,
  changed: orderChanged,
  noCash: refusal(409, 'no_cash', () => ({
    message: 'No cash is expected of this order. Nothing was done.',
  })),
  recorded: refusal(409, 'recorded', () => ({ message: 'This is recorded already. Nothing was done.' })),
  /** The courier's amount is not what is due, and the operator has not ticked it. */
  differs: refusal(409, 'differs', (due: Paise) => ({
    message: `${formatPrice(due)} is due of this order. Nothing was done.`,
  })),
};

export type CashResult =
  | { ok: true; status: typeof orders.$inferSelect.status; seen: number }
  | RefusalIn<typeof cashRefusals>;

/** What was remitted of an order, paise. */
const remitted = (orderId: string) =>
  sql<number>`(SELECT coalesce(sum(amount), 0) FROM ${remittances} WHERE order_id = ${orderId})`;

/**
 * Records that the cash of an order was collected, with the remittance that says so. A remittance of an order whose cash was
 * recorded before is added to it, with a note.
 * @param proven the condition that the operator's password, which was checked, is still theirs
 */
export async function recordCash(
  context: OrderContext,
  owner: Owner,
  { orderId, seen, remittance }: CashRequest,
  proven: SQL,
): Promise<CashResult> {
  const { db } = context;
  const rowId = crypto.randomUUID();
  const isAdded = remittance
    ? sql<number>`EXISTS (SELECT 1 FROM ${remittances} WHERE id = ${rowId})`
    : sql<number>`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${rowId})`;
  const allowed = sql`${proven} AND ${isUnchangedSince(orderId, seen)}`;
  const utr = remittance?.utr ?? '';
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({
        status: orders.status,
        owes: sql<number>`${owesCash}`,
        due: sql<number>`${orders.total} - ${remitted(orderId)}`,
        seen: historyLength(orderId),
        isKnown: sql<number>`EXISTS (SELECT 1 FROM ${remittances} WHERE order_id = ${orderId} AND utr = ${utr})`,
        isAdded,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    ...(remittance ? addRemittance(context, owner, { orderId, rowId, remittance }, allowed) : []),
    ...collectCash(context, owner, orderId, remittance ? isAdded : allowed, rowId),
    ...queries,
  ]);
  const [[person], [order]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!order) return orderNotFound();
  const { status } = order;
  if (order.isAdded) return { ok: true, status, seen: order.seen };
  if (remittance && order.isKnown) return cashRefusals.recorded();
  if (results[0].length) return changedOrder(status, seen, results[0]);
  if (!order.owes) return cashRefusals.noCash();
  return remittance ? cashRefusals.differs(order.due) : cashRefusals.recorded();
}

/** Stores a remittance, and a note where the order is paid already or the amount is not what is due. */
function addRemittance(
  { db, now }: OrderContext,
  owner: Owner,
  { orderId, rowId, remittance }: { orderId: string; rowId: string; remittance: Remittance },
  allowed: SQL,
) {
  const { amount, charges, day, utr, accepted } = remittance;
  const kept = sumOfCharges(charges);
  const operatorId = sessionUserId(owner.tokenHash, owner.now);
  const due = sql`total - ${remitted(orderId)}`;
  const note = `The courier has transferred ${formatPrice(amount - kept)}${kept ? ` of ${formatPrice(amount)}, after charges of ${formatPrice(kept)}` : ''}${utr && `, UTR ${utr}`}`;
  const isStored = sql`EXISTS (SELECT 1 FROM ${remittances} WHERE id = ${rowId})`;
  // The row is stored by now, so that `due` is without it.
  const left = sql`${due} + ${amount}`;
  return [
    db.write.run(sql`
      INSERT INTO ${remittances} (id, order_id, tracking_id, courier, amount, cod_fee, freight, charge_tax, other_charges, day, utr, at, confirmed_by)
      SELECT ${rowId}, id, tracking_id, courier, ${amount}, ${charges.codFee}, ${charges.freight}, ${charges.chargeTax},
        ${charges.otherCharges}, ${day}, ${utr}, ${now}, ${operatorId}
      FROM ${orders} WHERE id = ${orderId} AND ${owesCash} AND ${isOperator(owner)} AND ${allowed}
        AND (${due} = ${amount} OR ${accepted ? 1 : 0}) ON CONFLICT DO NOTHING`),
    db.write.run(sql`
      INSERT INTO ${remittanceTransfers} (utr, courier, at)
      SELECT ${utr}, courier, ${now} FROM ${orders} WHERE id = ${orderId} AND ${utr} <> '' AND ${isStored} ON CONFLICT DO NOTHING`),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, id, ${now}, 'operator', ${operatorId}, 'note',
        ${note} || iif(${left} = ${amount}, '.', printf('. ₹%.2f was due.', max(${left}, 0) / 100.0)), 0
      FROM ${orders} WHERE id = ${orderId} AND ${isStored}
        AND (paid = 1 OR ${left} <> ${amount})`),
  ];
}
