/** One order with all its details for the desk, and operators' notes on it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { disputes, isSale, orders, payments, users } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import { lastDayToReduceTax } from '#domain/documents/credit-note.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, isHandedOver, unshipped } from '#domain/orders/order.ts';
import { actionsFor } from '#domain/orders/order-rules.ts';
import type { KeptLine, Remainder } from '#domain/orders/reductions.ts';
import { type UndoableMove, undoableMove } from '#domain/orders/undo.ts';
import { needsEwayBill } from '#domain/shipping/eway-bill.ts';
import { dayOf, isoTime } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { toRupees, toRupeesOrNull } from '#lib/money.ts';
import type { OrderUrl } from '../guests/order-link.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { tax } from '../lib/tax.ts';
import { type Changed, changeOrder, type OrderVersion } from '../orders/change-order.ts';
import { askToConfirm } from '../orders/confirmation.ts';
import { historyOf, orderChanged, orderNotFound, serializeHistory } from '../orders/history.ts';
import { type OrderToReduce, orderOfPurchase, readPurchase, remainderOfOrder } from '../orders/purchase.ts';
import {
  cancelledOf,
  creditNotesOf,
  debitNotesOf,
  invoiceDayOf,
  invoiceTaxOf,
  selectRefunds,
  transferOf,
} from '../orders/queries.ts';
import { serializeOrder, serializeRefund } from '../orders/serialize.ts';
import { undeliveredBefore } from '../orders/undelivered.ts';

type Dispute = typeof disputes.$inferSelect;

/**
 * Reads an order. Amounts are rupees, times ISO 8601.
 * @param orderUrl makes the link for a buyer who is asked to confirm
 * @returns `undefined` for an unknown order
 */
export async function readOrderDetail(
  { db, undoTime, now, urls }: DeskCall,
  { orderId: id }: { orderId: string },
) {
  const [[row], refundRows, disputeRows, history, ...purchaseRows] = await db.read.batch([
    db.read
      .select({
        creditNotes: creditNotesOf,
        debitNotes: debitNotesOf,
        cancelled: cancelledOf,
        transfer: transferOf,
        payment: payments,
        account: { _id: users.id, name: users.name, email: users.email, guest: users.guest },
        /** Other parcels to this phone number that came back undelivered. */
        undelivered: undeliveredBefore(id, sql`${orders.address} ->> 'phone'`),
        others: sql<number>`(SELECT count(*) FROM orders other
          WHERE other.user_id = ${orders.userId} AND other.id <> ${id} AND ${isSale})`,
        invoiceDay: invoiceDayOf,
        invoiceTax: invoiceTaxOf,
      })
      .from(orders)
      .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.method, orders.paymentMethod)))
      .leftJoin(users, eq(users.id, orders.userId))
      .where(eq(orders.id, id)),
    selectRefunds(db, [id]),
    db.read.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(asc(disputes.openedAt)),
    historyOf(db, id),
    ...readPurchase(db, id),
  ]);
  const purchase = orderOfPurchase(id, purchaseRows);
  if (!row || !purchase) return orderNotFound();
  const { order, lines } = purchase;
  const {
    creditNotes,
    debitNotes,
    cancelled,
    transfer,
    payment,
    account,
    others,
    undelivered,
    invoiceDay,
    invoiceTax,
  } = row;
  const serializedOrder = serializeOrder(order, lines, now, {
    refunds: refundRows,
    paidWith: purchase.paidWith,
    creditNotes,
    debitNotes,
    cancelled,
    transfer,
    invoiceTax,
    invoiceDay,
  });
  return {
    order: serializedOrder,
    tags: order.tags,
    /** @property open whether its number can be set: the parcel has not left */
    ewayBill: {
      needed: needsEwayBill(tax, { total: order.total, state: order.address.state }),
      number: order.ewayBill,
      open: unshipped.includes(order.status),
    },
    couponCode: serializedOrder.couponCode,
    account: account && { ...account, email: mailAddress(account.email), others },
    undelivered,
    payment: payment && serializePayment(payment),
    refunds: refundRows.map(({ refund, ...row }) => ({
      ...serializeRefund({ refund, ...row }),
      _id: refund.id,
      status: refund.status,
      failure: refund.failure,
      providerId: refund.providerId,
    })),
    left: serializeRemainder(remainderOfOrder(purchase), purchase),
    /** It left before the shop could write an invoice for it: it gets no credit notes either. */
    lacksInvoice: !invoiceDay && isHandedOver(order.status),
    /** Until this day, `2027-11-30`, its credit notes reduced the tax; null while they do, and without an invoice. */
    lateSince:
      invoiceDay && dayOf(now) > lastDayToReduceTax(invoiceDay) ? lastDayToReduceTax(invoiceDay) : null,
    toConfirm: serializeToConfirm(serializedOrder, order, urls.order),
    disputes: disputeRows.map(serializeDispute),
    history: history.map(serializeHistory),
    undo: serializeUndo(
      // A cancelling with a credit note stays, and so does that of an exchange.
      order.status === 'Cancelled' && (creditNotes.length || order.purchaseId)
        ? undefined
        : undoableMove(
            history.map(({ event }) => event),
            undoTime,
            now,
          ),
    ),
    can: actionsFor(serializedOrder),
    /** Number of history rows; a change that carries an older number is refused. */
    seen: history.length,
  };
}
refuses(readOrderDetail, notFound);

