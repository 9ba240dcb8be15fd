/**
 * Orders whose payment was begun in this tab, with what was ordered: whoever comes back from paying finds
 * exactly that taken out of the cart, and nothing else (docs/behaviour.md 4.4). When the tab has forgotten,
 * the server's copy of the cart decides.
 */
import { type Cart, parseCart } from '#features/cart/cart.ts';
import { asRecord, readTab, writeTab } from '#lib/tab.ts';

/** @property confirming the shopper was told that the payment is being confirmed */
export type Ordered = { orderId: string; lines: Cart; confirming: boolean };

const slot = 'begunOrders';
/** An account has one pending order at a time; a few more cover what ended unseen. */
const most = 5;

/** Reads what was stored, by us or by whoever got there first. */
export const parseOrdered = (stored: unknown): Ordered[] =>
  (Array.isArray(stored) ? stored : [])
    .map(asRecord)
    .flatMap(({ orderId, lines, confirming }) =>
      typeof orderId === 'string'
        ? [{ orderId, lines: parseCart(lines), confirming: confirming === true }]
        : [],
    );

/** The list with this order as its newest one. */
export const withOrder = (list: readonly Ordered[], order: Ordered): Ordered[] =>
  [...list.filter(({ orderId }) => orderId !== order.orderId), order].slice(-most);

/** Oldest first. */
export const begunOrders = (): Ordered[] => parseOrdered(readTab(slot));

export const findOrdered = (orderId: string): Ordered | undefined =>
  begunOrders().find((one) => one.orderId === orderId);

export const rememberOrdered = (orderId: string, lines: Cart): void =>
  writeTab(slot, withOrder(begunOrders(), { orderId, lines, confirming: false }));

/** The shopper was told to wait for this one. */
export function markConfirming(orderId: string): void {
  const lines = findOrdered(orderId)?.lines ?? {};
  writeTab(slot, withOrder(begunOrders(), { orderId, lines, confirming: true }));
}

export const forgetOrdered = (orderId: string): void =>
  writeTab(
    slot,
    begunOrders().filter((one) => one.orderId !== orderId),
  );
