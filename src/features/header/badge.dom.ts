/** The badge of the cart: the number of pieces, in every tab. */
import { $pieces } from '#shared/cart/cart.store.ts';

export function startBadge(): void {
  const link = document.querySelector<HTMLElement>('[data-cart-link]');
  const count = document.querySelector<HTMLElement>('[data-cart-count]');
  if (!link || !count) return;
  $pieces.subscribe((pieces) => {
    // An empty badge is hidden by its style, and its space stays.
    count.textContent = pieces ? (pieces > 99 ? '99+' : String(pieces)) : '';
    link.ariaLabel = pieces ? `Cart, ${pieces} ${pieces === 1 ? 'item' : 'items'}` : 'Cart';
  });
}
