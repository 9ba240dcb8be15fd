/**
 * A purchase: the order that was paid, with the orders that its exchanges have made, at any depth. Its code, its money and what
 * can be given back are those of all of them (docs/behaviour.md, "Exchanges").
 */
import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  debits,
  orderEvents,
  orderLines,
  orders,
  payments,
  purchaseOf,
  reductions,
} from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import { inCash, type PaidWith } from '#domain/orders/money-back.ts';
import { isHandedOver } from '#domain/orders/order.ts';
import { type Remainder, remainderOf } from '#domain/orders/reductions.ts';
import type { Paise } from '#lib/money.ts';
import { isCurrentInvoice, numbered, selectDocuments } from '../documents/read.ts';
import { leftOfPayment, waitingForNextRefund, waitingRefundId } from './due-refund.ts';
import { historyLength } from './history.ts';
import { couponMinimum } from './queries.ts';

/** A query for the ids of the orders of the purchase of an order. */
export const purchaseIds = (orderId: string | SQL) => {
  const first = sql`(SELECT ${purchaseOf(sql`own`)} FROM ${orders} AS own WHERE own.id = ${orderId})`;
  return sql`(SELECT id FROM ${orders} WHERE id = ${first} UNION ALL SELECT id FROM ${orders} WHERE purchase_id = ${first})`;
};

/** Column for a query on `orders`: what has paid its purchase. */
export const paidWith =
  sql`(SELECT json_object('method', p.method, 'left', ${leftOfPayment}) FROM ${orders} AS first JOIN ${payments} AS p ON p.order_id = first.id AND p.method = first.payment_method
  WHERE first.id = ${purchaseOf(sql`orders`)} AND p.payment_id IS NOT NULL)`.mapWith(
    (json: string): PaidWith => JSON.parse(json),
  );

/** Statements that read the purchase of an order. */
export const readPurchase = (db: Db, orderId: string | SQL) => readOrders(db, purchaseIds(orderId));

/** A query for the ids of the orders of purchases. @param firstIds of the orders that were paid */
export const idsOfPurchases = (firstIds: readonly string[]) => {
  const first = sql`(SELECT value FROM json_each(${JSON.stringify(firstIds)}))`;
  return sql`(SELECT id FROM ${orders} WHERE id IN ${first} UNION ALL SELECT id FROM ${orders} WHERE purchase_id IN ${first})`;
};

/** Statements that read whole purchases. */
export const readPurchases = (db: Db, firstIds: readonly string[]) =>
  readOrders(db, idsOfPurchases(firstIds));

function readOrders(db: Db, ids: SQL) {
  return [
    db.read
      .select({
        order: orders,
        minimum: couponMinimum,
        waiting: waitingForNextRefund(sql`orders.id`),
        waitingId: waitingRefundId(sql`orders.id`),
        events: historyLength(sql`orders.id`),
        paidWith,
      })
      .from(orders)
      .where(inArray(orders.id, ids)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.position)),
    db.read.select().from(reductions).where(inArray(reductions.orderId, ids)).orderBy(asc(sql`rowid`)),
    db.read.select().from(debits).where(inArray(debits.orderId, ids)).orderBy(asc(sql`rowid`)),
    selectDocuments(db, ids, isCurrentInvoice),
  ] as const;
}
type AwaitedAll<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };
export type Rows = AwaitedAll<ReturnType<typeof readPurchase>>;

/**
 * An order as it was read, with what it has given back. @property events number of rows of its history
 * @property waitingId of the refund that is too small to be sent alone; null without one
 */
export type ReadOrder = {
  order: Rows[0][number]['order'];
  events: number;
  waitingId: string | null;
  lines: Rows[1];
  given: Rows[2];
  debits: Rows[3];
  invoice: Rows[4][number] | undefined;
};

/**
 * @property minimum smallest subtotal of the code of the purchase; null without one
 * @property waiting what of the order waits for its next refund, paise
 * @property others the other orders of its purchase
 */
export type OrderToReduce = ReadOrder & {
  minimum: Paise | null;
  waiting: Paise;
  paidWith: PaidWith;
  others: readonly ReadOrder[];
};

/** @returns undefined if there is no such order */
export function orderOfPurchase(
  orderId: string,
  [rows, lines, given, debits, invoices]: Rows,
): OrderToReduce | undefined {
  const readOrder = ({ order, events, waitingId }: Rows[0][number]): ReadOrder => ({
    order,
    events,
    waitingId,
    lines: lines.filter((one) => one.orderId === order.id),
    given: given.filter((one) => one.orderId === order.id),
    debits: debits.filter((one) => one.orderId === order.id),
    invoice: invoices.find((one) => one.orderId === order.id),
  });
  const row = rows.find(({ order }) => order.id === orderId);
  if (!row) return undefined;
  const first = rows.find(({ order }) => order.id === firstOrderId(row.order)) ?? row;
  return {
    ...readOrder(row),
    minimum: first.minimum,
    waiting: row.waiting,
    paidWith: row.paidWith ?? inCash,
    others: rows
      .filter((one) => one !== row && firstOrderId(one.order) === firstOrderId(row.order))
      .map(readOrder),
  };
}

/** What of an order itself is left. */
export const ownRemainder = ({ order, lines, given, debits }: ReadOrder, minimum: Paise | null): Remainder =>
  remainderOf(
    order.delivery,
    lines,
    given,
    minimum,
    debits.filter(({ inLine }) => !inLine),
  );

/** What of an order can still be given back, with what is kept of its purchase elsewhere. */
export const remainderOfOrder = (read: OrderToReduce): Remainder => ({
  ...ownRemainder(read, read.minimum),
  elsewhere: read.others
    .filter(({ order }) => order.status !== 'Cancelled')
    .flatMap((other) =>
      ownRemainder(other, null)
        .lines.filter(({ quantity }) => quantity > 0)
        .map((line) => ({ orderId: other.order.id, ...line })),
    ),
});

/** Whether an order has no invoice yet, so that its lines can still be changed. */
export const isBeforeInvoice = ({ order, invoice }: ReadOrder): boolean =>
  !invoice && !isHandedOver(order.status);

/** Condition: the histories of the other orders of a purchase have not grown since it was read. */
export function othersUnchanged({ others }: OrderToReduce): SQL {
  if (!others.length) return sql`true`;
  const ids = others.map(({ order }) => order.id);
  const events = others.reduce((sum, one) => sum + one.events, 0);
  return sql`(SELECT count(*) FROM ${orderEvents} WHERE order_id IN ${ids}) = ${events}`;
}

/** The invoice of an order, with its number. */
export function invoiceOf({ invoice: issued }: ReadOrder) {
  const invoice = issued && numbered(issued);
  return invoice?.kind === 'invoice' ? invoice : undefined;
}

/**
 * A refund to add. @property id its own, unless it raises one that waits @property refundId of the one that it adds or raises
 */
export function newRefund({ waitingId }: Pick<ReadOrder, 'waitingId'>) {
  const id = crypto.randomUUID();
  return { id, refundId: waitingId ?? id };
}

/** The order that has paid a purchase. */
export const firstOrderId = ({ id, purchaseId }: Pick<OrderRow, 'id' | 'purchaseId'>): string =>
  purchaseId ?? id;
