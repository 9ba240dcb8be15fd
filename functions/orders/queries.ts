/** Parts of an order, as statements of a batch. */
import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, payments } from '#db/schema/index.ts';
import type { LineRow, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
/** Its lines, in the order in which they were put into the cart. */
export const linesOf = (db: Db, orderId: string) =>
  db.read.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position));

/** The order with its online payment, if it has one. @param only what else must hold of it */
export const withPayment = (db: Db, orderId: string, only?: SQL) =>
  db.read
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, orderId), only));

export type PlacedOrder = { order: OrderRow; lines: LineRow[]; payment: Payment | undefined };
