/**
 * What offers do for an order (docs/behaviour.md, "Discount codes" and "Paid online"): one rule for the quote, the order, the
 * codes that are listed, and the sums that the cart shows meanwhile. An order has one offer.
 */
import { spreadAmount } from 'gst/amount';
import { maxPerLine } from '#domain/cart/cart.ts';
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

/** A kit that is sold now. @property price paise @property parts ids of its products; twice for two pieces */
export type SoldKit = { id: string; name: string; price: Paise; parts: readonly string[] };

/** A kit instead of its parts. @property quantity of the kit @property saves what the total falls by, paise */
export type OfferedKit = SoldKit & { quantity: number; saves: Paise };

/** The lines with so many of a kit instead of its parts. Of lines without the parts, none is left. */
export function withKit<Line extends Pick<PricedLine, 'id' | 'price' | 'quantity'>>(
  lines: readonly Line[],
  { id, price, parts }: SoldKit,
  quantity: number,
): Pick<PricedLine, 'id' | 'price' | 'quantity'>[] {
  const others = lines.map((line) => ({
    ...line,
    quantity: line.quantity - quantity * parts.filter((part) => part === line.id).length,
  }));
  return [...others.filter((line) => line.quantity > 0), { id, price, quantity }];
}

/**
 * The kit that costs least instead of its parts, if all of them are in an order: as many as the parts make. The total falls with
 * the code of the order and without one.
 * @param coupon the code that applies to the order, if any
 */
export function offeredKit(
  store: Fees,
  coupon: Coupon | undefined,
  lines: readonly Pick<PricedLine, 'id' | 'price' | 'quantity'>[],
  kits: readonly SoldKit[],
  order: Omit<CouponOrder, 'subtotal'>,
): OfferedKit | undefined {
  const totals = (of: typeof lines): [coded: Paise, plain: Paise] => {
    const { subtotal, total } = quote(store, of);
    return [coupon ? withCode(store, coupon, { ...order, subtotal }).quote.total : total, total];
  };
  const quantityOf = (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0;
  const [coded, plain] = totals(lines);
  const offered = kits.map((kit): OfferedKit => {
    const made = kit.parts.map((part) =>
      Math.floor(quantityOf(part) / kit.parts.filter((one) => one === part).length),
    );
    const quantity = Math.min(...made, maxPerLine - quantityOf(kit.id));
    if (quantity < 1) return { ...kit, quantity: 0, saves: 0 };
    const [thenCoded, thenPlain] = totals(withKit(lines, kit, quantity));
    return { ...kit, quantity, saves: plain > thenPlain ? coded - thenCoded : 0 };
  });
  return offered.filter(({ saves }) => saves > 0).toSorted((a, b) => b.saves - a.saves)[0];
}

/** `Its 3 products as one kit: you save ₹248.00.` */
export const kitText = ({ parts, quantity, saves }: OfferedKit): string =>
  `Its ${parts.length} products as ${quantity > 1 ? `${quantity} kits` : 'one kit'}: you save ${formatPrice(saves)}.`;

/** The line near a price: `15% off from ₹999.00 with SAMPLE15` */
export const offerNearPrice = ({ code, percent, minSubtotal, missing }: OfferedCode): string =>
  `${percent}% off ${missing ? `from ${formatPrice(minSubtotal)} ` : ''}with ${code}`;
