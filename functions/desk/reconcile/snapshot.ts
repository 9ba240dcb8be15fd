/** A snapshot of an order: everything that the rules compare, read in one query. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  bankTransfers,
  debits,
  documents,
  isForeignPayment,
  isOrdersPayment,
  isUndone,
  orderEvents,
  orderLines,
  orders,
  payments,
  reductions,
  refunds,
  remittances,
} from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { RefundReason } from '#domain/orders/refund.ts';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';

/** A refund of the order. */
export type SnapshotRefund = {
  id: string;
  paymentId: string | null;
  amount: number;
  reason: RefundReason;
  status: RefundStatus;
  providerId: string | null;
  /** The refund of which it is the rest, sent by hand; null for others. */
  restOf: string | null;
  /**
   * The sum of what was given back with it, less what kept goods cost more; null for a whole order that was cancelled, or a
   * foreign payment.
   */
  parts: number | null;
};

/** Amounts are paise, times UTC ms. */
export type OrderSnapshot = {
  id: string;
  reference: string;
  createdAt: number;
  status: OrderStatus;
  paid: boolean;
  method: OrderPaymentMethod;
  subtotal: number;
  discount: number;
  delivery: number;
  total: number;
  /** Sums of the lines' amounts and discounts. */
  linesTotal: number;
  linesDiscount: number;
  /** The online payment; null where there is none. */
  amount: number | null;
  /** What was paid with it; another amount than `amount` with an offer, or a fee on top. */
  received: number | null;
  providerId: string | null;
  paymentId: string | null;
  holdUntil: number | null;
  /** When the scheduled job asks the provider; null: never again. */
  nextAskAt: number | null;
  /** The last status in the history, and its time; null without a history. */
  lastStatus: OrderStatus | null;
  lastStatusAt: number | null;
  /** An operator has recorded that the cash was collected. */
  collected: boolean;
  /** What couriers have transferred for it; null for no remittance. */
  remitted: number | null;
  /** What has come for it by bank transfer, and what of that goes back. */
  transferred: number;
  sentBack: number;
  /** The time of the last refund event in the history. */
  refundEventAt: number | null;
  refunds: SnapshotRefund[];
  /** Refunds of other orders of its purchase that go back to its payment. */
  elsewhere: SnapshotRefund[];
  /** Paid units that were cancelled before the parcel was handed over. */
  cancelled: number;
  /** What was given back after it. */
  given: number;
  /** Whether there is an invoice, and the sum of its credit notes. */
  invoiced: boolean;
  credited: number;
  /** What its invoiced lines cost more since the code no longer applies, and the sum of its debit notes. */
  raised: number;
  debited: number;
  /** What kept goods of its purchase cost more, taken off its refunds. */
  taken: number;
};

type Row = Omit<OrderSnapshot, 'paid' | 'collected' | 'invoiced' | 'refunds' | 'elsewhere'> & {
  paid: number;
  collected: number;
  invoiced: number;
  refunds: string;
  elsewhere: string;
};

/** The refunds `r` of a condition, as JSON. */
const refundsWhere = (
  which: SQL,
) => sql`(SELECT json_group_array(json_object('id', r.id, 'paymentId', payment_id, 'amount', amount,
    'reason', reason, 'status', status, 'providerId', provider_id, 'restOf', rest_of,
    'parts', (SELECT sum(amount) FROM ${reductions} part WHERE part.order_id = r.order_id AND part.refund_id = r.id)
      - (SELECT coalesce(sum(amount), 0) FROM ${debits} part WHERE part.taken_from = r.order_id AND part.refund_id = r.id)))
  FROM ${refunds} r WHERE ${which})`;

/**
 * Reads snapshots, by index only.
 * @param which conditions, order and limit, of orders `o` and payments `p`
 */
export async function readSnapshots(db: Db, which: SQL): Promise<OrderSnapshot[]> {
  const rows = await db.read.all<Row>(sql`
    SELECT o.id, o.reference, o.created_at AS createdAt, o.status, o.paid, o.payment_method AS method,
      o.subtotal, o.discount, o.delivery, o.total, p.amount,
      coalesce(p.paid_amount, p.amount) AS received, p.provider_id AS providerId,
      p.payment_id AS paymentId, p.hold_until AS holdUntil, p.next_ask_at AS nextAskAt,
      (SELECT coalesce(sum(price * quantity), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesTotal,
      (SELECT coalesce(sum(discount), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesDiscount,
      (SELECT to_status FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status'
       ORDER BY rowid DESC LIMIT 1) AS lastStatus,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status') AS lastStatusAt,
      EXISTS (SELECT 1 FROM ${orderEvents} WHERE order_id = o.id AND kind = 'payment'
        AND NOT ${isUndone(orderEvents)}) AS collected,
      (SELECT sum(amount) FROM ${remittances} WHERE order_id = o.id) AS remitted,
      (SELECT coalesce(sum(amount), 0) FROM ${bankTransfers} WHERE order_id = o.id) AS transferred,
      (SELECT coalesce(sum(amount), 0) FROM ${refunds} WHERE order_id = o.id AND payment_id IS NULL AND ${isForeignPayment}) AS sentBack,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'refund') AS refundEventAt,
      ${refundsWhere(sql`order_id = o.id`)} AS refunds,
      ${refundsWhere(sql`payment_id = p.payment_id AND order_id <> o.id`)} AS elsewhere,
      (SELECT coalesce(sum(amount), 0) FROM ${reductions} WHERE order_id = o.id AND kind = 'cancelled'
       AND refund_id IS NOT NULL) AS cancelled,
      (SELECT coalesce(sum(amount), 0) FROM ${reductions} WHERE order_id = o.id AND kind <> 'cancelled') AS given,
      EXISTS (SELECT 1 FROM ${documents} WHERE order_id = o.id AND kind = 'invoice') AS invoiced,
      (SELECT coalesce(sum(data ->> 'total'), 0) FROM ${documents}
       WHERE order_id = o.id AND kind = 'credit_note')
      - (SELECT coalesce(sum(first.data ->> 'total'), 0) FROM ${documents} AS first JOIN ${documents} AS later
         ON later.replaces = first.number WHERE first.order_id = o.id) AS credited,
      (SELECT coalesce(sum(amount), 0) FROM ${debits} WHERE order_id = o.id AND in_line = 0) AS raised,
      (SELECT coalesce(sum(data ->> 'total'), 0) FROM ${documents}
       WHERE order_id = o.id AND kind = 'debit_note') AS debited,
      (SELECT coalesce(sum(amount), 0) FROM ${debits} WHERE taken_from = o.id) AS taken
    FROM ${orders} o LEFT JOIN ${payments} p ON ${isOrdersPayment} ${which}`);
  return rows.map(({ paid, collected, invoiced, refunds, elsewhere, ...rest }) => ({
    ...rest,
    paid: paid === 1,
    collected: collected === 1,
    invoiced: invoiced === 1,
    refunds: JSON.parse(refunds),
    elsewhere: JSON.parse(elsewhere),
  }));
}
