/**
 * Orders whose payment was started in this tab, with their lines: after the payment exactly these lines leave the cart
 * (docs/behaviour.md, "Cart after an order"). If the tab's storage is lost, the server's copy of the cart counts.
 */

import { type Cart, parseCart } from '#domain/cart/cart.ts';
import { asRecord } from '#lib/record.ts';
import { readSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

/**
 * @property confirming whether the shopper has read that the payment is being confirmed
 * @property left whether they left the payment without paying: the order keeps its pieces, and the next one continues it
 */
export type PendingOrder = { orderId: string; lines: Cart; confirming: boolean; left: boolean };

const storageKey = 'begunOrders';
/** An account has one pending order at a time; older ones may have ended while the shop was closed. */
const maxOrders = 5;

/** Parses the stored list. Entries that are not valid are dropped. */
export const parsePendingOrders = (stored: unknown): PendingOrder[] =>
  (Array.isArray(stored) ? stored : [])
    .map(asRecord)
    .flatMap(({ orderId, lines, confirming, left }) =>
      typeof orderId === 'string'
        ? [{ orderId, lines: parseCart(lines), confirming: confirming === true, left: left === true }]
        : [],
    );

/** The list with this order as the newest one. */
export const withOrder = (list: readonly PendingOrder[], order: PendingOrder): PendingOrder[] =>
  [...list.filter(({ orderId }) => orderId !== order.orderId), order].slice(-maxOrders);

/** Oldest first. */
export const pendingOrders = (): PendingOrder[] => parsePendingOrders(readSessionStorage(storageKey));

export const findPendingOrder = (orderId: string): PendingOrder | undefined =>
  pendingOrders().find((one) => one.orderId === orderId);

const store = (order: PendingOrder): void =>
  writeSessionStorage(storageKey, withOrder(pendingOrders(), order));

/** A new order takes the place of those whose payment was left. */
export function rememberPendingOrder(orderId: string, lines: Cart): void {
  const others = pendingOrders().filter(({ left }) => !left);
  writeSessionStorage(storageKey, withOrder(others, { orderId, lines, confirming: false, left: false }));
}

/** Stores that the shopper was asked to wait for this payment, or has left it. */
export const markPendingOrder = (orderId: string, state: 'confirming' | 'left'): void =>
  store({
    orderId,
    lines: findPendingOrder(orderId)?.lines ?? {},
    confirming: state === 'confirming',
    left: state === 'left',
  });

/** Pieces of a product that are kept for this tab by an order whose payment was left. */
export const keptPieces = (id: string): number => {
  const order = pendingOrders().at(-1);
  return (order?.left && order.lines[id]) || 0;
};

export const forgetPendingOrder = (orderId: string): void =>
  writeSessionStorage(
    storageKey,
    pendingOrders().filter((one) => one.orderId !== orderId),
  );
