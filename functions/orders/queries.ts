/** Statements that read parts of an order. */
import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  bankTransfers,
  coupons,
  documents,
  orderLines,
  orders,
  payments,
  reductions,
  refunds,
} from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { DocumentKind } from '#domain/documents/document.ts';
import type { Paise } from '#lib/money.ts';
import { isCurrentInvoice } from '../documents/read.ts';

/** The lines of an order, as they were in the cart. */
export const selectLines = (db: Db, orderId: string) =>
  db.read.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));

/** Condition on `order_lines`: the line of an order at a position. */
export const isLine = (orderId: string, position: number | null): SQL =>
  sql`${orderLines.orderId} = ${orderId} AND ${orderLines.position} = ${position}`;

/** A column: the numbers of the credit or debit notes of a row of orders, oldest first. */
const notesOf = (kind: DocumentKind) =>
  sql`(SELECT json_group_array(number) FROM (SELECT number FROM ${documents} AS note
  WHERE note.order_id = orders.id AND note.kind = ${kind} ORDER BY note.at, note.serial))`.mapWith(
    (text: string): string[] => JSON.parse(text),
  );
export const creditNotesOf = notesOf('credit_note');
export const debitNotesOf = notesOf('debit_note');

/** A column: a value of the invoice that counts of a row of orders; null without one. */
const ofInvoice = (value: SQL) =>
  sql<
    string | null
  >`(SELECT ${value} FROM ${documents} WHERE ${documents.orderId} = orders.id AND ${isCurrentInvoice})`;

/** Column for a query on `orders`: the tax of its invoice, as JSON of a {@link Tax}; null without one. */
export const invoiceTaxOf = ofInvoice(sql`data -> '$.tax'`);

/** Column for a query on `orders`: the day of its invoice, `2026-11-25`; null without one. */
export const invoiceDayOf = ofInvoice(sql`data ->> 'day'`);

/** Units of a product that were cancelled. */
export type CancelledRow = { id: string; name: string; quantity: number };

/** Column for a query on `orders`: the units that were cancelled before the parcel was handed over, oldest first. */
export const cancelledOf =
  sql`(SELECT json_group_array(json_object('id', product_id, 'name', name, 'quantity', quantity))
  FROM ${reductions} WHERE order_id = orders.id AND kind = 'cancelled')`.mapWith(
    (json: string): CancelledRow[] => JSON.parse(json),
  );

/**
 * Column for a query on `orders`: the smallest subtotal under which its code holds, paise; null without a code. A part that
 * was cancelled before handing over costs nothing, so what is left of the order is enough.
 */
export const couponMinimum = sql<Paise | null>`min(${orders.subtotal}, coalesce(${orders.couponMinimum},
  (SELECT min_subtotal FROM ${coupons} WHERE code = ${orders.couponCode})))`;

/** Column for a query on `orders`: what has come by bank transfer, paise, and until when it may; null for other orders. */
export const transferOf =
  sql`(SELECT json_object('received', (SELECT coalesce(sum(amount), 0) FROM ${bankTransfers} WHERE order_id = orders.id),
    'until', p.hold_until) FROM ${payments} AS p WHERE p.order_id = orders.id AND p.method = 'transfer')`.mapWith(
    (json: string): { received: Paise; until: number } => JSON.parse(json),
  );

/** Column: what has come for an order by bank transfer, paise. @param order its id, also a column */
export const receivedOf = (order: string | SQL) =>
  sql<Paise>`(SELECT coalesce(sum(amount), 0) FROM ${bankTransfers} WHERE order_id = ${order})`;

/** Statement: the refunds of orders, oldest first, with what was given back. @param orderIds ids, or a query of them */
export const selectRefunds = (db: Db, orderIds: readonly string[] | SQLWrapper) =>
  db.read
    .select({
      refund: refunds,
      knowsAccount: sql<number>`(refunds.payout IS NOT NULL OR EXISTS (SELECT 1 FROM returns AS asked
        WHERE asked.payout IS NOT NULL AND asked.refund_id IN (refunds.id, refunds.rest_of)))`.mapWith(
        Boolean,
      ),
      items: sql<string>`(SELECT json_group_array(json_object('name', name, 'quantity', quantity, 'kind', kind))
        FROM ${reductions} AS given WHERE given.order_id = refunds.order_id AND given.refund_id = refunds.id
        AND (given.quantity > 0 OR given.position IS NULL))`,
    })
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));

export type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

/** An order with its online payment, if it has one. @param only another condition on the order */
export const withPayment = (db: Db, orderId: string, only?: SQL) =>
  db.read
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, orderId), only));

export type PlacedOrder = { order: OrderRow; lines: OrderLine[]; payment: Payment | undefined };
