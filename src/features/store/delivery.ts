/**
 * What delivery costs. It stands apart from store.ts, whose schema would bring the whole of zod to a
 * shopper's phone.
 */
import type { Paise } from '#lib/money.ts';
import type { Store } from './store.ts';

/** @param subtotal paise, after discounts */
export const deliveryFee = (store: Pick<Store, 'delivery'>, subtotal: Paise): Paise =>
  subtotal >= store.delivery.freeFrom ? 0 : store.delivery.fee;
