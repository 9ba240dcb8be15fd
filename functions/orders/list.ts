/** An account's orders, newest first. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser, linkedOrder, sessionUserId } from '../lib/session.ts';
import type { PhotoUrl } from '../photos/photo-link.ts';
import { paidWith } from './purchase.ts';
import {
  cancelledOf,
  creditNotesOf,
  debitNotesOf,
  invoiceDayOf,
  invoiceTaxOf,
  selectRefunds,
  transferOf,
} from './queries.ts';
import { deliveredAt, returnableOf, selectReturnableLines, selectReturns } from './returns.ts';
import { serializeEvent, serializeOrder } from './serialize.ts';

/** Orders in one response. */
const maxOrders = 200;

/** @param photoUrl for the photos of returns @returns undefined for a dead session */
export async function listOrders(
  db: Db,
  { tokenHash, now }: Owner,
  photoUrl: PhotoUrl | undefined,
): Promise<ApiOrder[] | undefined> {
  // With an order's link only that order.
  const only = sql`(SELECT coalesce(order_id, ${orders.id}) FROM sessions WHERE token_hash = ${tokenHash})`;
  const mine = and(eq(orders.userId, sessionUserId(tokenHash, now, linkedOrder)), eq(orders.id, only));
  const newest = () => [desc(orders.createdAt), desc(orders.id)];
  const ids = () =>
    db.read
      .select({ id: orders.id })
      .from(orders)
      .where(mine)
      .orderBy(...newest())
      .limit(maxOrders);
  const [[person], rows, lines, refunds, returns, returnable] = await db.read.batch([
    findSessionUser(db, tokenHash, now, {}, linkedOrder),
    db.read
      .select({
        order: orders,
        creditNotes: creditNotesOf,
        debitNotes: debitNotesOf,
        invoiceTax: invoiceTaxOf,
        invoiceDay: invoiceDayOf,
        cancelled: cancelledOf,
        deliveredAt,
        paidWith,
        transfer: transferOf,
      })
      .from(orders)
      .where(mine)
      .orderBy(...newest())
      .limit(maxOrders),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids()))
      .orderBy(asc(orderLines.position)),
    selectRefunds(db, ids()),
    selectReturns(db, ids()),
    selectReturnableLines(db, ids()),
  ]);
  if (!person) return undefined;
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  const refundsByOrder = Map.groupBy(refunds, ({ refund }) => refund.orderId);
  const returnsByOrder = Map.groupBy(returns, ({ one }) => one.orderId);
  const returnableByOrder = Map.groupBy(returnable, ({ orderId }) => orderId);
  return rows.map(({ order, deliveredAt, ...more }) => {
    const asked = returnsByOrder.get(order.id) ?? [];
    const lines = returnableByOrder.get(order.id) ?? [];
    return serializeOrder(order, byOrder.get(order.id) ?? [], now, {
      ...more,
      refunds: refundsByOrder.get(order.id) ?? [],
      returns: asked,
      photoUrl,
      returnable: returnableOf(order.status, deliveredAt, lines, asked, now),
    });
  });
}

/** One order of the account with its history; undefined if the account has no such order. */
export async function findOrder(db: Db, { tokenHash, now }: Owner, id: string) {
  const mine = and(eq(orders.id, id), eq(orders.userId, sessionUserId(tokenHash, now, id)));
  const [[person], [order], events] = await db.read.batch([
    findSessionUser(db, tokenHash, now, {}, linkedOrder),
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
