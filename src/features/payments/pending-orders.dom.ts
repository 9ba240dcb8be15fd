/**
 * Orders whose payment was started in this tab, with their lines: after the payment exactly these lines leave the cart
 * (docs/behaviour.md 4.4). If the tab's storage is lost, the server's copy of the cart counts.
 */
import { type Cart, parseCart } from '#features/cart/cart.ts';
import { asRecord } from '#lib/record.ts';
import { readSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

/** @property confirming whether the shopper has read that the payment is being confirmed */
export type PendingOrder = { orderId: string; lines: Cart; confirming: boolean };

const storageKey = 'begunOrders';
/** An account has one pending order at a time; older ones may have ended while the shop was closed. */
const maxOrders = 5;

/** Parses the stored list. Entries that are not valid are dropped. */
export const parsePendingOrders = (stored: unknown): PendingOrder[] =>
  (Array.isArray(stored) ? stored : [])
    .map(asRecord)
    .flatMap(({ orderId, lines, confirming }) =>
      typeof orderId === 'string'
        ? [{ orderId, lines: parseCart(lines), confirming: confirming === true }]
        : [],
    );

/** The list with this order as the newest one. */
export const withOrder = (list: readonly PendingOrder[], order: PendingOrder): PendingOrder[] =>
  [...list.filter(({ orderId }) => orderId !== order.orderId), order].slice(-maxOrders);

/** Oldest first. */
export const pendingOrders = (): PendingOrder[] => parsePendingOrders(readSessionStorage(storageKey));

export const findPendingOrder = (orderId: string): PendingOrder | undefined =>
  pendingOrders().find((one) => one.orderId === orderId);

export const rememberPendingOrder = (orderId: string, lines: Cart): void =>
  writeSessionStorage(storageKey, withOrder(pendingOrders(), { orderId, lines, confirming: false }));

/** Stores that the shopper was asked to wait for this payment. */
export function markConfirming(orderId: string): void {
  const lines = findPendingOrder(orderId)?.lines ?? {};
  writeSessionStorage(storageKey, withOrder(pendingOrders(), { orderId, lines, confirming: true }));
}

export const forgetPendingOrder = (orderId: string): void =>
  writeSessionStorage(
    storageKey,
    pendingOrders().filter((one) => one.orderId !== orderId),
  );
