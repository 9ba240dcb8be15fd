/** Rules for new coupon codes. The rules for using one are in src/domain/pricing/coupon.ts. */

import { endOfDay } from '#lib/dates.ts';
import { readCode } from './coupon-code.ts';

/** A code that takes so many per cent off, or more, is money: creating it asks for the password. */
export const provedFrom = 30;

/** The largest smallest subtotal, paise, and the largest number of orders. */
export const couponLimits = { minSubtotal: 100_000_000, uses: 1_000_000 } as const;

/** The views of the list, with their labels. */
export const couponViews = { all: 'All', everybody: 'For everybody', personal: 'Personal' } as const;
export type CouponView = keyof typeof couponViews;

/** Characters of a new code; short enough to read out. */
const maxCodeLength = 20;

/** Normalizes a typed code to upper case. @returns `undefined` for an invalid one */
export function parseNewCode(typed: string): string | undefined {
  const code = readCode(typed);
  return code && code.length <= maxCodeLength ? code : undefined;
}

/** The moment at which a code ends, UTC ms. @param lastDay Indian day, `2026-11-30` */
export const endOfLastDay = (lastDay: string): number => endOfDay(Date.parse(`${lastDay}T00:00:00+05:30`));
