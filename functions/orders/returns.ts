/** Returns of orders, and what of an order can still be returned (docs/behaviour.md, "Returns"). */
import { asc, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isUndone,
  orderEvents,
  orderLines,
  products,
  reductions,
  refunds,
  returns,
} from '#db/schema/index.ts';
import type { Returnable } from '#domain/orders/order.ts';
import {
  type ApiReturn,
  isOpenReturn,
  type ReturnableLine,
  type ReturnReason,
  returnableUnits,
  returnableUntil,
  returnReference,
} from '#domain/returns/return.ts';
import { isoTime } from '#lib/dates.ts';
import { type Paise, toRupees } from '#lib/money.ts';
import { store } from '../lib/store.ts';

/** A unit of a return as it is stored with its names. */
export type StoredUnits = {
  _id: string;
  name: string;
  position: number;
  quantity: number;
  reason: ReturnReason;
};

/** Column for a query on `orders`: when its parcel was delivered, UTC ms; older orders have only their own day. */
export const deliveredAt = sql<number>`coalesce((SELECT max(e.at) FROM ${orderEvents} AS e
  WHERE e.order_id = orders.id AND e.to_status = 'Delivered' AND NOT ${isUndone(sql`e`)}), orders.created_at)`;

/** Statement: the returns of orders with their units, oldest first. @param orderIds ids, or a query of them */
export const selectReturns = (db: Db, orderIds: readonly string[] | SQLWrapper) =>
  db.read
    .select({
      one: returns,
      units: sql`(SELECT json_group_array(json_object('_id', line.product_id, 'name', line.name,
          'position', unit.position, 'quantity', unit.quantity, 'reason', unit.reason))
        FROM (SELECT * FROM return_lines WHERE return_id = returns.id ORDER BY position) AS unit
        JOIN ${orderLines} AS line ON line.order_id = returns.order_id AND line.position = unit.position)`.mapWith(
        (json: string): StoredUnits[] => JSON.parse(json),
      ),
      amount: sql<Paise | null>`(SELECT amount FROM ${refunds} WHERE id = returns.refund_id)`,
      refundedAt: sql<number | null>`(SELECT done_at FROM ${refunds} WHERE id = returns.refund_id)`,
    })
    .from(returns)
    .where(inArray(returns.orderId, orderIds))
    .orderBy(asc(returns.createdAt), asc(returns.number));
export type ReturnRow = Awaited<ReturnType<typeof selectReturns>>[number];

/**
 * Statement: the lines of delivered orders, with the units that were not given back and the category of their product.
 * @param orderIds ids, or a query of them
 */
export const selectReturnableLines = (db: Db, orderIds: readonly string[] | SQLWrapper) =>
  db.read
    .select({
      orderId: orderLines.orderId,
      _id: orderLines.productId,
      name: orderLines.name,
      position: orderLines.position,
      category: sql<string>`(SELECT category FROM ${products} WHERE id = order_lines.product_id)`,
      left: sql<number>`order_lines.quantity - (SELECT coalesce(sum(given.quantity), 0) FROM ${reductions} AS given
        WHERE given.order_id = order_lines.order_id AND given.position = order_lines.position AND given.kind <> 'cancelled')`,
    })
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(orderLines.position));
type LineRow = Awaited<ReturnType<typeof selectReturnableLines>>[number];

/** The units of open returns. */
export const openUnits = (rows: readonly ReturnRow[]): StoredUnits[] =>
  rows.flatMap(({ one, units }) => (isOpenReturn(one.status) ? units : []));

/** A return as the API returns it. @param reference of its order */
export const serializeReturn = (
  { one, units, amount, refundedAt }: ReturnRow,
  reference: string,
): ApiReturn => ({
  _id: one.id,
  reference: returnReference(reference, one.number),
  status: refundedAt === null ? one.status : 'Refunded',
  items: units.map(({ position: _, ...unit }) => unit),
  method: one.method,
  note: one.note,
  answer: one.answer,
  amount: amount === null ? null : toRupees(amount),
  date: new Date(one.createdAt).toISOString(),
  decidedAt: isoTime(one.decidedAt),
  sentAt: isoTime(one.sentAt),
  endedAt: isoTime(one.endedAt),
  refundedAt: isoTime(refundedAt),
});

/**
 * What of an order can still be returned.
 * @param deliveredAt, @param now UTC ms @returns null if nothing can
 */
export function returnableOf(
  status: string,
  deliveredAt: number,
  lines: readonly (ReturnableLine & Pick<LineRow, '_id' | 'name'>)[],
  rows: readonly ReturnRow[],
  now: number,
): Returnable | null {
  const until = returnableUntil(deliveredAt, store.returns);
  if (status !== 'Delivered' || now >= until) return null;
  const units = returnableUnits(lines, openUnits(rows));
  const items = lines.flatMap(({ _id, name, position, category }) => {
    const quantity = units.get(position) ?? 0;
    const onlyFaulty = store.returns.excluded.includes(category);
    return quantity ? [{ _id, name, quantity, onlyFaulty }] : [];
  });
  return items.length ? { until: new Date(until).toISOString(), items } : null;
}
