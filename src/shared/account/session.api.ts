/** Starts and ends the session in the browser, with its cart. */

import { forgetCartSnapshot } from '#domain/offline/cart-snapshot.ts';
import { api, send } from '#lib/api.ts';
import { store } from '#lib/device-storage.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { removeSessionStorage, typedKey } from '#lib/session-storage.dom.ts';
import { $token } from '#lib/token.store.ts';
import { syncCart, withLock } from '../cart/cart.api.ts';
import { forgetCart, joinGuestCart } from '../cart/cart-owner.store.ts';
import { forgetCode } from '../cart/coupon.store.ts';
import { forgetSearches } from '../search/recent-searches.dom.ts';
import { accountWishesKey, viewedKey } from './device-keys.ts';

/** Never resolves: keeps a form busy while the page is being left. */
export const untilUnload = new Promise<never>(() => {});

/**
 * Stores the token and merges the guest's cart into the account's. Resolves when the cart was sent; if that fails, the
 * next page tries again. Removes the account that was signed in on this device before, with its cart.
 */
export async function startSession(token: string): Promise<void> {
  const before = $token.get();
  if (before) {
    forgetCart(before);
    void forgetCartSnapshot();
  }
  $token.set(token);
  joinGuestCart(token);
  await syncCart();
}

/** Signs out here and on the server, and removes the account's cart, wish list and the chosen code from this device. */
export async function endSession(): Promise<void> {
  const token = $token.get();
  if (!token) return;
  await syncCart();
  // No tab syncs meanwhile: it would be refused, and would keep the cart on this device as a guest's.
  await withLock(async () => {
    // Even after a failure the session is removed here: the shopper has asked to sign out.
    await send(api.user.logout.$post());
    forgetSession(token);
  });
}

/** Removes an ended session, its cart, wish list, searches and viewed products, and the guest who has ordered here before, from this device. */
export function forgetSession(token: string): void {
  forgetCart(token);
  forgetCode();
  forgetSearches();
  store('localStorage', viewedKey, undefined);
  store('localStorage', accountWishesKey, undefined);
  removeSessionStorage(typedKey);
  void forgetCartSnapshot();
  $guestToken.set('');
  $token.set('');
}
