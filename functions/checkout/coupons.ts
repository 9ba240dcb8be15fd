/**
 * Codes on quotes and orders (docs/behaviour.md 5.5). A code is read in the batch that reads the products, so
 * it costs no call of its own; only a guess does, since it has to be counted.
 */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, coupons, orders } from '#db/schema/index.ts';
import {
  type Coupon,
  type CouponProblem,
  codeForms,
  couponProblem,
  discountOf,
  spread,
} from '#features/pricing/coupon.ts';
import { type PricedLine, type Quote, quote } from '#features/pricing/quote.ts';
import type { Store } from '#features/store/store.ts';
import type { Paise } from '#lib/money.ts';
import { attemptKey, type Hourly, overHour, type TooMany, takeOfHour } from '../limits/attempts.ts';

/** What is counted: codes that nobody has, by the address that they come from. */
const counted = 'coupon';

/** A code that somebody sent. @property tries who, and how many unknown ones they may send; @property key counts them */
export type Asked = { code: string; tries: Hourly; key: string };

/** @returns undefined when no code was sent */
export const askedFor = (code: string | undefined, tries: Hourly): Asked | undefined =>
  code ? { code, tries, key: attemptKey(counted, tries.address) } : undefined;

/**
 * The code's row, for a batch; none when no code was sent.
 * @param payer whose unpaid orders are not counted: a new order ends them, and gives their code back
 */
export function couponRow(db: Db, asked: Asked | undefined, payer?: SQL) {
  const { code, percent, minSubtotal, email, validUntil, maxUses } = coupons;
  const waiting = sql`(SELECT count(*) FROM ${orders} o WHERE o.user_id = ${payer}
    AND o.status = 'Payment Pending' AND o.coupon_code = ${code})`;
  const uses = payer ? sql<number>`${coupons.uses} - ${waiting}` : coupons.uses;
  return db.read
    .select({ code, percent, minSubtotal, email, validUntil, maxUses, uses })
    .from(coupons)
    .where(inArray(code, asked ? codeForms(asked.code) : []));
}

/** How many unknown codes have come from there within the hour, for the same batch. */
export const guesses = (db: Db, asked: Asked | undefined) =>
  db.read
    .select({ count: attempts.count, expiresAt: attempts.expiresAt })
    .from(attempts)
    .where(and(eq(attempts.key, asked?.key ?? ''), gt(attempts.expiresAt, asked?.tries.now ?? 0)));

/** The refusal, if too many were guessed before. @param used what {@link guesses} found */
export const tooManyGuesses = (
  { tries: { perHour, now } }: Asked,
  used: { count: number; expiresAt: number } | undefined,
): TooMany | undefined => overHour(used, perHour, now);

/** Counts a guess. @returns the refusal, if it was one too many */
export const countGuess = (db: Db, { tries }: Asked): Promise<TooMany | undefined> =>
  takeOfHour(db, counted, tries);

/** A line with its share of the discount, paise. */
type SoldLine = PricedLine & { discount: Paise };

/** What an order costs with the code that was sent, and why it does not apply if it does not. */
export type Sums = {
  lines: SoldLine[];
  quote: Quote;
  coupon: Coupon | undefined;
  problem: CouponProblem | undefined;
};

/**
 * @param rows what {@link couponRow} found
 * @param email of the account that orders; undefined when signed out
 */
export function sums(
  store: Store,
  priced: { lines: readonly PricedLine[]; quote: Quote },
  asked: Asked | undefined,
  rows: readonly Coupon[],
  email: string | undefined,
): Sums {
  const without = { lines: priced.lines.map((line) => ({ ...line, discount: 0 })), quote: priced.quote };
  if (!asked) return { ...without, coupon: undefined, problem: undefined };
  // Should two codes differ in hyphens alone, the one that was typed counts.
  const row = rows.find(({ code }) => code === asked.code) ?? rows[0];
  const { subtotal } = priced.quote;
  const problem = couponProblem(row, { subtotal, email, now: asked.tries.now });
  if (!row || problem) return { ...without, coupon: undefined, problem };
  const discount = discountOf(store, subtotal, row.percent);
  const shares = spread(
    discount,
    priced.lines.map(({ price, quantity }) => price * quantity),
  );
  const lines = priced.lines.map((line, n) => ({ ...line, discount: shares[n] ?? 0 }));
  return { lines, quote: quote(store, lines, discount), coupon: row, problem: undefined };
}
