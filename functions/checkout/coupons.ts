/**
 * Coupon codes on quotes and orders (docs/behaviour.md 5.5). A code is read in the batch that reads the products, so
 * it needs no call of its own. Only an unknown code needs one, since it is counted as a guess.
 */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, coupons, orders } from '#db/schema/index.ts';
import {
  type Coupon,
  type CouponProblem,
  codeVariants,
  couponProblem,
  discountOf,
  spread,
} from '#features/pricing/coupon.ts';
import { type PricedLine, type Quote, quote } from '#features/pricing/quote.ts';
import type { Store } from '#features/store/store.ts';
import {
  attemptKey,
  checkHourlyLimit,
  type HourlyLimit,
  hourlyRefusal,
  type TooMany,
} from '../limits/attempts.ts';

/** Counter of unknown codes, by the client's network. */
const guessCounter = 'coupon';

/** A code that a client sent. @property limit of unknown codes from its network @property key of the counter */
export type CouponRequest = { code: string; limit: HourlyLimit; key: string };

/** @returns undefined when no code was sent */
export const couponRequest = (code: string | undefined, limit: HourlyLimit): CouponRequest | undefined =>
  code ? { code, limit, key: attemptKey(guessCounter, limit.address) } : undefined;

/**
 * Statement: the rows of the code. None without a code.
 * @param buyer account whose pending orders do not count as uses: a new order cancels them and releases their code
 */
export function selectCoupon(db: Db, request: CouponRequest | undefined, buyer?: SQL) {
  const { code, percent, minSubtotal, email, validUntil, maxUses } = coupons;
  const pending = sql`(SELECT count(*) FROM ${orders} o WHERE o.user_id = ${buyer}
    AND o.status = 'Payment Pending' AND o.coupon_code = ${code})`;
  const uses = buyer ? sql<number>`${coupons.uses} - ${pending}` : coupons.uses;
  return db.read
    .select({ code, percent, minSubtotal, email, validUntil, maxUses, uses })
    .from(coupons)
    .where(inArray(code, request ? codeVariants(request.code) : []));
}

/** Statement: the number of unknown codes from the client's network in this hour. */
export const selectGuesses = (db: Db, request: CouponRequest | undefined) =>
  db.read
    .select({ count: attempts.count, expiresAt: attempts.expiresAt })
    .from(attempts)
    .where(and(eq(attempts.key, request?.key ?? ''), gt(attempts.expiresAt, request?.limit.now ?? 0)));

/** Returns the refusal if the limit was reached before. @param used row of {@link selectGuesses} */
export const tooManyGuesses = (
  { limit: { perHour, now } }: CouponRequest,
  used: { count: number; expiresAt: number } | undefined,
): TooMany | undefined => hourlyRefusal(used, perHour, now);

/** Counts an unknown code. @returns the refusal if it exceeds the limit */
export const countGuess = (db: Db, { limit }: CouponRequest): Promise<TooMany | undefined> =>
  checkHourlyLimit(db, guessCounter, limit);

/** An order's price with its coupon. @property problem why the code does not apply */
export type DiscountedOrder = {
  lines: PricedLine[];
  quote: Quote;
  coupon: Coupon | undefined;
  problem: CouponProblem | undefined;
};

/**
 * Applies the coupon to a priced order.
 * @param rows of {@link selectCoupon}
 * @param email of the buyer's account; undefined when signed out
 */
export function applyCoupon(
  store: Store,
  priced: { lines: PricedLine[]; quote: Quote },
  request: CouponRequest | undefined,
  rows: readonly Coupon[],
  email: string | undefined,
): DiscountedOrder {
  const { lines: unreduced, quote: fullQuote } = priced;
  if (!request) return { lines: unreduced, quote: fullQuote, coupon: undefined, problem: undefined };
  // If two codes differ only in hyphens, the one that was typed wins.
  const row = rows.find(({ code }) => code === request.code) ?? rows[0];
  const { subtotal } = fullQuote;
  const problem = couponProblem(row, { subtotal, email, now: request.limit.now });
  if (!row || problem) return { lines: unreduced, quote: fullQuote, coupon: undefined, problem };
  const discount = discountOf(store, subtotal, row.percent);
  const shares = spread(
    discount,
    unreduced.map(({ price, quantity }) => price * quantity),
  );
  const lines = unreduced.map((line, n) => ({ ...line, discount: shares[n] ?? 0 }));
  return { lines, quote: quote(store, lines, discount), coupon: row, problem: undefined };
}
