/** Changes of orders by operators: status, shipping, returns (docs/behaviour.md, "States and moves"). */
import type { SQL } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import { correctable, moveOf } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import {
  faultOfUndelivered,
  type UndeliveredReason,
  undeliveredReasons,
} from '#domain/orders/undelivered.ts';
import { needsEwayBill } from '#domain/shipping/eway-bill.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type CashProof, proveCash } from '../accounts/prove-operator.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { issuesInvoices, makeInvoice, readForInvoice } from '../documents/issue.ts';
import type { Call } from '../lib/call.ts';
import {
  factorMissing,
  notFound,
  notOperator,
  type Refusal,
  refusal,
  refuses,
  signedOut,
} from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';
import { cashEvent, owesCash } from './cash.ts';
import { type Change, type Changed, changeOrder, type OrderRead, type OrderVersion } from './change-order.ts';
import { type Effect, update } from './effects.ts';
import { prepareGivingBack } from './give-back.ts';
import { orderChanged, orderNotFound } from './history.ts';
import { effectsOfMove, type Move } from './move-effects.ts';
import { type OrderCall, refusalOf } from './operator.ts';
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

/** @property undoUntil UTC ms; null if this call moved nothing, or what cannot be undone */
export type Moved = Changed & { undoUntil: number | null };

/**
 * @property undelivered why the courier could not deliver a parcel that is returned; operators alone see it
 * @property collected the courier has the cash: marks a cash-on-delivery order as paid, with status Out for Delivery
 *   or Delivered. It is the condition that the operator's password, which was checked, is still theirs
 * @property mustMove refuses an order that has the status already, and collects no cash of it
 */
export type MoveRequest = OrderVersion & {
  to: OrderStatus;
  reason?: string | null;
  restock?: boolean;
  undelivered?: UndeliveredReason | undefined;
  collected?: SQL | undefined;
  mustMove?: boolean;
};

export type TrackingRequest = OrderVersion & { trackingId: string; courierPartner: string };

/** Moves an order to another status. Cash may be marked as collected with the move, or without a new status. */
export function moveOrder(call: OrderCall, request: MoveRequest): Promise<Moved | Refusal> {
  const { db, undoTime, now } = call;
  const { orderId, to, reason = null, collected, mustMove } = request;
  if (to === 'Returned') return returnOrder(call, request);
  const caller = { owner: call.owner, as: 'operator', proven: collected } as const;
  const reads = [readForInvoice(db, orderId)] as const;
  return changeOrder<Moved, typeof reads>(call, caller, request, reads, (read, lines) => {
    const { order, events } = read;
    const cash = collected && owesCash({ ...order, status: to });
    if (order.status === to && !mustMove)
      return cash
        ? {
            event: cashEvent,
            effects: [update(orders, orderId, { paid: true })],
            result: (seen) => ({ ok: true, status: to, seen, undoUntil: null }),
          }
        : { ok: true, status: to, seen: events, undoUntil: null };
    if (!moveOf(order.status, to, 'operator')) return moveRefusals.notOpen(order.status);
    const move = { to, reason, emailAt: now + undoTime, ...(cash && { set: { paid: true } }) };
    const isInvoiced = to === 'Packing' && isInvoicedWhenPacked(order);
    return moveTo(read, move, now, now + undoTime, [
      ...(isInvoiced ? invoiceEffects(read, lines, now) : []),
      ...(cash ? [{ effect: 'event', event: cashEvent } as const] : []),
    ]);
  });
}

/** The change that moves an order. @param undoUntil UTC ms */
const moveTo = (
  read: OrderRead,
  move: Move,
  now: number,
  undoUntil: number | null,
  more: readonly Effect[],
): Change<Moved> => ({
  event: { kind: 'status', to: move.to, text: move.reason ?? null },
  effects: [...effectsOfMove(read, move, now), ...more],
  result: (seen) => ({ ok: true, status: move.to, seen, undoUntil }),
});

/** The invoice of an order that has none. A shop that is not registered for GST issues none. */
const invoiceEffects = (
  { order, isInvoiced }: OrderRead,
  lines: Parameters<typeof makeInvoice>[1],
  now: number,
): Effect[] =>
  isInvoiced || !issuesInvoices
    ? []
    : [{ effect: 'document', document: 'invoice', data: makeInvoice(order, lines, now) }];

