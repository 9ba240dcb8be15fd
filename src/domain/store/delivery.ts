/**
 * The delivery fee. Not in store.ts, whose schema would bring zod to the page.
 */
import type { Paise } from '#lib/money.ts';
import type { Store } from './store.ts';

/** @param subtotal paise, after discounts */
export const deliveryFee = (store: Pick<Store, 'delivery'>, subtotal: Paise): Paise =>
  subtotal >= store.delivery.freeFrom ? 0 : store.delivery.fee;
