/** Confirming an order on delivery, by its buyer or by an operator (docs/behaviour.md, "Confirming a cash order"). */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { orders, users } from '#db/schema/index.ts';
import { confirmRequest } from '#domain/orders/confirmation.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { deadOrderLink, hasLiveLinks, isLinked, requireLinkedOrder } from '../guests/order-link.ts';
import type { Call } from '../lib/call.ts';
import { newDays } from '../lib/delivery.ts';
import { notConfigured } from '../lib/hash-key.ts';
import { notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import {
  type Caller,
  type Change,
  type Changed,
  changeOrder,
  type OrderRead,
  type OrderVersion,
  type RowsOf,
} from './change-order.ts';
import { update } from './effects.ts';
import { orderChanged, orderNotFound } from './history.ts';
import { hasProvedMailbox } from './holds.ts';
import type { OrderCall } from './operator.ts';

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

/** Condition on `users`: a session may confirm an order. @param linkedOrder the order of a link's session; NULL for others */
export const mayConfirm = (linkedOrder: SQL): SQL<number> =>
  sql<number>`(${linkedOrder} IS NOT NULL OR ${hasProvedMailbox(sql`users`)})`;

/** How a buyer shows that the mailbox is theirs. */
export const unprovedMessage = ({ email, guest }: { email: string; guest: boolean }): string =>
  guest
    ? `Please open the email that we have sent to ${email}, and confirm there: its link shows us that the address is yours.`
    : `Please confirm your email address first, by the link that we have sent to ${email}. Then press again.`;

/** Why an order is not confirmed. */
export const confirmRefusals = {
  notFound,
  /** The caller has not shown that the mailbox or the phone of the order is theirs. */
  unproved: refusal(403, 'unproved', (buyer: { email: string; guest: boolean }) => ({
    message: unprovedMessage(buyer),
  })),
  changed: orderChanged,
  ended: refusal(409, 'ended', (status: OrderStatus) => ({
    message: `This order is ${status.toLowerCase()}. Nothing needs to be confirmed.`,
    status,
  })),
};

/** The change that confirms an order which waits for it. */
function confirming({ order, by }: OrderRead, now: number): Change<Changed> {
  const { id: orderId, status, address } = order;
  const text = by === 'shopper' ? 'The order will be paid on delivery.' : 'Confirmed by phone.';
  return {
    event: { kind: 'confirmation', text },
    effects: [
      update(orders, orderId, { confirmedAt: now, ...newDays(address, now) }),
      { effect: 'email', email: { kind: 'order_confirmed', orderId } },
    ],
    result: (seen) => ({ ok: true, status, seen }),
  };
}

/** Whether an order on delivery waits for being confirmed, as the condition of the same name says it in SQL. */
export const isUnconfirmed = ({ status, confirmReason, confirmedAt }: OrderRead['order']): boolean =>
  status === 'Order Placed' && confirmReason !== null && confirmedAt === null;

/**
 * Confirms an order for its buyer. The person who places an order has its session, so the session counts only once its mailbox is
 * known to be real; a link that was sent to the order's mailbox or phone counts by itself. An order that is confirmed
 * already, was never asked to be, or is being packed, is confirmed again without a change.
 * @property link such a link; the token of an opened link counts too
 */
export async function confirmOrder(
  call: Call,
  { orderId, link }: { orderId: string; link?: string | undefined },
): Promise<Changed | Refusal> {
  const { db, owner } = call;
  const { tokenHash, now } = owner;
  const { order } = link === undefined ? {} : await requireLinkedOrder(call, link);
  const linked = order?.id === orderId ? order : undefined;
  const isLive = linked ? and(isLinked(linked), hasLiveLinks(now)) : sql`true`;
  const linkedOrder = sql`(SELECT order_id FROM sessions WHERE token_hash = ${tokenHash} AND order_id = ${orderId})`;
  const reads = [
    db.read
      .select({
        isLive: sql<number>`${isLive}`,
        isProved: linked ? sql<number>`1` : mayConfirm(linkedOrder),
        id: users.id,
        email: users.email,
        guest: users.guest,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(eq(orders.id, orderId)),
  ] as const;
  const decide = (read: OrderRead, [buyer]: RowsOf<typeof reads>[0]) => {
    const { order, events } = read;
    const { status } = order;
    if (!buyer?.isLive) return orderNotFound();
    if (status === 'Cancelled' || status === 'Returned') return confirmRefusals.ended(status);
    if (!isUnconfirmed(order)) return { ok: true, status, seen: events } as const;
    return buyer.isProved ? confirming(read, now) : confirmRefusals.unproved(buyer);
  };
  const caller: Caller = linked
    ? { by: 'shopper', actorId: sql`(SELECT user_id FROM ${orders} WHERE id = ${orderId})` }
    : { owner, as: 'linked' };
  return changeOrder<Changed, typeof reads>({ db, now }, caller, { orderId }, reads, decide);
}
refuses(confirmOrder, confirmRefusals, deadOrderLink, signedOut, notConfigured);

/** An operator has called the buyer. @param version what the operator had read */
export const confirmAsOperator = (call: OrderCall, version: OrderVersion): Promise<Changed | Refusal> =>
  changeOrder<Changed>(call, { owner: call.owner, as: 'operator' }, version, [], (read) => {
    const { status, confirmedAt } = read.order;
    if (isUnconfirmed(read.order)) return confirming(read, call.now);
    return confirmedAt === null ? confirmRefusals.ended(status) : { ok: true, status, seen: read.events };
  });
refuses(confirmAsOperator, confirmRefusals);
