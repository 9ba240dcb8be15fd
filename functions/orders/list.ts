/** An account's orders, newest first. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { orderEvents, orderLines, orders, sessions } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { ApiPastOrder } from '#domain/orders/past-order.ts';
import { trackingUrl } from '#domain/shipping/couriers.ts';
import type { Call } from '../lib/call.ts';
import { couriers } from '../lib/couriers.ts';
import { notFound, type Refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, linkedOrder, sessionUserId } from '../lib/session.ts';
import { mayConfirm, unprovedMessage } from './confirmation.ts';
import { orderNotFound } from './history.ts';
import { selectPastOrders, serializePastOrder } from './past-orders.ts';
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

/**
 * The orders of the session, the newest first.
 * @returns `earlier`: those of an earlier shop, if there are some. Only an account that has proved its address has them: anybody can
 * type an address.
 */
export async function listOrders({
  db,
  owner: { tokenHash, now },
  urls,
}: Call): Promise<Refusal | { orders: ApiOrder[]; earlier?: ApiPastOrder[] }> {
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
  const provedEmail = sql`(SELECT email FROM users
    WHERE id = ${sessionUserId(tokenHash, now)} AND guest = 0 AND verified_at IS NOT NULL)`;
  const [[person], rows, lines, refunds, returns, returnable, earlier] = await db.read.batch([
    findSessionUser(db, tokenHash, now, { isProved: mayConfirm(sql`${sessions.orderId}`) }, linkedOrder),
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
    selectPastOrders(db, provedEmail),
  ]);
  if (!person) return signedOut();
  const unproved = person.isProved ? undefined : unprovedMessage(person);
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  const refundsByOrder = Map.groupBy(refunds, ({ refund }) => refund.orderId);
  const returnsByOrder = Map.groupBy(returns, ({ one }) => one.orderId);
  const returnableByOrder = Map.groupBy(returnable, ({ orderId }) => orderId);
  const serialized = rows.map(({ order, deliveredAt, ...more }) => {
    const asked = returnsByOrder.get(order.id) ?? [];
    const lines = returnableByOrder.get(order.id) ?? [];
    return serializeOrder(order, byOrder.get(order.id) ?? [], now, {
      ...more,
      refunds: refundsByOrder.get(order.id) ?? [],
      returns: asked,
      photoUrl: urls.photo,
      unproved,
      returnable: returnableOf(order.status, deliveredAt, lines, asked, now),
    });
  });
  return { orders: serialized, ...(earlier.length && { earlier: earlier.map(serializePastOrder) }) };
}

/** Where an order of the session is, with its history. */
export async function readTracking(
  { db, owner: { tokenHash, now } }: Call,
  { orderId: id }: { orderId: string },
) {
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
  if (!person) return signedOut();
  if (!order) return orderNotFound();
  const { status, trackingId, courier: courierPartner } = order;
  const url = trackingUrl(couriers, courierPartner, trackingId);
  const history = events.map(serializeEvent);
  return { trackingInfo: { orderId: order.id, status, trackingId, courierPartner, url, history } };
}
refuses(readTracking, notFound);
