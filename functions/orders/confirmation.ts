/** Confirming an order on delivery, by its buyer or by an operator (docs/behaviour.md, "Confirming a cash order"). */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { isUnconfirmed, orderEvents, orders, users } from '#db/schema/index.ts';
import { confirmRequest } from '#domain/orders/confirmation.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { hasLiveLinks, isLinked, type Linked } from '../guests/order-link.ts';
import { promiseFor } from '../lib/delivery.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, isOperator, linkedOrder, sessionUserId } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderChanged,
  orderNotFound,
} from './history.ts';
import { hasProvedMailbox } from './holds.ts';
import { type OrderContext, refusalOf } from './operator.ts';

/** Orders of a buyer, or of a guest's email address, that are looked at. */
const newest = 5;

/**
 * Columns for a query on the buyer's account: what decides whether an order is confirmed (ConfirmFacts). A guest is new on
 * each device, so orders with the same email address count too. @param phone of the order
 */
export function confirmFacts(buyer: { id: SQL; email: SQL; guest: SQL }, phone: string) {
  const ofBuyer = sql`(SELECT created_at, status, undelivered FROM ${orders} WHERE user_id = ${buyer.id}
    ORDER BY created_at DESC LIMIT ${newest})`;
  const ofEmail = sql`(SELECT created_at, status FROM ${orders} INDEXED BY orders_email
    WHERE ${buyer.guest} = 1 AND lower(address ->> 'email') = lower(${buyer.email}) ORDER BY rowid DESC LIMIT ${newest})`;
  // The newest row comes first, so the search ends with it.
  const delivered = (of: SQL) =>
    sql`coalesce((SELECT created_at FROM ${of} WHERE status = 'Delivered' LIMIT 1), 0)`;
  return {
    lastDelivered: sql<number | null>`nullif(max(${delivered(ofBuyer)}, ${delivered(ofEmail)}), 0)`,
    lastCameBack: sql<number | null>`nullif(max(
      coalesce((SELECT max(created_at) FROM ${ofBuyer} WHERE undelivered = 1), 0),
      coalesce((SELECT created_at FROM ${orders} INDEXED BY orders_undelivered
        WHERE address ->> 'phone' = ${phone} AND undelivered = 1 ORDER BY rowid DESC LIMIT 1), 0)), 0)`,
  };
}

/** What an operator sends the buyer by WhatsApp. @param order total: paise @param link opens the order */
export const askToConfirm = (
  { total, ...order }: { name: string; reference: string; total: Paise },
  link: string | undefined,
): string => confirmRequest({ ...order, shop: store.name, amount: formatPrice(total), link });

/** Why an order is not confirmed. */
export const confirmRefusals = {
  notFound,
  /** The caller has not shown that the mailbox or the phone of the order is theirs. */
  unproved: refusal(403, 'unproved', ({ email, guest }: { email: string; guest: boolean }) => ({
    message: guest
      ? `Please open the email that we have sent to ${email}, and confirm there: its link shows us that the address is yours.`
      : `Please confirm your email address first, by the link that we have sent to ${email}. Then press again.`,
  })),
  changed: orderChanged,
  ended: refusal(409, 'ended', (status: OrderStatus) => ({
    message: `This order is ${status.toLowerCase()}. Nothing needs to be confirmed.`,
    status,
  })),
};

/** @property seen rows of the order's history by now */
type Confirmed = { ok: true; status: OrderStatus; seen: number };

/** Columns of a query on `orders`: where the order goes. */
export const placeOfOrder = {
  zipcode: sql<string | null>`${orders.address} ->> 'zipcode'`,
  state: sql<string | null>`${orders.address} ->> 'state'`,
};

/**
 * The days that the shop promises for an order that goes ahead now. @param now UTC ms
 * @returns undefined if its address is no longer served: then the days stay
 */
export function newDays({ zipcode, state }: { zipcode: string | null; state: string | null }, now: number) {
  const promise = promiseFor(zipcode ?? '', state ?? '', now);
  return promise.served ? { promisedFrom: promise.from, promisedTo: promise.to } : undefined;
}

