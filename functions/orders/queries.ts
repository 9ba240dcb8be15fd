/** Statements that read parts of an order. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, payments, reductions } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { CancelledUnits } from '#features/orders/order.ts';

/** The lines of an order, as they were in the cart. */
export const linesOf = (db: Db, orderId: string) =>
  db.read.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));

/** Column for a query on `orders`: the units that were cancelled before the parcel was handed over, oldest first. */
export const cancelledOf =
  sql`(SELECT json_group_array(json_object('_id', product_id, 'name', name, 'quantity', quantity))
  FROM ${reductions} WHERE order_id = orders.id AND kind = 'cancelled')`.mapWith(
    (json: string): CancelledUnits[] => JSON.parse(json),
  );

/** An order with its online payment, if it has one. @param only another condition on the order */
export const withPayment = (db: Db, orderId: string, only?: SQL) =>
  db.read
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, orderId), only));

export type PlacedOrder = { order: OrderRow; lines: OrderLine[]; payment: Payment | undefined };