/** What an order waits to be confirmed for, and how the buyer is asked. */
const serializeToConfirm = (
  order: ApiOrder,
  { id, linkVersion, total, remindedAt }: typeof orders.$inferSelect,
  orderUrl: OrderUrl | undefined,
) => {
  const asked = openConfirmation(order);
  if (!asked) return null;
  const { reference, shippingAddress: to } = order;
  return {
    ...asked,
    remindedAt: isoTime(remindedAt),
    text: askToConfirm({ reference, name: fullName(to), total }, orderUrl?.({ id, linkVersion })),
  };
};

/** The last move, while it can be undone. */
const serializeUndo = (move: UndoableMove | undefined) =>
  move ? { status: move.to, until: new Date(move.until).toISOString() } : null;

/** What can still be refunded. Amounts are rupees. */
const serializeRemainder = (left: Remainder, { lines, others }: OrderToReduce) => {
  const serializeLine = (
    { position, price, quantity, amount, discount }: KeptLine,
    of: typeof lines = lines,
  ) => ({
    position,
    price: toRupees(price),
    name: of.find((line) => line.position === position)?.name ?? '',
    quantity,
    amount: toRupees(amount),
    /** What the code takes off, as far as it was not taken back. */
    discount: toRupees(discount),
  });
  return {
    minimum: toRupeesOrNull(left.minimum),
    lines: left.lines.map((line) => serializeLine(line)),
    delivery: toRupees(left.delivery),
    /** What is kept of the other orders of its purchase. */
    elsewhere: left.elsewhere.map(({ orderId, ...line }) => ({
      orderId,
      ...serializeLine(line, others.find(({ order }) => order.id === orderId)?.lines),
    })),
  };
};

const serializePayment = (payment: Payment) => ({
  providerId: payment.providerId,
  paymentId: payment.paymentId,
  amount: toRupees(payment.amount),
  /** Another amount with an offer of the provider, or with its fee on top. */
  received: toRupees(payment.paidAmount ?? payment.amount),
  /** Until then an unpaid order holds its stock. */
  holdUntil: isoTime(payment.holdUntil),
  /** When the provider is asked next, and how often it was asked. */
  nextAskAt: isoTime(payment.nextAskAt),
  asked: payment.asked,
});

/** @property amount in the currency's main unit, such as rupees */
const serializeDispute = ({ id, amount, currency, reason, status, respondBy, openedAt }: Dispute) => ({
  _id: id,
  amount: toRupees(amount),
  currency,
  reason,
  status,
  respondBy: isoTime(respondBy),
  date: isoTime(openedAt),
});

/** Adds a note to an order, which only operators see. */
export const writeNote = (
  { db, now, operator: { id: actorId } }: DeskCall,
  { note, ...version }: OrderVersion & { note: string },
): Promise<Changed | Refusal> =>
  changeOrder<Changed>({ db, now }, { by: 'operator', actorId }, version, [], ({ order: { status } }) => ({
    event: { kind: 'note', isHidden: true, text: note },
    effects: [],
    result: (seen) => ({ ok: true, status, seen }),
  }));
refuses(writeNote, notFound, orderChanged);
