/** What the books hold of an order: everything that the rules judge it by, read in one go. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, payments, refunds } from '#db/schema/index.ts';
import type { RefundReason, RefundStatus } from '#db/schema/payments.ts';
import type { OrderStatus, PaymentMethod } from '#features/orders/order.ts';
/** Money of the order that goes back. */
export type Back = {
  id: string;
  paymentId: string | null;
  amount: number;
  reason: RefundReason;
  status: RefundStatus;
  providerId: string | null;
};

/** Amounts are paise, times UTC ms. */
export type Facts = {
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
  /** What its lines come to, and what they save. */
  linesTotal: number;
  linesDiscount: number;
  /** Its online payment; null where there is none. */
  amount: number | null;
  providerId: string | null;
  paymentId: string | null;
  holdUntil: number | null;
  /** The last status that its history tells of, and since when; null where it tells of none. */
  told: OrderStatus | null;
  toldAt: number | null;
  /** Somebody has said that the cash was collected. */
  collected: boolean;
  /** When anything was last written down about money that goes back. */
  backAt: number | null;
  refunds: Back[];
  /** All of it that a rule can depend on, as one text: while that is the same, so is every difference. */
  seen: string;
};

/**
 * The rows, looked up by index only. Materialized, since SQLite would look everything up twice otherwise,
 * once for the row and once for `seen`.
 * @param which conditions, order and limit, of orders `o` and payments `p`
 */
const factsOf = (which: SQL): SQL => sql`
  WITH page AS MATERIALIZED (
    SELECT o.id, o.reference, o.created_at AS createdAt, o.status, o.paid, o.payment_method AS method,
      o.subtotal, o.discount, o.delivery, o.total, p.amount, p.provider_id AS providerId,
      p.payment_id AS paymentId, p.hold_until AS holdUntil,
      (SELECT coalesce(sum(price * quantity), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesTotal,
      (SELECT coalesce(sum(discount), 0) FROM ${orderLines} WHERE order_id = o.id) AS linesDiscount,
      (SELECT to_status FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status'
       ORDER BY rowid DESC LIMIT 1) AS told,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'status') AS toldAt,
      EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = 'collected:' || o.id) AS collected,
      (SELECT max(at) FROM ${orderEvents} WHERE order_id = o.id AND kind = 'refund') AS backAt,
      (SELECT json_group_array(json_object('id', id, 'paymentId', payment_id, 'amount', amount, 'reason', reason,
         'status', status, 'providerId', provider_id)) FROM ${refunds} WHERE order_id = o.id) AS back
    FROM ${orders} o LEFT JOIN ${payments} p ON p.order_id = o.id ${which}
  )
  SELECT *, json_array(status, paid, method, subtotal, discount, delivery, total, linesTotal, linesDiscount,
    amount, providerId, paymentId, told, collected, back) AS seen
  FROM page ORDER BY createdAt DESC, id DESC`;

type Row = Omit<Facts, 'paid' | 'collected' | 'refunds'> & { paid: number; collected: number; back: string };

/** @param which see {@link factsOf} @returns the newest orders first */
export async function readFacts(db: Db, which: SQL): Promise<Facts[]> {
  const rows = await db.read.all<Row>(factsOf(which));
  return rows.map(({ paid, collected, back, ...rest }) => ({
    ...rest,
    paid: paid === 1,
    collected: collected === 1,
    refunds: JSON.parse(back),
  }));
}

/** One order's; undefined when there is no such order. */
export const findFacts = async (db: Db, orderId: string): Promise<Facts | undefined> =>
  (await readFacts(db, sql`WHERE o.id = ${orderId}`))[0];

/** Condition of a write batch: the order is still just as it was found. */
export const still = ({ id, seen }: Pick<Facts, 'id' | 'seen'>): SQL =>
  sql`(SELECT seen FROM (${factsOf(sql`WHERE o.id = ${id}`)})) = ${seen}`;
