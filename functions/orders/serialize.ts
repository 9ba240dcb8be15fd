/** Orders in the format of the API. */

import { lastDayToReplace } from 'gst/replacement';
import { includedTax, type Tax, taxOf } from 'gst/split';
import type { orderEvents } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import { releaseAfter } from '#domain/orders/confirmation.ts';
import { inCash, type PaidWith } from '#domain/orders/money-back.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import {
  type ApiOrder,
  type ApiOrderEvent,
  appliedCode,
  isHandedOver,
  type Returnable,
} from '#domain/orders/order.ts';
import type { ApiRefund } from '#domain/orders/refund.ts';
import { trackingUrl } from '#domain/shipping/couriers.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { isoTime } from '#lib/dates.ts';
import { type Paise, toRupees, toRupeesOrNull } from '#lib/money.ts';
import { pick } from '#lib/pick.ts';
import { businessOf } from '../lib/business.ts';
import { couriers } from '../lib/couriers.ts';
import { newDays } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';
import { supplyTo, tax } from '../lib/tax.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import type { CancelledRow, RefundRow } from './queries.ts';
import { type ReturnRow, serializeReturn } from './returns.ts';

/** What orders have besides their rows. */
type More = {
  /** Of {@link selectRefunds}. */
  refunds?: readonly RefundRow[];
  /** Their numbers, oldest first. */
  creditNotes?: string[];
  debitNotes?: string[];
  /** Of {@link invoiceTaxOf}. */
  invoiceTax?: string | null;
  /** The day of its invoice, `2026-11-25`. */
  invoiceDay?: string | null;
  /** Of {@link cancelledOf}. */
  cancelled?: readonly CancelledRow[];
  returns?: readonly ReturnRow[];
  /** For the photos of returns. */
  photoUrl?: PhotoUrl | undefined;
  returnable?: Returnable | null;
  /** Of {@link transferOf}. */
  transfer?: { received: Paise; until: number } | null;
  /** Of its purchase; null for cash. */
  paidWith?: PaidWith | null;
  /** Why the session cannot confirm it. */
  unproved?: string | undefined;
};

/** A line with the code and rate that it was ordered with, where it has them. @property rate hundredths of a per cent */
type TaxedRow = OrderLine & { hsn?: string | null; rate?: number | null };

/**
 * The GST within the total: that of the invoice, or of the one that would be issued now. Null for old orders whose lines do not
 * know their goods.
 * @param now UTC ms
 */
function gstOf(
  order: OrderRow,
  lines: readonly TaxedRow[],
  now: number,
  invoiceTax: string | null,
): Paise | null {
  if (invoiceTax) return taxOf(JSON.parse(invoiceTax) as Tax);
  const rates = ratesAt(tax, now);
  const taxed = lines.flatMap(({ hsn, rate, ...line }) =>
    typeof rate === 'number' ? { ...line, rate: (hsn ? rates[hsn] : undefined) ?? rate } : [],
  );
  if (!taxed.length || taxed.length < lines.length) return null;
  const { supply } = supplyTo(
    order.address.state,
    order.gstin ? { gstin: order.gstin, sez: order.sez } : null,
  );
  return includedTax(taxed, order.delivery, supply).amount;
}

/** The promised days; while its buyer has to confirm it, those that count if that happens now. @param now UTC ms */
export const promiseOf = (
  {
    status,
    confirmReason,
    confirmedAt: at,
    address,
    promisedFrom,
    promisedTo,
  }: Pick<OrderRow, 'status' | 'confirmReason' | 'confirmedAt' | 'address' | 'promisedFrom' | 'promisedTo'>,
  now: number,
) => ({
  ...{ promisedFrom, promisedTo },
  ...(openConfirmation({ status, confirmation: confirmReason ? { at } : undefined }) &&
    newDays(address, now)),
});

/** Cancelled units, each product once. */
export const sumOfCancelled = (all: readonly CancelledRow[]): CancelledRow[] =>
  [...Map.groupBy(all, ({ id }) => id).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: more.reduce((sum, one) => sum + one.quantity, first.quantity) }] : [],
  );

/** @param now UTC ms */
export const serializeOrder = (
  order: OrderRow,
  lines: readonly TaxedRow[],
  now: number,
  {
    refunds = [],
    creditNotes = [],
    debitNotes = [],
    invoiceTax = null,
    invoiceDay = null,
    cancelled = [],
    returns = [],
    photoUrl,
    returnable = null,
    transfer,
    paidWith,
    unproved,
  }: More = {},
): ApiOrder => ({
  _id: order.id,
  reference: order.reference,
  items: lines.map((line) => ({
    _id: line.productId,
    name: line.name,
    image: [line.image],
    price: toRupees(line.price),
    quantity: line.quantity,
  })),
  cancelled: sumOfCancelled(cancelled).map(({ id: _id, ...units }) => ({ _id, ...units })),
  status: order.status,
  payment: order.paid,
  ...(order.paid && !(paidWith ?? inCash).method && { refundByHand: true as const }),
  paymentMethod: order.paymentMethod,
  subtotal: toRupees(order.subtotal),
  discount: toRupees(order.discount),
  couponCode: appliedCode(order),
  delivery: toRupees(order.delivery),
  amount: toRupees(order.total),
  gst: toRupeesOrNull(gstOf(order, lines, now, invoiceTax)),
  date: new Date(order.createdAt).toISOString(),
  ...promiseOf(order, now),
  trackingId: order.trackingId,
  trackingUrl: trackingUrl(couriers, order.courier, order.trackingId),
  courierPartner: order.courier,
  shippingAddress: order.address,
  business: businessOf(order),
  refunds: refunds.map(serializeRefund),
  creditNotes,
  ...(debitNotes.length && { debitNotes }),
  returns: returns.map((row) => serializeReturn(row, order.reference, photoUrl)),
  returnable,
  ...(invoiceTax && !isHandedOver(order.status) && { invoiced: true }),
  ...(invoiceDay && { replaceableUntil: lastDayToReplace(invoiceDay) }),
  ...(transfer &&
    order.status === 'Payment Pending' && {
      transfer: {
        ...pick(store.bankTransfer, ['holder', 'bank', 'account', 'ifsc', 'upi']),
        left: toRupees(order.total - transfer.received),
        until: isoTime(transfer.until),
      },
    }),
  ...(order.undelivered && { undelivered: true }),
  ...(order.sample && { sample: true }),
  ...(order.confirmReason && {
    confirmation: {
      reason: order.confirmReason,
      until: isoTime(order.createdAt + releaseAfter),
      at: isoTime(order.confirmedAt),
      ...(unproved && order.confirmedAt === null && { unproved }),
    },
  }),
});

export const serializeRefund = ({ refund, items, knowsAccount }: RefundRow): ApiRefund => ({
  ...(refund.paymentId === null && { byHand: true }),
  ...(refund.status === 'due' && refund.paymentId === null && !knowsAccount && { needsAccount: true }),
  amount: toRupees(refund.amount),
  status: refund.status === 'done' || refund.status === 'too_small' ? refund.status : 'due',
  reason: refund.reason,
  note: refund.note,
  at: isoTime(refund.createdAt),
  doneAt: isoTime(refund.doneAt),
  transfer: refund.transfer,
  reference: refund.transferReference,
  items: JSON.parse(items),
});

/** A row of an order's history for the shopper: never who made the change. */
export const serializeEvent = (event: typeof orderEvents.$inferSelect): ApiOrderEvent => ({
  at: new Date(event.at).toISOString(),
  kind: event.kind,
  status: event.toStatus,
  reason: event.reason,
});
