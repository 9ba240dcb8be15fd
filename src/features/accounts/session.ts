/** Beginning and ending a session in the browser; the cart goes with it. */
import { forgetCart, joinGuestCart } from '#features/cart/cart.store.ts';
import { syncCart } from '#features/cart/cart.sync.ts';
import { forgetCode } from '#features/checkout/coupon.store.ts';
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';

/**
 * Keeps the token and lets the guest's cart join the account's. Resolves when the cart has been
 * offered to the server; should that fail, it is tried again on the next page.
 */
export async function startSession(token: string): Promise<void> {
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
  forgetCart(token);
  forgetCode();
  $token.set('');
}
