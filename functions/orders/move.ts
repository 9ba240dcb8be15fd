/** Changes of orders by operators: status, shipping, returns (docs/behaviour.md, "States and moves"). */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import { correctable, moveOf } from '#domain/orders/moves.ts';
import { type OrderStatus, unshipped } from '#domain/orders/order.ts';
import {
  faultOfUndelivered,
  type UndeliveredReason,
  undeliveredReasons,
} from '#domain/orders/undelivered.ts';
import { needsEwayBill } from '#domain/shipping/eway-bill.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { issueInvoice, prepareInvoice, readForInvoice, wasChangedMeanwhile } from '../documents/issue.ts';
import type { Owner } from '../lib/owner.ts';
import { factorMissing, notFound, notOperator, type RefusalIn, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';
import { collectCash } from './cash.ts';
import { changeOrder } from './change.ts';
import { prepareGivingBack } from './give-back.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderChanged,
  orderNotFound,
} from './history.ts';
import { type OrderContext as Context, refusalOf } from './operator.ts';
import { orderOfPurchase, othersUnchanged, readPurchase } from './purchase.ts';

/** Why an operator's move of an order is refused. */
export const moveRefusals = {
  signedOut,
  notOperator,
  factorMissing,
  notFound,
  changed: orderChanged,
  /** Its status does not allow the move. */
  notOpen: refusal(409, 'not_open', (status: OrderStatus) => ({
    message: `This cannot be done with an order that is ${status}.`,
    status,
  })),
  /** It would leave without the e-way bill that it needs. */
  noEwayBill: refusal(409, 'no_eway_bill', (total: Paise) => ({
    message: `This parcel is worth ${formatPrice(total)}, so it needs an e-way bill (CGST Rules, rule 138). Pack it, make the e-way bill with its invoice, and enter the number at the order.`,
  })),
};

export type MoveResult =
  /**
   * @property seen rows of the order's history by now
   * @property undoUntil UTC ms; null if this call moved nothing, or what cannot be undone
   */
  { ok: true; status: OrderStatus; seen: number; undoUntil: number | null } | RefusalIn<typeof moveRefusals>;

/**
 * @property undelivered why the courier could not deliver a parcel that is returned; operators alone see it
 * @property collected the courier has the cash: marks a cash-on-delivery order as paid, with status Out for Delivery
 *   or Delivered. It is the condition that the operator's password, which was checked, is still theirs
 * @property seen number of rows of the order's history that the operator had read; undefined for no check
 */
export type MoveRequest = {
  orderId: string;
  to: OrderStatus;
  reason?: string | null;
  restock?: boolean;
  undelivered?: UndeliveredReason | undefined;
  collected?: SQL | undefined;
  seen?: number | undefined;
  /** Refuses an order that has the status already, and collects no cash of it. */
  mustMove?: boolean;
};

export type TrackingRequest = {
  orderId: string;
  trackingId: string;
  courierPartner: string;
  seen?: number | undefined;
};

/** Moves an order to another status. Cash may be marked as collected with the move, or without a new status. */
export function moveOrder(context: Context, owner: Owner, move: MoveRequest): Promise<MoveResult> {
  const { collected, restock: _restock, undelivered: _undelivered, ...change } = move;
  if (change.to === 'Returned') return returnOrder(context, owner, move);
  if (change.to === 'Packing')
    return withInvoice(context, owner, move.orderId, (issue, order) =>
      changeAsOperator(context, owner, change, (_, done) => (isInvoicedWhenPacked(order) ? issue(done) : [])),
    );
  return changeAsOperator(context, owner, change, (unchanged, done) =>
    collected
      ? collectCash(
          context,
          owner,
          move.orderId,
          sql`status = ${move.to} AND ${collected} AND ${move.mustMove ? done : unchanged}`,
        )
      : [],
  );
}

