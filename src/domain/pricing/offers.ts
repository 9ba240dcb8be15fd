/**
 * What offers do for an order (docs/behaviour.md, "Discount codes" and "Paid online"): one rule for the quote, the order, the
 * codes that are listed, and the sums that the cart shows meanwhile. An order has one offer.
 */
import { spreadAmount } from 'gst/amount';
import type { Store } from '#domain/store/store.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import {
  type Coupon,
  type CouponOrder,
  type CouponProblem,
  couponProblem,
  discountOf,
  smallestTotal,
} from './coupon.ts';
import { type PricedLine, type Quote, quote } from './quote.ts';

type Fees = Pick<Store, 'delivery'>;

/** The sums of an order without an offer. */
const plainQuote = (store: Fees, subtotal: Paise): Quote => quote(store, [{ price: subtotal, quantity: 1 }]);

/** The sums of an order with so many per cent off; those without it where it would not lower the total. */
export function percentOff(store: Fees, subtotal: Paise, percent: number): Quote {
  const plain = plainQuote(store, subtotal);
  const discount = discountOf(store, subtotal, percent);
  const reduced = quote(store, [{ price: subtotal, quantity: 1 }], discount);
  return reduced.total < plain.total ? reduced : plain;
}

/**
 * The sums of an order with a code, or without it and the reason why it does not apply.
 * @param store with the delivery fees of the order
 */
export function withCode(
  store: Fees,
  coupon: Coupon | undefined,
  order: CouponOrder,
): { quote: Quote; problem: CouponProblem | undefined } {
  const problem = couponProblem(coupon, order);
  if (!coupon || problem) return { quote: plainQuote(store, order.subtotal), problem };
  const quote = percentOff(store, order.subtotal, coupon.percent);
  return { quote, problem: quote.discount ? undefined : { code: 'no_saving' } };
}

/**
 * The sums of an order that is paid online, where that takes as much off as its code or more; undefined otherwise. The delivery
 * was judged before: it stays free.
 * @param coded the sums with the code, or without one
 */
export function paidOnline(store: Fees & Pick<Store, 'prepaid'>, coded: Quote): Quote | undefined {
  const plain = plainQuote(store, coded.subtotal);
  const discount = Math.min(store.prepaid.off, plain.subtotal, plain.total - smallestTotal);
  const total = plain.total - discount;
  return discount >= 100 && total <= coded.total ? { ...plain, discount, total } : undefined;
}

/** Each line with its share of a discount of the order. */
export function spreadDiscount<Line extends Pick<PricedLine, 'price' | 'quantity'>>(
  lines: readonly Line[],
  discount: Paise,
): (Line & { discount: Paise })[] {
  const shares = spreadAmount(
    discount,
    lines.map(({ price, quantity }) => price * quantity),
  );
  return lines.map((line, n) => ({ ...line, discount: shares[n] ?? 0 }));
}

/**
 * A listed code for an order. @property saves what the total falls by, paise; 0 while it does not apply
 * @property missing what the subtotal lacks, paise; 0 if it applies
 */
export type OfferedCode = Pick<Coupon, 'code' | 'percent' | 'minSubtotal'> & { saves: Paise; missing: Paise };

/** Codes that are shown at once. */
const mostShown = 3;

/**
 * The codes that lower the total of an order, the largest saving first, then those for which little is missing: the subtotal
 * is at least half of what they need, and they lower the total as soon as it is reached.
 * @param codes listed ones that everybody may use
 */
export function offeredCodes(
  store: Fees,
  codes: readonly Coupon[],
  { subtotal, now }: Pick<CouponOrder, 'subtotal' | 'now'>,
): OfferedCode[] {
  const { total } = plainQuote(store, subtotal);
  const offered = codes.flatMap((coupon): OfferedCode[] => {
    const { code, percent, minSubtotal } = coupon;
    const { quote, problem } = withCode(store, coupon, { subtotal, email: undefined, now });
    if (!problem) return [{ code, percent, minSubtotal, saves: total - quote.total, missing: 0 }];
    const isNear = problem.code === 'below_minimum' && minSubtotal <= 2 * subtotal;
    if (!isNear || !percentOff(store, minSubtotal, percent).discount) return [];
    return [{ code, percent, minSubtotal, saves: 0, missing: problem.missing }];
  });
  return offered.toSorted((a, b) => b.saves - a.saves || a.missing - b.missing).slice(0, mostShown);
}

/** `15% from ₹999.00, you save ₹148.35.` or `Add ₹120.00 more for 15% off.` */
export function offerText({ percent, minSubtotal, saves, missing }: OfferedCode): string {
  if (missing) return `Add ${formatPrice(missing)} more for ${percent}% off.`;
  return `${percent}% ${minSubtotal ? `from ${formatPrice(minSubtotal)}` : 'off'}, you save ${formatPrice(saves)}.`;
}

/** The line near a price: `15% off from ₹999.00 with SAMPLE15` */
export const offerNearPrice = ({ code, percent, minSubtotal, missing }: OfferedCode): string =>
  `${percent}% off ${missing ? `from ${formatPrice(minSubtotal)} ` : ''}with ${code}`;