/** The same of an order that has to be read first. */
async function newDaysOf(db: Db, orderId: string, now: number) {
  const [place] = await db.read.select(placeOfOrder).from(orders).where(eq(orders.id, orderId));
  return place && newDays(place, now);
}

/** The statements that confirm an order that waits for it. @param who the caller may do it; actor for the history */
function confirm(
  db: Db,
  orderId: string,
  who: { by: 'shopper' | 'operator'; id: SQL; may: SQL },
  now: number,
  days: ReturnType<typeof newDays>,
) {
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const reason = who.by === 'shopper' ? 'The order will be paid on delivery.' : 'Confirmed by phone.';
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, id, ${now}, ${who.by}, ${who.id}, 'confirmation', ${reason}
      FROM ${orders} WHERE id = ${orderId} AND ${isUnconfirmed} AND ${who.may}`),
    db.write
      .update(orders)
      .set({ confirmedAt: now, ...days })
      .where(and(eq(orders.id, orderId), done)),
    enqueueOrderEmail(db, { kind: 'order_confirmed', orderId }, changeCause(eventId), now, done),
  ] as const;
}

/**
 * Confirms an order for its buyer. The person who places an order has its session, so the session counts only once its mailbox is
 * known to be real; a link that was sent to the order's mailbox or phone counts by itself. An order that is confirmed
 * already, was never asked to be, or is being packed, is confirmed again without a change.
 * @param linked of such a link; the token of an opened link counts too
 */
export async function confirmOrder(
  db: Db,
  owner: Owner,
  { orderId, linked }: { orderId: string; linked: Linked | undefined },
): Promise<Confirmed | Refusal> {
  const id = sessionUserId(owner.tokenHash, owner.now, orderId);
  const buyer = sql`SELECT 1 FROM ${users} AS buyer WHERE buyer.id = ${orders}.user_id`;
  const mine = linked
    ? sql`EXISTS (${buyer}) AND ${isLinked(linked)} AND ${hasLiveLinks(owner.now)}`
    : sql`user_id = ${id}`;
  const ofLink = sql`EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${owner.tokenHash} AND order_id = ${orderId})`;
  const isProved = linked
    ? sql`true`
    : sql`(${ofLink} OR EXISTS (${buyer} AND ${hasProvedMailbox(sql`buyer`)}))`;
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now, {}, linkedOrder),
    db.write
      .select({ status: orders.status, seen: historyLength(orderId), waits: sql<number>`(${isUnconfirmed})` })
      .from(orders)
      .where(and(eq(orders.id, orderId), mine)),
  ] as const;
  const who = { by: 'shopper', id: linked ? sql`user_id` : id, may: sql`${mine} AND ${isProved}` } as const;
  const days = await newDaysOf(db, orderId, owner.now);
  const results = await db.write.batch([...confirm(db, orderId, who, owner.now, days), ...queries]);
  const [[person], [order]] = lastResults(results, queries);
  if (!person && !linked) return signedOut();
  if (!order) return orderNotFound();
  const { status, seen } = order;
  if (status === 'Cancelled' || status === 'Returned') return confirmRefusals.ended(status);
  return order.waits && person ? confirmRefusals.unproved(person) : { ok: true, status, seen };
}

/** An operator has called the buyer. @param seen number of rows of the order's history that the operator had read */
export async function confirmAsOperator(
  { db, now }: OrderContext,
  owner: Owner,
  { orderId, seen }: { orderId: string; seen: number },
): Promise<Confirmed | Refusal> {
  const may = sql`${isOperator(owner)} AND ${isUnchangedSince(orderId, seen)}`;
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({ status: orders.status, seen: historyLength(orderId), confirmedAt: orders.confirmedAt })
      .from(orders)
      .where(eq(orders.id, orderId)),
  ] as const;
  const days = await newDaysOf(db, orderId, now);
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    ...confirm(
      db,
      orderId,
      { by: 'operator', id: sessionUserId(owner.tokenHash, owner.now), may },
      now,
      days,
    ),
    ...queries,
  ]);
  const [[person], [order]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!order) return orderNotFound();
  if (results[0].length) return changedOrder(order.status, seen, results[0]);
  return order.confirmedAt === null
    ? confirmRefusals.ended(order.status)
    : { ok: true, status: order.status, seen: order.seen };
}
