/** A snapshot of an order: everything that the rules compare, read in one query. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, payments, refunds } from '#db/schema/index.ts';
import type { RefundReason, RefundStatus } from '#db/schema/payments.ts';
import type { OrderStatus, PaymentMethod } from '#features/orders/order.ts';

/** A refund of the order. */
export type SnapshotRefund = {
  id: string;
  paymentId: string | null;
  amount: number;
  reason: RefundReason;
  status: RefundStatus;
  providerId: string | null;
};

/** Amounts are paise, times UTC ms. */
export type OrderSnapshot = {
  id: string;
  reference: string;
  createdAt: number;
  status: OrderStatus;
  paid: boolean;
  method: PaymentMethod;
  subtotal: number;
  discount: number;
  delivery: number;
  total: number;
  /** Sums of the lines' amounts and discounts. */
  linesTotal: number;
  linesDiscount: number;
  /** The online payment; null where there is none. */
  amount: number | null;
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
  /** The time of the last refund event in the history. */
  refundEventAt: number | null;
  refunds: SnapshotRefund[];
};

type Row = Omit<OrderSnapshot, 'paid' | 'collected' | 'refunds'> & {
  paid: number;
  collected: number;
  refunds: string;
};

/**
 * Reads snapshots, by index only.
 * @param which conditions, order and limit, of orders `o` and payments `p`
 */
export async function readSnapshots(db: Db, which: SQL): Promise<OrderSnapshot[]> {
  const rows = await db.read.all<Row>(sql`
    SELECT o.id, o.reference, o.created_at AS createdAt, o.status, o.paid, o.payment_method AS method,
      o.subtotal, o.discount, o.delivery, o.total, p.amount, p.provider_id AS providerId,
      p.payment_id AS paymentId, p.hold_until AS holdUntil, p.next_ask_at AS nextAskAt,
      (SELECT coalesce(sum(price * quantity), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesTotal,
      (SELECT coalesce(sum(discount), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesDiscount,
      (SELECT to_status FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status'
       ORDER BY rowid DESC LIMIT 1) AS lastStatus,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status') AS lastStatusAt,
      EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = 'collected:' || o.id) AS collected,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'refund') AS refundEventAt,
      (SELECT json_group_array(json_object('id', id, 'paymentId', payment_id, 'amount', amount, 'reason', reason,
         'status', status, 'providerId', provider_id)) FROM ${refunds} WHERE order_id = o.id) AS refunds
    FROM ${orders} o LEFT JOIN ${payments} p ON p.order_id = o.id ${which}`);
  return rows.map(({ paid, collected, refunds, ...rest }) => ({
    ...rest,
    paid: paid === 1,
    collected: collected === 1,
    refunds: JSON.parse(refunds),
  }));
}
