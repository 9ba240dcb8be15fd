/**
 * The signed link in the emails about a guest's order, which opens the order on any device (docs/behaviour.md,
 * "Order links").
 */
import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { isOpenRefund, orderEvents, orders, refunds, returns } from '#db/schema/index.ts';
import { ended } from '#domain/orders/order.ts';
import { openReturnStatuses } from '#domain/returns/return.ts';
import { endOfDay, oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { hashKey } from '../lib/hash-key.ts';
import { refusal } from '../lib/refusal.ts';
import { readSignedLink, signLink } from '../lib/signed-link.ts';
import { store } from '../lib/store.ts';
import { wrongSignature } from '../limits/wrong-signature.ts';

/** Days that a link works after an order has ended: 30, or as long as it can be returned, until the end of the day. */
const daysAfterEnd = Math.max(30, store.returns.days);

/** Condition on `orders`: an order that is not finished, whose refund or return is open. */
const isOpen = or(
  notInArray(orders.status, [...ended]),
  sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${orders.id} AND ${isOpenRefund})`,
  sql`EXISTS (SELECT 1 FROM ${returns} WHERE ${returns.orderId} = ${orders.id}
    AND ${inArray(returns.status, openReturnStatuses)})`,
);

/** Condition on `orders`: their links still work. The last thing that happened was the delivery, or what came after it. */
export const hasLiveLinks = (
  now: number,
): SQL => sql`(${isOpen} OR ${endOfDay(now) - (daysAfterEnd + 1) * oneDay} <= coalesce(
  (SELECT max(at) FROM ${orderEvents} WHERE order_id = ${orders.id} AND shown), ${orders.createdAt}))`;

/** An order as its links name it. @property linkVersion how often its links were withdrawn */
export type Linked = { id: string; linkVersion: number };

/** Condition on `orders`: the order of a link that was not withdrawn. */
export const isLinked = ({ id, linkVersion }: Linked): SQL | undefined =>
  and(eq(orders.id, id), eq(orders.linkVersion, linkVersion));

const [label, claimLabel, phoneLabel] = ['order-link', 'claim-link', 'phone-link'];

/** The id, and its version after the first links were withdrawn: those of earlier releases have none. */
export const linkedId = ({ id, linkVersion }: Linked): string => (linkVersion ? `${id}.${linkVersion}` : id);

const linkedIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[1-9]\d{0,5})?$/;

/** The order of a link, or `undefined` for a link that the shop has not signed. @param of the kind of link */
export function readLinked(key: KeyRing, of: string, link: string): Linked | undefined {
  const [id, version = 0] = readSignedLink(key, of, link, linkedIdPattern)?.split('.') ?? [];
  return id === undefined ? undefined : { id, linkVersion: Number(version) };
}

/** `<order id>.<signature>`, the part of the link after `/order#`. @param key EMAIL_HASH_KEY */
export const orderLink = (key: KeyRing, order: Linked): string => signLink(key, label, linkedId(order));

/**
 * The link of the email that a guest gets who chose a password. It does what an order's link does. It also proves the
 * address, which an order's link does not: emails about orders are passed on.
 */
export const claimLink = (key: KeyRing, order: Linked): string => signLink(key, claimLabel, linkedId(order));

/**
 * The link that an operator sends to the phone of an order. It opens the order as that of the emails does, but proves no
 * mailbox.
 */
export const phoneLink = (key: KeyRing, order: Linked): string => signLink(key, phoneLabel, linkedId(order));

/** Makes the URL that opens an order. */
export type OrderUrl = (order: Linked) => string;

export const deadOrderLink = refusal(
  404,
  'link_dead',
  'This link does not work, is too old, or was withdrawn. You can follow your order with its number and your phone.',
);

/**
 * @property sentBy how the link came to its holder
 * @property proves the link proves the guest's address, and was not passed on
 */
export type LinkedOrder = { order: Linked; sentBy: 'email' | 'phone'; proves: boolean };

/** The order that a link opens. A wrong signature is counted for the client's network. @throws Refusal */
export async function requireLinkedOrder(call: Call, link: string): Promise<LinkedOrder> {
  const order = readOrderLink(hashKey(call), link);
  if (order) return order;
  throw await wrongSignature(call, deadOrderLink());
}

/** The order that a link opens, or `undefined` for a link that the shop has not signed. */
export function readOrderLink(key: KeyRing, link: string): LinkedOrder | undefined {
  const claimed = readLinked(key, claimLabel, link);
  const mailed = claimed ?? readLinked(key, label, link);
  const order = mailed ?? readLinked(key, phoneLabel, link);
  return order && { order, sentBy: mailed ? 'email' : 'phone', proves: claimed !== undefined };
}
