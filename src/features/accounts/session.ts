/** Beginning and ending a session in the browser; the cart goes with it. */
import { forgetCart, joinGuestCart } from '#features/cart/cart.store.ts';
import { syncCart } from '#features/cart/cart.sync.ts';
import { forgetFacts } from '#features/offline/snapshot.ts';
import { forgetCode } from '#features/pricing/coupon.store.ts';
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';

/** For what is done once a page is being left: it stays busy until it is gone. */
export const untilGone = new Promise<never>(() => {});

/**
 * Keeps the token and lets the guest's cart join the account's. Resolves when the cart has been
 * offered to the server; should that fail, it is tried again on the next page. Who was signed in
 * before, on this device, leaves it with their cart.
 */
export async function startSession(token: string): Promise<void> {
  const before = $token.get();
  if (before) {
    forgetCart(before);
    void forgetFacts();
  }
  $token.set(token);
  joinGuestCart(token);
  await syncCart();
}

/** Signs out here and on the server, and takes the account's cart, and a code that was typed, off this device. */
export async function endSession(): Promise<void> {
  const token = $token.get();
  if (!token) return;
  await syncCart();
  // Whatever the server says, this device forgets: the person has asked to leave it.
  await send(api.user.logout.$post());
  forgetSession(token);
}

/** Takes a session that is over, and its cart, off this device. */
export function forgetSession(token: string): void {
  forgetCart(token);
  forgetCode();
  void forgetFacts();
  $token.set('');
}
