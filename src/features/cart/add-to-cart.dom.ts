/** Handles all `[data-add-to-cart]` buttons of a page, also later ones, with one listener on the document. */

import { fullReason } from '#domain/cart/cart.ts';
import { paths } from '#lib/paths.ts';
import { $stock, addToCart } from '#shared/cart/cart.store.ts';
import { toast } from '#ui/toast.dom.ts';

/** A button may name the id of its quantity field: `data-quantity="quantity"`. */
function quantityOf(button: HTMLElement): number {
  const field = document.getElementById(button.dataset.quantity ?? '');
  return field instanceof HTMLInputElement ? Number(field.value) || 1 : 1;
}

/** Called once by the layout. */
export function listenForAddToCart(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-add-to-cart]');
    if (!button) return;
    const { addToCart: id = '', name = '' } = button.dataset;
    const added = addToCart(id, quantityOf(button));
    toast({
      title: added ? 'Added to cart!' : name,
      message: added ? name : fullReason($stock.get()[id]),
      kind: added ? 'success' : 'error',
      extra: Object.assign(document.createElement('a'), { href: paths.cart, textContent: 'View cart' }),
    });
  });
}
