/**
 * Finds an order by its reference and a contact, for people without a session (docs/behaviour.md, "Order tracking").
 */
import { and, asc, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { attempts, isUnconfirmed, isUndo, orderEvents, orders, users } from '#db/schema/index.ts';
import { releaseAfter } from '#domain/orders/confirmation.ts';
import { completedSteps, progressSteps } from '#domain/orders/order.ts';
import type { ApiTrack, trackForm } from '#domain/orders/track.ts';
import { trackingUrl } from '#domain/shipping/couriers.ts';
import type { Call } from '../lib/call.ts';
import { couriers } from '../lib/couriers.ts';
import { widestOf } from '../lib/network.ts';
import { notFound, type Refusal, refuses } from '../lib/refusal.ts';
import { attemptKey } from '../limits/attempts.ts';
import { hourlyLimit, limitOfCall, networkLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';

/**
 * Networks together may make so many times the tries of one: enough that nobody locks an owner out from a few, and too few to
 * guess a phone number.
 */
const networksTogether = 20;

/**
 * One batch, the same for an unknown reference and for a wrong contact. Both are counted, for the networks, the reference
 * and the contact, and above a limit also a right try is refused. A right try is given back.
 */
export async function trackOrder(
  call: Call,
  { reference, contact }: z.output<typeof trackForm>,
): Promise<({ ok: true } & ApiTrack) | Refusal> {
  const { db, now, limits } = call;
  const networks = networkLimit('track', limitOfCall(call, limits.TRACK_TRIES_PER_HOUR));
  const network = widestOf(call.networks);
  // Of a contact too: else somebody who knows it could try all numbers.
  const [perReference, perContact] = [limits.TRACK_TRIES_PER_ORDER, limits.TRACK_TRIES_PER_CONTACT];
  const own = {
    reference: { key: attemptKey('track-reference', reference, network), most: perReference },
    contact: { key: attemptKey('track-contact', contact, network), most: perContact },
  };
  const all = {
    reference: { key: attemptKey('track-reference', reference), most: perReference * networksTogether },
    contact: { key: attemptKey('track-contact', contact), most: perContact * networksTogether },
  };
  /** What is above a limit of its network uses up no limit that others share. */
  const counted = ({ key, most }: Bound, when: SQL) =>
    hourlyLimit(sql`SELECT ${key} AS key WHERE ${when}`, most, now);
  const ownReference = counted(own.reference, networks.isWithin);
  const ownContact = counted(own.contact, networks.isWithin);
  const isWithin = sql`${networks.isWithin} AND ${isBelow(own.reference)} AND ${isBelow(own.contact)}`;
  const byReference = counted(all.reference, isWithin);
  const byContact = counted(all.contact, isWithin);
  const isRight = sql`${isWithin} AND ${isOrder(reference, contact)}`;
  const keys = [...Object.values(own), ...Object.values(all)].map(({ key }) => key);
  const [ofNetworks, ofOwnReference, ofOwnContact, ofReference, ofContact, [order], events] =
    await db.write.batch([
      networks.count(db),
      ownReference.count(db),
      ownContact.count(db),
      byReference.count(db),
      byContact.count(db),
      db.write
        .select({ ...orderColumns })
        .from(orders)
        .where(and(eq(orders.reference, reference), isRight)),
      db.write
        .select({ status: orderEvents.toStatus, at: orderEvents.at })
        .from(orderEvents)
        .where(
          and(
            sql`${orderEvents.orderId} = (SELECT id FROM ${orders} WHERE reference = ${reference})`,
            isNotNull(orderEvents.toStatus),
            not(isUndo(orderEvents.id)),
            isRight,
          ),
        )
        .orderBy(asc(orderEvents.at)),
      db.write
        .update(attempts)
        .set({ count: sql`${attempts.count} - 1` })
        .where(and(inArray(attempts.key, [...networks.keys, ...keys]), isRight)),
    ]);
  const wait =
    networks.wait(ofNetworks) ??
    ownReference.wait(ofOwnReference) ??
    ownContact.wait(ofOwnContact) ??
    byReference.wait(ofReference) ??
    byContact.wait(ofContact);
  if (wait) return tooManyTries(wait);
  return order
    ? { ok: true, ...serializeTrack(order, events) }
    : notFound('An order with this number and contact');
}
refuses(trackOrder, notFound);

type Bound = { key: string; most: number };

/** Condition after a request was counted: its counter is not above its limit. */
const isBelow = ({ key, most }: Bound): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${attempts} WHERE key = ${key} AND count > ${most})`;

const { reference, status, undelivered, createdAt, promisedFrom, promisedTo, courier, trackingId } = orders;
const orderColumns = {
  reference,
  status,
  undelivered,
  createdAt,
  promisedFrom,
  promisedTo,
  courier,
  trackingId,
  waits: sql<number>`${isUnconfirmed}`,
};

/** Condition: the order has this contact, in its address or in its account. */
const isOrder = (reference: string, contact: string): SQL => sql`EXISTS (SELECT 1 FROM ${orders} AS o
  LEFT JOIN ${users} AS buyer ON buyer.id = o.user_id WHERE o.reference = ${reference}
  AND ${contact} IN (o.address ->> 'email', o.address ->> 'phone', buyer.email, buyer.phone))`;

type Row = Pick<typeof orders.$inferSelect, Exclude<keyof typeof orderColumns, 'waits'>> & { waits: number };
type EventRow = Pick<typeof orderEvents.$inferSelect, 'at'> & { status: Row['status'] | null };

const serializeTrack = (order: Row, events: readonly EventRow[]): ApiTrack => ({
  reference: order.reference,
  status: order.status,
  undelivered: order.undelivered,
  placedAt: new Date(order.createdAt).toISOString(),
  confirmUntil: order.waits ? new Date(order.createdAt + releaseAfter).toISOString() : null,
  // The days count from confirming.
  promisedFrom: order.waits ? null : order.promisedFrom,
  promisedTo: order.waits ? null : order.promisedTo,
  courier: order.courier,
  trackingId: order.trackingId,
  trackingUrl: trackingUrl(couriers, order.courier, order.trackingId),
  steps: progressSteps.map((step, n) => {
    const done = !order.waits && n < completedSteps(order.undelivered ? 'Shipped' : order.status);
    // A step whose move was undone has an event, but is not done.
    const event = done ? events.findLast(({ status }) => status === step) : undefined;
    return { status: step, done, at: event ? new Date(event.at).toISOString() : null };
  }),
});