const needsBill = ({ total, address }: OrderRow): boolean =>
  needsEwayBill(tax, { total, state: address.state });

/** An e-way bill names the invoice, so that a parcel that needs one has its invoice before it leaves. */
const isInvoicedWhenPacked = (order: OrderRow): boolean =>
  store.invoices.issueAt === 'packing' || needsBill(order);

/** Moves an order to Returned, which gives back all that is left of it. */
async function returnOrder(
  context: Context,
  owner: Owner,
  { orderId, reason = null, restock = false, undelivered, seen }: MoveRequest,
): Promise<MoveResult> {
  const { db, now } = context;
  for (let attempt = 1; ; attempt += 1) {
    const [[person], ...rows] = await db.read.batch([
      findSessionUser(db, owner.tokenHash, owner.now),
      ...readPurchase(db, orderId),
    ]);
    const refused = refusalOf(person);
    if (refused) return refused;
    const read = orderOfPurchase(orderId, rows);
    if (!read) return orderNotFound();
    const { order, events } = read;
    if (undelivered && order.status === 'Delivered') return moveRefusals.notOpen(order.status);
    const giving = prepareGivingBack(
      db,
      read,
      { everything: true, fault: faultOfUndelivered(undelivered) },
      () => ({ kind: 'returned', restock }),
      {
        refundReason: 'returned',
        reason: reason ?? '',
        now,
        detail: undelivered
          ? 'The parcel came back undelivered after it had been paid.'
          : 'The order was returned after it had been paid.',
      },
    );
    const change = {
      ...({ orderId, to: 'Returned', reason, seen, events } as const),
      only: othersUnchanged(read),
      undelivered: Boolean(undelivered),
    };
    const result = await changeAsOperator(context, owner, change, (_, done) => [
      ...(giving.ok ? giving.statements(done) : []),
      ...(undelivered ? [noteUndelivered(context, owner, orderId, undelivered, done)] : []),
    ]);
    const changedMeanwhile =
      !result.ok && result.code === 'not_open' && moveOf(result.extra.status, 'Returned', 'operator');
    if (!changedMeanwhile) return result;
    if (attempt === maxTries) return orderChanged(result.extra.status, events, []);
  }
}

/** Why a parcel came back undelivered, for operators. */
const noteUndelivered = (
  { db, now }: Context,
  owner: Owner,
  orderId: string,
  reason: UndeliveredReason,
  done: SQL,
) =>
  db.write.run(sql`
    INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
    SELECT ${crypto.randomUUID()}, ${orderId}, ${now}, 'operator', ${operatorId(owner)}, 'note',
           ${`Not delivered: ${undeliveredReasons[reason]}`}, 0 WHERE ${done}`);

/** Tries of packing, handing over or returning a parcel whose order changes at the same time. */
const maxTries = 8;

/**
 * Attaches a tracking number: ships an order that is placed or packing, with its invoice, or corrects the number of a
 * shipped one.
 */
export function attachTracking(
  context: Context,
  owner: Owner,
  tracking: TrackingRequest,
): Promise<MoveResult> {
  const { orderId, trackingId, courierPartner, seen } = tracking;
  const number = sql`tracking_id = ${trackingId}, courier = ${courierPartner}`;
  const change = { orderId, to: 'Shipped' as const, also: number, seen };
  return withInvoice(context, owner, orderId, async (issue, order) => {
    if (unshipped.includes(order.status) && needsBill(order) && !order.ewayBill)
      return moveRefusals.noEwayBill(order.total);
    return changeAsOperator(context, owner, change, (unchanged, done) => [
      ...issue(done),
      ...correctTracking(context, owner, tracking, unchanged),
    ]);
  });
}

/**
 * Runs a move that issues the order's invoice, again when the order has changed since it was read.
 * @param move gets the statements that issue it, for the condition that the move has happened, and the order as it was read
 */
