/**
 * The rules of discount codes (docs/behaviour.md, "Discount codes"). The Worker applies them.
 */
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Store } from '#domain/store/store.ts';
import { formatPrice, type Paise } from '#lib/money.ts';

/** A code as it is stored. */
export type Coupon = {
  code: string;
  /** Whole per cent off the subtotal. */
  percent: number;
  /** Smallest subtotal for which it applies. */
  minSubtotal: Paise;
  /** Email of the only account that may use it; null for everybody. */
  email: string | null;
  /** UTC ms: the first moment at which it is no longer valid. */
  validUntil: number;
  /** Orders that may use it; null for any number. */
  maxUses: number | null;
  uses: number;
  /** Orders in which one customer may use it; null for any number. */
  maxUsesPerCustomer: number | null;
  /** Name of the codes that count together for a customer; null: the code by itself. */
  countedAs: string | null;
  /** Orders in which this customer has used it, as far as the customer is known; counted only with a limit. */
  customerUses?: number;
};

/** Why a code does not apply. @property missing what the subtotal lacks */
export type CouponProblem =
  | { code: 'unknown' | 'expired' | 'used_up' | 'used_before' | 'sign_in' | 'other_account' | 'no_saving' }
  | { code: 'below_minimum'; missing: Paise };

/** The message for a text that cannot be a code. */
export const invalidCodeMessage = 'A code has 3 to 40 letters and digits. Please check how it is written.';

/** Number of random characters at the end of the codes that we email (functions/contact). */
export const tailLength = 8;

/**
 * The forms in which a parsed code may be stored: as typed, without hyphens, and with one hyphen before the last eight
 * characters, like our own codes. So hyphens do not matter, and a code is still looked up by its key.
 */
export function codeVariants(code: string): string[] {
  const bare = code.replaceAll('-', '');
  const ours = `${bare.slice(0, -tailLength)}-${bare.slice(-tailLength)}`;
  return [...new Set([code, bare, ...(bare.length > tailLength ? [ours] : [])])];
}

/**
 * The order that a code is checked for. @property email of its account; undefined when signed out. @property now UTC ms
 */
export type CouponOrder = { subtotal: Paise; email: string | undefined; now: number };

/**
 * Checks whether a code applies. Its owner is checked first, so that the state of somebody else's code stays private.
 * @returns the reason if it does not apply, else undefined
 */
export function couponProblem(
  coupon: Coupon | undefined,
  { subtotal, email, now }: CouponOrder,
): CouponProblem | undefined {
  if (!coupon) return { code: 'unknown' };
  if (coupon.email !== null && coupon.email !== email)
    return { code: email === undefined ? 'sign_in' : 'other_account' };
  if (coupon.validUntil <= now) return { code: 'expired' };
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return { code: 'used_up' };
  const { maxUsesPerCustomer: perCustomer, customerUses = 0 } = coupon;
  if (perCustomer !== null && customerUses >= perCustomer) return { code: 'used_before' };
  if (subtotal < coupon.minSubtotal) return { code: 'below_minimum', missing: coupon.minSubtotal - subtotal };
  return undefined;
}

/** Whether the shopper can make the code apply: such a code is kept. */
export const canBeFixed = (problem: CouponProblem['code'] | null): boolean =>
  problem === 'sign_in' || problem === 'below_minimum' || problem === 'no_saving';

/** The message for a shopper whose code does not apply. */
export function problemMessage(problem: CouponProblem): string {
  switch (problem.code) {
    case 'unknown':
      return 'We do not know this code.';
    case 'expired':
      return 'This code has expired.';
    case 'used_up':
      return 'This code has been used already.';
    case 'used_before':
      return 'You have used this code before, as often as one customer may.';
    case 'sign_in':
      return 'This is a personal code. Please sign in with the email address that it was sent to.';
    case 'other_account':
      return 'This is a personal code. It works only with the email address that it was sent to.';
    case 'no_saving':
      return 'This code does not lower what this order costs.';
    case 'below_minimum':
      return `Add ${formatPrice(problem.missing)} more to use this code.`;
  }
}

/**
 * The smallest total of an order (docs/behaviour.md, "Discount codes"), which is also the smallest payment of the
 * providers.
 */
export const smallestTotal: Paise = 100;

/**
 * The discount of a percentage: floored to whole paise, and reduced so that the total with delivery is at least ₹1.
 * A smaller discount may make the delivery free and so lower the total, hence the loop.
 */
export function discountOf(store: Pick<Store, 'delivery'>, subtotal: Paise, percent: number): Paise {
  let discount = Math.floor((subtotal * percent) / 100);
  while (discount > 0) {
    const left = subtotal - discount;
    const short = smallestTotal - (left + deliveryFee(store, left));
    if (short <= 0) break;
    discount = Math.max(0, discount - short);
  }
  return discount;
}
