/** How two carts become one (docs/behaviour.md, "Cart sync"). Not in cart.ts, which every page loads. */
import { type Cart, maxPerLine, setQuantity, withLine } from './cart.ts';

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
