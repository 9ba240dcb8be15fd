/** An account's orders, newest first. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, refunds } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { answerEvent, answerOrder } from './serialize.ts';

/** How far the first refund of an order has come. Its columns are named in full: drizzle would leave the table out. */
const refundOf = sql<RefundStatus | null>`(SELECT refund.status FROM ${refunds} AS refund
  WHERE refund.order_id = orders.id ORDER BY refund.created_at LIMIT 1)`;

/** More than anybody scrolls through, and little enough for one answer. */
const most = 200;

/** @returns undefined for a dead token */
export async function listOrders(db: Db, { tokenHash, now }: Owner): Promise<ApiOrder[] | undefined> {
  const mine = eq(orders.userId, userIdOf(tokenHash, now));
  const newest = () => [desc(orders.createdAt), desc(orders.id)];
  const [[person], rows, lines] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select({ order: orders, refund: refundOf })
      .from(orders)
      .where(mine)
      .orderBy(...newest())
      .limit(most),
    db.read
      .select()
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          db.read
            .select({ id: orders.id })
            .from(orders)
            .where(mine)
            .orderBy(...newest())
            .limit(most),
        ),
      )
      .orderBy(asc(orderLines.position)),
  ]);
  if (!person) return undefined;
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return rows.map(({ order, refund }) => answerOrder(order, byOrder.get(order.id) ?? [], refund));
}

/** One order of the account with its history; undefined when it is not there or not theirs. */
export async function findOrder(db: Db, { tokenHash, now }: Owner, id: string) {
  const mine = and(eq(orders.id, id), eq(orders.userId, userIdOf(tokenHash, now)));
  const [[person], [order], events] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read.select().from(orders).where(mine),
    db.read
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, id), eq(orderEvents.shown, true)))
      .orderBy(asc(orderEvents.at), sql`rowid`),
  ]);
  if (!person) return 'signed_out' as const;
  return order && { order, history: events.map(answerEvent) };
}
