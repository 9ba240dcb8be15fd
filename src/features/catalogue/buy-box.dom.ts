/**
 * The product page's stepper (1 to 10, not above the stock, docs/behaviour.md, "Product page"), Buy Now and the buy
 * bar.
 */

import { cleanQuantity, stepper } from '#domain/cart/cart.ts';
import type { LiveProduct } from '#domain/catalogue/product.ts';
import { isCarried, refused } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { $cart, $stock, roomOf, setLine } from '#shared/cart/cart.store.ts';
import { toast } from '#ui/toast.dom.ts';

/** Key in session storage; the checkout reads it once (docs/behaviour.md, "Product page"). */
const buyNowKey = 'buyNow';

function buyNow(button: HTMLButtonElement, quantity: number): void {
  button.ariaBusy = 'true';
  // What the stepper says is bought, also when the cart has some of it already.
  setLine(button.dataset.buyNow ?? '', quantity);
  writeSessionStorage(buyNowKey, { fromBuyNow: true, productName: button.dataset.name });
  if (!refused.userCarts || isCarried()) {
    location.assign(paths.checkout);
    return;
  }
  // Storage may be full or forbidden. A second try goes on, if what hands it to the next page has come meanwhile.
  button.ariaBusy = null;
  toast({ message: 'Failed to proceed to checkout. Please try again.', kind: 'error' });
}

/** Offers an email and other products in a buy box, while what it sells is sold out. @param id of what it sells */
function offerAlert(box: HTMLElement, id: string, live: LiveProduct): void {
  // It may come back: it is neither retired nor paused.
  box.dataset.soldOut = live.stock < 1 && !live.paused && !live.retired ? id : '';
  if (box.dataset.soldOut)
    loadPart(() => import('./stock-alert.dom.ts'), optional).then(
      (part) => part.offerAlert(box),
      () => {},
    );
}

const lineOf = (_id = '', name = '') => ({ _id, name, quantity: 1 });

/** Adds what a box sells, in the size or shade that is chosen, and what goes best with it (ProductPairs.astro). */
function addBoth(sold: HTMLElement, other: HTMLElement): void {
  loadPart(() => import('#features/cart/add-lines.dom.ts')).then(
    (part) =>
      part.addLines([
        lineOf(sold.dataset.buyNow, sold.dataset.name),
        lineOf(other.dataset.addBoth, other.dataset.name),
      ]),
    () => {},
  );
}

export function startBuyBox(): void {
  const box = document.querySelector<HTMLElement>('[data-buy-box]');
  const field = box?.querySelector('input');
  const button = box?.querySelector<HTMLButtonElement>('[data-buy-now]');
  if (!box || !field || !button) return;
  box.querySelector<HTMLElement>('[data-live="stock"]')?.addEventListener('live', (event) => {
    const { detail, currentTarget } = event as CustomEvent<LiveProduct>;
    offerAlert(box, (currentTarget as HTMLElement).dataset.id ?? '', detail);
  });
  const steps = [...box.querySelectorAll<HTMLButtonElement>('[data-step]')];

  const quantity = (): number => cleanQuantity(field.value) ?? stepper.min;
  const set = (value: number): void => {
    const max = Math.max(stepper.min, Math.min(stepper.max, roomOf(button.dataset.buyNow ?? '')));
    const clamped = Math.min(max, Math.max(stepper.min, value));
    field.max = String(max);
    field.value = String(clamped);
    for (const step of steps) {
      const limit = Number(step.dataset.step) < 0 ? stepper.min : max;
      // Still focusable: a disabled button would lose the keyboard focus.
      step.ariaDisabled = String(clamped === limit);
    }
  };
  const settle = (): void => set(quantity());
  settle();
  for (const step of steps) step.addEventListener('click', () => set(quantity() + Number(step.dataset.step)));
  field.addEventListener('change', settle);
  // What can be added changes with the answer about the stock, and with the cart.
  $stock.listen(settle);
  $cart.listen(settle);

  button.addEventListener('click', () => buyNow(button, quantity()));
  const both = document.querySelector<HTMLElement>('[data-add-both]');
  both?.addEventListener('click', () => addBoth(button, both));
  // Back from the checkout, or it was never reached: the button is no longer busy, and nothing is bought at once.
  addEventListener('pageshow', () => {
    button.ariaBusy = null;
    removeSessionStorage(buyNowKey);
  });
  startBuyBar(button);
}

/** Shows the bar at the bottom while neither the buy box's buttons nor the footer are in view. */
function startBuyBar(button: HTMLElement): void {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]');
  if (!bar) return;
  const inView = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
      bar.hidden = inView.size > 0;
    },
    // What is below the header is out of view.
    { rootMargin: '-72px 0px 0px' },
  );
  for (const element of [button, document.querySelector('footer')]) if (element) observer.observe(element);
}
