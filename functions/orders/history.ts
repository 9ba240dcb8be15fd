/**
 * An order's history: for operators, and as the order's version. Rows are only added, so the number of rows that
 * somebody has read says whether the order has changed since.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, users } from '#db/schema/index.ts';
import type { Mover } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { pick } from '#lib/pick.ts';
import { notFound, refusal } from '../lib/refusal.ts';

/** More than any order has. */
const maxEvents = 1000;

/**
 * The order has changed since the operator read it.
 * @param status now @param seen number of rows of its history now @param changes the new rows
 */
export const orderChanged = refusal(
  409,
  'changed',
  (status: OrderStatus, seen: number, changes: DeskEvent[]) => ({
    message: 'This order has changed since you opened it. Nothing was done.',
    status,
    seen,
    changes,
  }),
);

export const orderNotFound = () => notFound('This order');

/** The number of rows of an order's history: its version. @param orderId also a column */
export const historyLength = (orderId: string | SQL): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId})`;

/** Statement: the order's history, oldest first. @param seen number of rows to leave out */
export const historyOf = (db: Db, orderId: string | SQL, seen = 0) =>
  db.read
    .select({ event: orderEvents, name: users.name })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(sql`${orderEvents}.rowid`)
    .limit(maxEvents)
    .offset(seen);

/**
 * Statement: the rows that the operator has not read. None if they have read all, or if `seen`
 * is undefined.
 */
export const eventsSince = (db: Db, orderId: string | SQL, seen: number | undefined) =>
  historyOf(db, orderId, seen ?? maxEvents);

/** Statement: which of these rows a history has already. @param ids of reports that may come twice */
export const selectReported = (db: Db, ids: readonly (string | SQL)[]) =>
  db.read.select({ id: orderEvents.id }).from(orderEvents).where(sql`${orderEvents.id} IN ${ids}`);

type Row = Awaited<ReturnType<typeof historyOf>>[number];

const actors: Record<Exclude<Mover, 'operator'>, string> = {
  shopper: 'The shopper',
  provider: 'The payment provider',
  shop: 'The shop',
};

/** The event for operators. An operator's name replaces the account id. */
export const deskEvent = ({ event, name }: Row): DeskEvent => ({
  ...pick(event, ['id', 'at', 'kind', 'reason', 'shown']),
  status: event.toStatus,
  // Rows of an earlier release name the job.
  by: event.actor === 'operator' ? (name ?? 'A former operator') : (actors[event.actor] ?? actors.shop),
});

/** @param status of the order now @param seen rows that the operator had read @param rows of {@link eventsSince} */
export const changedOrder = (status: OrderStatus, seen: number | undefined, rows: readonly Row[]) =>
  orderChanged(status, (seen ?? 0) + rows.length, rows.map(deskEvent));
