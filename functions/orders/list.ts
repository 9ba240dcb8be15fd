/** An account's orders, newest first. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, refunds } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import type { Owner } from '../session/owner.ts';
import { findSessionUser, sessionUserId } from '../session/session.ts';
import { cancelledOf, creditNotesOf } from './queries.ts';
import { serializeEvent, serializeOrder } from './serialize.ts';

/** Status of an order's first refund. The SQL names the tables, since drizzle would leave them out. */
const refundOf = sql<RefundStatus | null>`(SELECT refund.status FROM ${refunds} AS refund
  WHERE refund.order_id = orders.id ORDER BY refund.created_at LIMIT 1)`;

/** Orders in one response. */
const maxOrders = 200;

/** @returns undefined for a dead session */
export async function listOrders(db: Db, { tokenHash, now }: Owner): Promise<ApiOrder[] | undefined> {
  const mine = eq(orders.userId, sessionUserId(tokenHash, now));
  const newest = () => [desc(orders.createdAt), desc(orders.id)];
  const [[person], rows, lines] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    db.read
      .select({ order: orders, refund: refundOf, creditNotes: creditNotesOf, cancelled: cancelledOf })
      .from(orders)
      .where(mine)
      .orderBy(...newest())
      .limit(maxOrders),
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
            .limit(maxOrders),
        ),
      )
      .orderBy(asc(orderLines.position)),
  ]);
  if (!person) return undefined;
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return rows.map(({ order, ...more }) =>
    serializeOrder(order, byOrder.get(order.id) ?? [], more),
  );
}

/** One order of the account with its history; undefined if the account has no such order. */
export async function findOrder(db: Db, { tokenHash, now }: Owner, id: string) {
  const mine = and(eq(orders.id, id), eq(orders.userId, sessionUserId(tokenHash, now)));
  const [[person], [order], events] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    db.read.select().from(orders).where(mine),
    db.read
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, id), eq(orderEvents.shown, true)))
      .orderBy(asc(orderEvents.at), sql`rowid`),
  ]);
  if (!person) return 'signed_out' as const;
  return order && { order, history: events.map(serializeEvent) };
}
