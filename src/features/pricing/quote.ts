/** What an order costs. The server's word alone counts; the browser uses the same sums to show it. */
import { deliveryFee } from '#features/store/delivery.ts';
import type { Store } from '#features/store/store.ts';
import type { Paise } from '#lib/money.ts';
import { toPaise } from '#lib/money.ts';
import type { CouponProblem } from './coupon.ts';

/** A line to be priced. @property price paise, each */
export type PricedLine = { id: string; name: string; price: Paise; quantity: number };

/** All in paise. */
export type Quote = { subtotal: Paise; discount: Paise; delivery: Paise; total: Paise };

/**
 * Prices an order: delivery is judged after the discount (docs/behaviour.md 5.4).
 * @param discount paise off the subtotal, never more than it
 */
export function quote(
  store: Pick<Store, 'delivery'>,
  lines: readonly PricedLine[],
  discount: Paise = 0,
): Quote {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const off = Math.min(discount, subtotal);
  const delivery = deliveryFee(store, subtotal - off);
  return { subtotal, discount: off, delivery, total: subtotal - off + delivery };
}

/** A quote as the API answers it. Amounts are rupees. */
export type ApiQuote = {
  items: { _id: string; name: string; price: number; quantity: number; total: number }[];
  subtotal: number;
  discount: number;
  delivery: number;
  amount: number;
  /** The code that is in these sums, as it is kept; `null` when none was given or it does not apply. */
  coupon: { code: string; percent: number } | null;
  /** Why the given code takes nothing off; `null` when none was given or it applies. */
  couponProblem: CouponProblem['code'] | null;
  /** The same in words for a shopper. */
  couponMessage: string | null;
};

/** A quote of the API in paise. */
export const readQuote = (quote: ApiQuote): Quote => ({
  subtotal: toPaise(quote.subtotal) ?? 0,
  discount: toPaise(quote.discount) ?? 0,
  delivery: toPaise(quote.delivery) ?? 0,
  total: toPaise(quote.amount) ?? 0,
});
