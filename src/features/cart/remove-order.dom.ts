import { removeOrderedLines } from '#shared/cart/cart-owner.store.ts';
import { forgetCode } from '#shared/cart/coupon.store.ts';
import { findPendingOrder, forgetPendingOrder } from './pending-orders.dom.ts';

/** Removes the lines of a confirmed order from the cart, once, and its coupon. The server has updated its own copy. */
export function removeOrderFromCart(orderId: string): void {
  const order = findPendingOrder(orderId);
  if (!order) return;
  forgetPendingOrder(orderId);
  removeOrderedLines(order.lines);
  forgetCode();
}
