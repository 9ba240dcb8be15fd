/**
 * The rules of codes that take something off an order (docs/behaviour.md 5.5). Pure: the Worker judges by
 * them, and the browser reads with them what somebody typed.
 */
import { deliveryFee } from '#features/store/delivery.ts';
import type { Store } from '#features/store/store.ts';
import { formatPrice, type Paise } from '#lib/money.ts';

/** A code as it is kept. */
export type Coupon = {
  code: string;
  /** Whole per cent off the subtotal. */
  percent: number;
  /** Smallest subtotal that it applies to. */
  minSubtotal: Paise;
  /** Only for the account with this address; null for everybody. */
  email: string | null;
  /** UTC ms: the first moment at which it is no longer taken. */
  validUntil: number;
  /** Orders that may use it; null for any number. */
  maxUses: number | null;
  uses: number;
};

/** Why a code takes nothing off. @property missing what the subtotal lacks */
export type CouponProblem =
  | { code: 'unknown' | 'expired' | 'used_up' | 'sign_in' | 'other_account' }
  | { code: 'below_minimum'; missing: Paise };

/** What a shopper reads when what they typed cannot be a code at all. */
export const notACode = 'A code has 3 to 40 letters and digits. Please check how it is written.';

/**
 * A code as it was typed or pasted: upper case, spaces and any kind of dash as one hyphen.
 * @returns undefined for what cannot be a code
 */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return /^[A-Z0-9-]{3,40}$/.test(code) ? code : undefined;
}

/** Random characters at the end of the codes that we mail (functions/newsletter). */
export const tailLength = 8;

/**
 * Ways in which a read code may be kept: as typed, without hyphens, and as our own are written, with one
 * hyphen before the last eight. So hyphens do not matter, and looking one up stays a look-up by key.
 */
export function codeForms(code: string): string[] {
  const bare = code.replaceAll('-', '');
  const ours = `${bare.slice(0, -tailLength)}-${bare.slice(-tailLength)}`;
  return [...new Set([code, bare, ...(bare.length > tailLength ? [ours] : [])])];
}

/** @property email of the account that orders; undefined when signed out. @property now UTC ms */
export type CouponOrder = { subtotal: Paise; email: string | undefined; now: number };

/**
 * Whether a code applies. Whose it is comes first: how somebody else's code fares is nobody's business.
 * @returns why not; undefined when it applies
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
  if (subtotal < coupon.minSubtotal) return { code: 'below_minimum', missing: coupon.minSubtotal - subtotal };
  return undefined;
}

/** Problems that this shopper can do something about: such a code is worth keeping. */
export const canBeMended = (problem: CouponProblem['code'] | null): boolean =>
  problem === 'sign_in' || problem === 'below_minimum';

/** Why a code takes nothing off, for a shopper. */
export function problemMessage(problem: CouponProblem): string {
  switch (problem.code) {
    case 'unknown':
      return 'We do not know this code.';
    case 'expired':
      return 'This code has expired.';
    case 'used_up':
      return 'This code has been used already.';
    case 'sign_in':
      return 'This is a personal code. Please sign in with the address that it was mailed to.';
    case 'other_account':
      return 'This is a personal code. It works only with the address that it was mailed to.';
    case 'below_minimum':
      return `Add ${formatPrice(problem.missing)} more to use this code.`;
  }
}

/** No order costs less (docs/behaviour.md 5.5): no provider takes less either. */
export const smallestTotal: Paise = 100;

/**
 * What a percentage takes off: floored to whole paise, and only so much that the total, delivery
 * included, stays at ₹1. Giving a little back may cost the delivery that had made up for it, so the
 * total is looked at again.
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

/**
 * Spreads a discount over lines in proportion, by largest remainder: the shares are whole paise, add up
 * to the discount exactly, and none is above its line. Of equal remainders the earlier line's wins.
 * @param discount at most the sum of `totals`
 */
export function spread(discount: Paise, totals: readonly Paise[]): Paise[] {
  // Whole numbers of any size: the product of two amounts may be more than a double holds exactly.
  const sum = totals.reduce((all, total) => all + BigInt(total), 0n);
  if (sum === 0n) return totals.map(() => 0);
  const parts = totals.map((total, line) => {
    const product = BigInt(discount) * BigInt(total);
    return { line, share: Number(product / sum), remainder: product % sum };
  });
  const left = discount - parts.reduce((all, { share }) => all + share, 0);
  const lucky = parts
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
    .slice(0, left)
    .map(({ line }) => line);
  return parts.map(({ line, share }) => share + (lucky.includes(line) ? 1 : 0));
}
