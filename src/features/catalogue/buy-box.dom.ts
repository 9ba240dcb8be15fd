/** The product page's stepper (1 to 10, docs/behaviour.md 3.6) and Buy Now. */

import { addToCart } from '#features/cart/cart.store.ts';
import { cleanQuantity, stepper } from '#features/cart/cart.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#ui/toast.dom.ts';

/** Key in session storage; the checkout reads it once (docs/behaviour.md 3.6). */
const buyNowKey = 'buyNow';

const clampQuantity = (value: unknown): number =>
  Math.min(stepper.max, Math.max(stepper.min, cleanQuantity(value) ?? stepper.min));

function buyNow(button: HTMLButtonElement, quantity: number): void {
  button.ariaBusy = 'true';
  try {
    addToCart(button.dataset.buyNow ?? '', quantity);
    sessionStorage.setItem(buyNowKey, JSON.stringify({ fromBuyNow: true, productName: button.dataset.name }));
    location.assign(paths.checkout);
  } catch {
    // Storage may be full or disabled; the checkout needs it.
    button.ariaBusy = null;
    toast({ message: 'Failed to proceed to checkout. Please try again.', kind: 'error' });
  }
}

export function startBuyBox(): void {
  const box = document.querySelector<HTMLElement>('[data-buy-box]');
  const field = box?.querySelector('input');
  if (!box || !field) return;
  const steps = [...box.querySelectorAll<HTMLButtonElement>('[data-step]')];

  const set = (value: number): void => {
    field.value = String(value);
    for (const step of steps) {
      const limit = Number(step.dataset.step) < 0 ? stepper.min : stepper.max;
      // Still focusable: a disabled button would lose the keyboard focus.
      step.ariaDisabled = String(value === limit);
    }
  };
  set(clampQuantity(field.value));
  for (const step of steps)
    step.addEventListener('click', () =>
      set(clampQuantity(clampQuantity(field.value) + Number(step.dataset.step))),
    );
  field.addEventListener('change', () => set(clampQuantity(field.value)));

  const button = box.querySelector<HTMLButtonElement>('[data-buy-now]');
  button?.addEventListener('click', () => buyNow(button, clampQuantity(field.value)));
  // Back from the checkout, the restored button may still be busy.
  addEventListener('pageshow', () => {
    if (button) button.ariaBusy = null;
  });
}