const needsBill = ({ total, address }: OrderRow): boolean =>
  needsEwayBill(tax, { total, state: address.state });

/** An e-way bill names the invoice, so that a parcel that needs one has its invoice before it leaves. */
const isInvoicedWhenPacked = (order: OrderRow): boolean =>
  store.invoices.issueAt === 'packing' || needsBill(order);

/** Moves an order to Returned, which gives back all that is left of it. */
function returnOrder(
  { db, undoTime, now, owner }: OrderCall,
  request: MoveRequest,
): Promise<Moved | Refusal> {
  const { orderId, reason = null, restock = false, undelivered, mustMove } = request;
  const reads = readPurchase(db, orderId);
  return changeOrder<Moved, typeof reads>(
    { db, now },
    { owner, as: 'operator' },
    request,
    reads,
    (read, ...rows) => {
      const { status } = read.order;
      const purchase = orderOfPurchase(orderId, rows);
      if (!purchase) return orderNotFound();
      if (status === 'Returned' && !mustMove) return { ok: true, status, seen: read.events, undoUntil: null };
      if (!moveOf(status, 'Returned', 'operator') || (undelivered && status === 'Delivered'))
        return moveRefusals.notOpen(status);
      const giving = prepareGivingBack(
        purchase,
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
      const emailAt = now + undoTime;
      const move = { to: 'Returned', reason, undelivered: Boolean(undelivered), emailAt } as const;
      return {
        ...moveTo(read, move, now, null, [
          ...(giving.ok ? giving.effects() : []),
          ...(undelivered ? [noteUndelivered(undelivered)] : []),
        ]),
        when: othersUnchanged(purchase),
      };
    },
  );
}

/** Why a parcel came back undelivered, for operators. */
const noteUndelivered = (reason: UndeliveredReason): Effect => ({
  effect: 'event',
  event: { kind: 'note', isHidden: true, text: `Not delivered: ${undeliveredReasons[reason]}` },
});

/**
 * Attaches a tracking number: ships an order that is placed or packing, with its invoice, or corrects the number of a
 * shipped one.
 */
export function attachTracking(call: OrderCall, request: TrackingRequest): Promise<Moved | Refusal> {
  const { db, undoTime, now } = call;
  const { orderId, trackingId, courierPartner: courier } = request;
  const reads = [readForInvoice(db, orderId)] as const;
  const caller = { owner: call.owner, as: 'operator' } as const;
  return changeOrder<Moved, typeof reads>(call, caller, request, reads, (read, lines) => {
    const { order, events } = read;
    const { status } = order;
    const set = { trackingId, courier };
    if (correctable.includes(status)) {
      if (order.trackingId === trackingId && order.courier === courier)
        return { ok: true, status, seen: events, undoUntil: null };
      return {
        event: { kind: 'tracking', text: `${courier}: ${trackingId}` },
        effects: [update(orders, orderId, set)],
        result: (seen) => ({ ok: true, status, seen, undoUntil: null }),
      };
    }
    if (!moveOf(status, 'Shipped', 'operator')) return moveRefusals.notOpen(status);
    if (needsBill(order) && !order.ewayBill) return moveRefusals.noEwayBill(order.total);
    const move = { to: 'Shipped', set, emailAt: now + undoTime } as const;
    return moveTo(read, move, now, now + undoTime, invoiceEffects(read, lines, now));
  });
}
refuses(attachTracking, moveRefusals);

/** What the request of an operator says of a move. @property collected asks for the password */
type AskedMove = Omit<MoveRequest, 'collected' | 'to'> & { status: OrderStatus } & CashProof;

/** Moves an order as an operator asks, whose password is checked where cash is recorded. @throws Refusal as {@link proveCash} */
export async function moveAsOperator(
  call: OrderCall & Pick<Call, 'limits'>,
  { status: to, reason, password, collected: asked, ...rest }: AskedMove,
): Promise<Moved | Refusal> {
  const { db, owner } = call;
  const [person] = asked ? await findSessionUser(db, owner.tokenHash, owner.now) : [];
  const refused = asked && refusalOf(person);
  if (refused) return refused;
  const collected = await proveCash(call, { collected: asked, password });
  return moveOrder(call, { ...rest, collected, to, reason: reason ?? null });
}
refuses(moveAsOperator, moveRefusals, sessionCode);
