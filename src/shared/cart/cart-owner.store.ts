/**
 * What signing in, signing out and a confirmed order do to the carts of this device. Not in cart.store.ts, which every page
 * loads.
 */
import { type Cart, maxPerLine, setQuantity, withLine } from '#domain/cart/cart.ts';
import {
  $cart,
  $owner,
  $unsent,
  $userCarts,
  guest,
  omit,
  setCart,
  setUnsent,
  unsentOf,
} from './cart.store.ts';

/** The larger quantity of each line, capped: how a guest's cart joins an account's. */
export function merge(one: Cart, other: Cart): Cart {
  return Object.entries(other).reduce<Cart>(
    (cart, [id, quantity]) =>
      quantity > (cart[id] ?? 0) ? withLine(cart, id, Math.min(maxPerLine, quantity)) : cart,
    one,
  );
}

/** Removes the ordered quantities from the cart, and nothing else (docs/behaviour.md, "Cart after an order"). */
export function removeOrdered(cart: Cart, ordered: Cart): Cart {
  return Object.entries(ordered).reduce(
    (rest, [id, quantity]) =>
      Object.hasOwn(rest, id) ? setQuantity(rest, id, (rest[id] ?? 0) - quantity) : rest,
    cart,
  );
}

/** Removes the lines of a confirmed order. The server has removed them from its copy in the batch of the order. */
export function removeOrderedLines(ordered: Cart): void {
  const owner = $owner.get();
  const left = removeOrdered($cart.get(), ordered);
  setCart(owner, left);
  const unsent = unsentOf(owner);
  // Lines that another tab has changed meanwhile still have to be sent, with their remaining quantity.
  const open = Object.entries(unsent.lines).map(([id, quantity]) => [
    id,
    id in ordered ? (left[id] ?? 0) : quantity,
  ]);
  setUnsent(owner, { ...unsent, lines: Object.fromEntries(open) });
}

/** On sign-in: merges the guest's lines at once, and notes that the server's copy needs them. */
export function joinGuestCart(token: string): void {
  const carts = $userCarts.get();
  const lines = carts[guest] ?? {};
  if (!Object.keys(lines).length) return;
  setCart(token, merge(carts[token] ?? {}, lines));
  setUnsent(token, { ...unsentOf(token), joining: 'wanted' });
}

/** On sign-out: removes the account's cart from this device. */
export function forgetCart(token: string): void {
  $userCarts.set(omit($userCarts.get(), token));
  $unsent.set(omit($unsent.get(), token));
}

/** On an expired token: its cart becomes the guest's, with the larger quantity of each line. */
export function moveCartToGuest(token: string): void {
  const carts = $userCarts.get();
  $userCarts.set(omit({ ...carts, [guest]: merge(carts[guest] ?? {}, carts[token] ?? {}) }, token));
  $unsent.set(omit($unsent.get(), token));
}

/** Empties the guest's cart after it was merged into an account. */
export const emptyGuestCart = (): void => $userCarts.set(omit($userCarts.get(), guest));
