/**
 * Coupon codes on quotes and orders (docs/behaviour.md, "Discount codes"). A code is read in the batch that reads the
 * products, so it needs no call of its own. Only an unknown code needs one, since it is counted as a guess.
 */
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, couponUses, orders } from '#db/schema/index.ts';
import { type Coupon, type CouponProblem, codeVariants } from '#domain/pricing/coupon.ts';
import { paidOnline, spreadDiscount, withCode } from '#domain/pricing/offers.ts';
import type { PricedLine, Quote } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { checkHourlyLimit, type HourlyLimit, networkLimit } from '../limits/hourly.ts';

/** Counter of unknown codes, by the client's network. */
const guessCounter = 'coupon';

/** @param wait seconds until the next try; undefined if it is allowed */
const refuseGuess = (wait: number | undefined): Refusal | undefined =>
  wait
    ? tooMany(
        wait,
        'Too many codes were tried from your network. Please try again in an hour, or order without a code.',
      )
    : undefined;

/** A code that a client sent. @property limit of unknown codes from its networks */
export type CouponRequest = { code: string; limit: HourlyLimit };

/** @returns undefined when no code was sent */
export const couponRequest = (code: string | undefined, limit: HourlyLimit): CouponRequest | undefined =>
  code ? { code, limit } : undefined;

/**
 * Statement: the rows of the code.
 * @param buyer account whose pending orders do not count as uses: a new order cancels them and releases their code
 */
export function selectCoupon(db: Db, { code }: CouponRequest, buyer?: SQL) {
  const { createdAt: _, ...columns } = getTableColumns(coupons);
  return db.read
    .select({ ...columns, uses: buyer ? freeUses(buyer) : columns.uses })
    .from(coupons)
    .where(inArray(coupons.code, codeVariants(code)));
}

/** The uses of a code without those by the pending orders of an account, which a new order cancels. */
export const freeUses = (buyer: SQL) =>
  sql<number>`${coupons.uses} - (SELECT count(*) FROM ${orders} o WHERE o.user_id = ${buyer}
    AND o.status = 'Payment Pending' AND o.coupon_code = ${coupons.code})`;

/** @property id account; NULL when signed out @property customers keys (domain/pricing/customer.ts) */
export type CodeBuyer = { id: SQL; customers: readonly string[] };

/**
 * Statement: how often a customer has used a code, by the key that counts most; no row if never. The account's pending
 * orders do not count, as above. @param countedUnder the name under which its uses count
 */
export const customerUses = (countedUnder: SQL | string, { id, customers }: CodeBuyer) => sql`
  SELECT count(*) AS uses FROM ${couponUses} AS used JOIN ${orders} AS o ON o.id = used.order_id
  WHERE used.code = ${countedUnder} AND used.customer IN (
      SELECT value FROM json_each(${JSON.stringify(customers)}) UNION ALL SELECT 'account:' || ${id})
    AND NOT (o.status = 'Cancelled' AND o.paid = 0)
    AND NOT (o.status = 'Payment Pending' AND o.user_id IS ${id})
  GROUP BY used.customer ORDER BY uses DESC LIMIT 1`;

/** The name under which the uses of a code count for a customer. */
const countedUnder = ({ code, countedAs }: Coupon): string => countedAs ?? code;

/** Counts the uses of the codes that have a limit per customer. It reads only for such a code. */
export async function countCustomerUses(
  db: Db,
  rows: readonly Coupon[],
  buyer: CodeBuyer,
): Promise<Coupon[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.maxUsesPerCustomer === null) return row;
      const [most] = await db.read.all<{ uses: number }>(customerUses(countedUnder(row), buyer));
      return { ...row, customerUses: most?.uses ?? 0 };
    }),
  );
}

/**
 * Statements that note who uses a code with a limit per customer, for the order's batch: a trigger refuses one use too
 * many, which aborts the batch.
 */
export const recordCustomerUse = (
  db: Db,
  orderId: string,
  coupon: Coupon,
  customers: readonly string[],
): ReturnType<Db['write']['run']>[] =>
  coupon.maxUsesPerCustomer === null
    ? []
    : [
        db.write.run(sql`
          INSERT INTO ${couponUses} (order_id, code, customer, max_uses)
          SELECT o.id, ${countedUnder(coupon)}, customer.key, ${coupon.maxUsesPerCustomer}
          FROM ${orders} AS o JOIN (SELECT value AS key FROM json_each(${JSON.stringify(customers)})
            UNION ALL SELECT 'account:' || user_id FROM ${orders} WHERE id = ${orderId}) AS customer
          WHERE o.id = ${orderId}`),
      ];

/** Statement: the numbers of unknown codes from the client's networks in this hour. */
export const selectGuesses = (db: Db, { limit }: CouponRequest) => networkLimit(guessCounter, limit).read(db);

/**
 * Returns the refusal if the limit was reached before. A listed code is not a guess, and stays possible.
 * @param rows of {@link selectCoupon} @param used rows of {@link selectGuesses}
 */
export const tooManyGuesses = (
  { limit }: CouponRequest,
  rows: readonly { listed: boolean }[],
  used: Awaited<ReturnType<typeof selectGuesses>>,
): Refusal | undefined =>
  rows.some(({ listed }) => listed) ? undefined : refuseGuess(networkLimit(guessCounter, limit).wait(used));

/** Counts an unknown code. @returns the refusal if it exceeds the limit */
export const countGuess = async (db: Db, { limit }: CouponRequest): Promise<Refusal | undefined> =>
  refuseGuess(await checkHourlyLimit(db, guessCounter, limit));

/**
 * An order's price with its coupon. @property problem why the code does not apply
 * @property online its price without the coupon if it is paid online, where that takes as much off or more
 */
export type DiscountedOrder = {
  lines: PricedLine[];
  quote: Quote;
  online: { lines: PricedLine[]; quote: Quote } | undefined;
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
  const { quote: full } = priced;
  // If two codes differ only in hyphens, the one that was typed wins.
  const row = request && (rows.find(({ code }) => code === request.code) ?? rows[0]);
  const { quote, problem } = request
    ? withCode(store, row, { subtotal: full.subtotal, email, now: request.limit.now })
    : { quote: full, problem: undefined };
  const online = paidOnline(store, quote);
  return {
    lines: spreadDiscount(priced.lines, quote.discount),
    quote,
    online: online && { lines: spreadDiscount(priced.lines, online.discount), quote: online },
    coupon: problem ? undefined : row,
    problem,
  };
}
