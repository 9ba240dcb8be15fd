/**
 * An order's history as operators see it, whole and with names, and as its version: it only ever grows,
 * so how many rows somebody had seen says whether anything has happened since.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, users } from '#db/schema/index.ts';
import type { DeskEvent } from '#features/desk/orders.ts';
import type { Mover } from '#features/orders/moves.ts';
import type { OrderStatus } from '#features/orders/order.ts';

/** More than any order lives through. */
const most = 1000;

/** How an order stands that has changed since its writer looked. @property seen rows of history by now */
export type Changed = {
  ok: false;
  code: 'changed';
  status: OrderStatus;
  seen: number;
  changes: DeskEvent[];
};

/** Condition of a write batch: nothing has happened to the order since `seen` rows; true where nobody says. */
export const asSeen = (orderId: string, seen: number | undefined): SQL =>
  seen === undefined
    ? sql`true`
    : sql`(SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId}) <= ${seen}`;

/** What has happened, in the order in which it was written down. @param seen rows to leave out */
export const historyOf = (db: Db, orderId: string, seen = 0) =>
  db.read
    .select({ event: orderEvents, name: users.name })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(sql`${orderEvents}.rowid`)
    .limit(most)
    .offset(seen);

/**
 * For the beginning of a write batch, before it writes: what its writer had not seen. No row means that
 * they had seen all, or do not say.
 */
export const unseen = (db: Db, orderId: string, seen: number | undefined) =>
  historyOf(db, orderId, seen ?? most);

type Row = Awaited<ReturnType<typeof historyOf>>[number];

const actors: Record<Exclude<Mover, 'operator'>, string> = {
  shopper: 'The shopper',
  provider: 'The payment service',
  shop: 'The shop',
};

/** Who did it, by name where it was one of us. */
export const answerHistory = ({ event, name }: Row): DeskEvent => ({
  _id: event.id,
  at: new Date(event.at).toISOString(),
  kind: event.kind,
  status: event.toStatus,
  reason: event.reason,
  shown: event.shown,
  by: event.actor === 'operator' ? (name ?? 'A former operator') : actors[event.actor],
});

/** @param status how the order stands now @param seen what the writer had seen @param rows what {@link unseen} found */
export const changed = (status: OrderStatus, seen: number | undefined, rows: readonly Row[]): Changed => ({
  ok: false,
  code: 'changed',
  status,
  seen: (seen ?? 0) + rows.length,
  changes: rows.map(answerHistory),
});