async function withInvoice(
  { db, now }: Context,
  owner: Owner,
  orderId: string,
  move: (issue: (done: SQL) => readonly Statement[], order: OrderRow) => Promise<MoveResult>,
): Promise<MoveResult> {
  for (let attempt = 1; ; attempt += 1) {
    const [[person], [order], lines] = await db.read.batch([
      findSessionUser(db, owner.tokenHash, owner.now),
      ...readForInvoice(db, orderId),
    ]);
    const refused = refusalOf(person);
    if (refused) return refused;
    if (!order) return orderNotFound();
    const invoice = prepareInvoice(order, lines, now);
    try {
      return await move((done) => issueInvoice(db, orderId, invoice, done, now), order.order);
    } catch (error) {
      if (!wasChangedMeanwhile(error) || attempt === maxTries) throw error;
    }
  }
}

/** Replaces the tracking number or courier of a shipped order. */
function correctTracking({ db, now }: Context, owner: Owner, tracking: TrackingRequest, unchanged: SQL) {
  const { orderId, trackingId, courierPartner } = tracking;
  const eventId = crypto.randomUUID();
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, id, ${now}, 'operator', ${operatorId(owner)}, 'tracking', ${`${courierPartner}: ${trackingId}`}, 1
      FROM ${orders} WHERE id = ${orderId} AND ${inArray(orders.status, [...correctable])}
      AND (tracking_id IS NOT ${trackingId} OR courier IS NOT ${courierPartner})
      AND ${isOperator(owner)} AND ${unchanged}`),
    db.write.run(sql`
      UPDATE ${orders} SET tracking_id = ${trackingId}, courier = ${courierPartner}
      WHERE id = ${orderId} AND EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`),
  ];
}

const operatorId = ({ tokenHash, now }: Owner) => sessionUserId(tokenHash, now);

type Statement = ReturnType<typeof changeOrder>['statements'][number];
/** @property events number of rows of the order's history when it was read: if there are more, nothing is changed */
type OperatorChange = Pick<
  Parameters<typeof changeOrder>[1],
  'orderId' | 'to' | 'reason' | 'undelivered' | 'also' | 'only'
> & { seen?: number | undefined; events?: number; mustMove?: boolean };

/**
 * Runs one batch: the status change, the extra statements, then reads the operator and the order's new status.
 * @param extra gets two conditions: the order has not changed since the operator read it, except by this call; and this
 *   call has moved it
 */
async function changeAsOperator(
  { db, undoTime, now }: Context,
  owner: Owner,
  { seen, events, mustMove = false, ...change }: OperatorChange,
  extra: (unchanged: SQL, done: SQL) => readonly Statement[],
): Promise<MoveResult> {
  const { orderId } = change;
  const isUnchanged = isUnchangedSince(orderId, seen);
  const statusChange = changeOrder(db, {
    ...change,
    by: 'operator',
    actorId: operatorId(owner),
    only: sql`${change.only ?? sql`true`} AND ${isOperator(owner)} AND ${isUnchanged} AND ${isUnchangedSince(orderId, events)}`,
    now,
    emailAt: now + undoTime,
  });
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({
        status: orders.status,
        seen: historyLength(orderId),
        moved: sql<number>`${statusChange.done}`,
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    ...statusChange.statements,
    ...extra(sql`(${statusChange.done} OR ${isUnchanged})`, statusChange.done),
    ...queries,
  ]);
  const [[person], [order]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!order) return orderNotFound();
  const { status, seen: rows, moved } = order;
  if (results[0].length) return changedOrder(status, seen, results[0]);
  // An order whose tracking number was corrected may be out for delivery already.
  const succeeded = status === change.to || (change.also !== undefined && correctable.includes(status));
  if (!succeeded || (mustMove && !moved)) return moveRefusals.notOpen(status);
  const isUndoable = moved && change.to !== 'Returned';
  return { ok: true, status, seen: rows, undoUntil: isUndoable ? now + undoTime : null };
}
