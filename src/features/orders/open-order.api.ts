/** Opens an order by the link in its emails (docs/behaviour.md 9.15). */
import { finishAccount } from '#features/accounts/guest.api.ts';
import { api, send, withToken } from '#lib/api.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import type { Outcome } from '#lib/outcome.ts';
import { takeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';

/**
 * @property guest whether the order belongs to a guest; otherwise it belongs to an account by now
 * @property readWith the guest's session, for a shopper who is signed in to an account and stays so
 * @property account whether there is an account with the order's email: none, the shopper's own, or one that they are not
 *   signed in to
 */
export type OpenedOrder = {
  orderId: string;
  reference: string;
  guest: boolean;
  readWith: string | undefined;
  account: 'none' | 'yours' | 'other';
};

/** The orders of a session. @param token the session's own if it is undefined */
export const listOrders = (token?: string) =>
  send(api.order.userorders.$post({ json: {} }, withToken(token)), { token });

/** Opens the order, and signs in as its guest on this device unless somebody is signed in to an account. */
export async function openOrder(link: string): Promise<Outcome<OpenedOrder>> {
  if (!$token.get()) await finishAccount(link);
  const opened = await send(api.order.open.$post({ json: { link } }));
  if (!opened.ok) return opened;
  const { orderId, reference, token, account } = opened.data;
  const order = { orderId, reference, guest: token !== null, account };
  if (!token) return { ok: true, data: { ...order, readWith: undefined } };
  if ($token.get()) return { ok: true, data: { ...order, readWith: token } };
  $guestToken.set(token);
  return { ok: true, data: { ...order, readWith: undefined } };
}

const linkKey = 'orderLink';

/** Keeps the link in this tab while the shopper signs in. */
export const keepLink = (link: string): void => writeSessionStorage(linkKey, link);

/** Returns, once, the link that was kept. */
export function takeKeptLink(): string | undefined {
  const link = takeSessionStorage(linkKey);
  return typeof link === 'string' ? link : undefined;
}
