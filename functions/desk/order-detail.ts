/** One order with all its details for the desk, and operators' notes on it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { lastDayToReduceTax } from 'gst/credit-note';
import { lastDayToReplace } from 'gst/replacement';
import { disputes, isSale, orders, payments, users } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import { releaseAfter } from '#domain/orders/confirmation.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { appliedCode, isHandedOver, unshipped } from '#domain/orders/order.ts';
import { actionsFor } from '#domain/orders/order-rules.ts';
import type { Remainder } from '#domain/orders/reductions.ts';
import type { ApiRefund } from '#domain/orders/refund.ts';
import { type UndoableMove, undoableMove } from '#domain/orders/undo.ts';
import { trackingUrl } from '#domain/shipping/couriers.ts';
import { needsEwayBill } from '#domain/shipping/eway-bill.ts';
import { dayOf } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { pick } from '#lib/pick.ts';
import type { OrderUrl } from '../guests/order-link.ts';
import { businessOf } from '../lib/business.ts';
import type { DeskCall } from '../lib/call.ts';
import { couriers } from '../lib/couriers.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { tax } from '../lib/tax.ts';
import { type Changed, changeOrder, type OrderVersion } from '../orders/change-order.ts';
import { askToConfirm } from '../orders/confirmation.ts';
import { deskEvent, historyOf, orderChanged, orderNotFound } from '../orders/history.ts';
import { type OrderToReduce, orderOfPurchase, readPurchase, remainderOfOrder } from '../orders/purchase.ts';
import {
  cancelledOf,
  creditNotesOf,
  debitNotesOf,
  invoiceDayOf,
  invoiceTaxOf,
  type RefundRow,
  selectRefunds,
  transferOf,
} from '../orders/queries.ts';
import { promiseOf, sumOfCancelled } from '../orders/serialize.ts';
import { undeliveredBefore } from '../orders/undelivered.ts';

/** What the page shows of an order as it is stored. */
const shown = [
  'confirmReason',
  'id',
  'reference',
  'status',
  'paid',
  'paymentMethod',
  'subtotal',
  'discount',
  'delivery',
  'total',
  'createdAt',
  'trackingId',
  'courier',
  'undelivered',
  'sample',
] as const;

/**
 * Reads an order. Amounts are paise.
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
        account: { id: users.id, name: users.name, email: users.email, guest: users.guest },
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
  return {
    order: {
      ...pick(order, shown),
      ...promiseOf(order, now),
      items: lines.map(({ productId: id, name, price, quantity }) => ({ id, name, price, quantity })),
      cancelled: sumOfCancelled(cancelled),
      couponCode: appliedCode(order),
      trackingUrl: trackingUrl(couriers, order.courier, order.trackingId),
      shippingAddress: order.address,
      business: businessOf(order),
      refunds: refundRows.map(refundOf),
      creditNotes,
      debitNotes,
      /** It has its invoice although its parcel has not left, or never will. */
      invoiced: invoiceTax !== null && !isHandedOver(order.status),
      /** The last day on which its invoice can be made out to somebody else, `2026-11-30`. */
      replaceableUntil: invoiceDay ? lastDayToReplace(invoiceDay) : undefined,
      /** What is missing of its bank transfer; undefined where none is awaited. */
      left: transfer && order.status === 'Payment Pending' ? order.total - transfer.received : undefined,
    },
    tags: order.tags,
    /** @property open whether its number can be set: the parcel has not left */
    ewayBill: {
      needed: needsEwayBill(tax, { total: order.total, state: order.address.state }),
      number: order.ewayBill,
      open: unshipped.includes(order.status),
    },
    account: account && { ...account, email: mailAddress(account.email), others },
    undelivered,
    payment: payment && paymentOf(payment),
    left: named(remainderOfOrder(purchase), purchase),
    /** It left before the shop could write an invoice for it: it gets no credit notes either. */
    lacksInvoice: !invoiceDay && isHandedOver(order.status),
    /** Until this day, `2027-11-30`, its credit notes reduced the tax; null while they do, and without an invoice. */
    lateSince:
      invoiceDay && dayOf(now) > lastDayToReduceTax(invoiceDay) ? lastDayToReduceTax(invoiceDay) : null,
    toConfirm: confirmationOf(order, urls.order),
    disputes: disputeRows,
    history: history.map(deskEvent),
    undo: undoOf(
      // A cancelling with a credit note stays, and so does that of an exchange.
      order.status === 'Cancelled' && (creditNotes.length || order.purchaseId)
        ? undefined
        : undoableMove(
            history.map(({ event }) => event),
            undoTime,
            now,
          ),
    ),
    can: actionsFor(order),
    /** Number of history rows; a change that carries an older number is refused. */
    seen: history.length,
  };
}
refuses(readOrderDetail, notFound);

/** What an order waits to be confirmed for, until when, and how the buyer is asked. */
function confirmationOf(
  { id, linkVersion, reference, address, total, status, ...order }: typeof orders.$inferSelect,
  orderUrl: OrderUrl | undefined,
) {
  const { confirmReason: reason, createdAt, confirmedAt: at, remindedAt } = order;
  const confirmation = reason ? { reason, until: createdAt + releaseAfter, at, remindedAt } : undefined;
  const open = openConfirmation({ status, confirmation });
  const text = () =>
    askToConfirm({ reference, name: fullName(address), total }, orderUrl?.({ id, linkVersion }));
  return open ? { ...open, text: text() } : null;
}

/** The last move, while it can be undone. @property until UTC ms */
const undoOf = (move: UndoableMove | undefined) => (move ? { status: move.to, until: move.until } : null);

/** What can still be refunded, with the names of the lines. */
function named({ lines, elsewhere, ...left }: Remainder, { lines: own, others }: OrderToReduce) {
  const nameOf = (of: readonly { position: number; name: string }[] = [], position: number) =>
    of.find((line) => line.position === position)?.name ?? '';
  return {
    ...left,
    lines: lines.map((line) => ({ ...line, name: nameOf(own, line.position) })),
    /** What is kept of the other orders of its purchase. */
    elsewhere: elsewhere.map((line) => ({
      ...line,
      name: nameOf(others.find(({ order }) => order.id === line.orderId)?.lines, line.position),
    })),
  };
}

const refundOf = ({ refund, items }: RefundRow) => ({
  ...pick(refund, [
    'id',
    'amount',
    'status',
    'reason',
    'note',
    'transfer',
    'transferReference',
    'failure',
    'providerId',
    'doneAt',
  ]),
  items: JSON.parse(items) as ApiRefund['items'],
});

/**
 * `received` is another amount than `amount` with an offer of the provider, or with its fee on top. Until `holdUntil` an unpaid
 * order holds its stock; the provider was asked `asked` times, and is asked again at `nextAskAt`.
 */
const paymentOf = (payment: Payment) => ({
  ...pick(payment, ['providerId', 'paymentId', 'amount', 'holdUntil', 'nextAskAt', 'asked']),
  received: payment.paidAmount ?? payment.amount,
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
