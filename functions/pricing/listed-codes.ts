/**
 * The codes that the cart shows (docs/behaviour.md, "Discount codes"): listed by an operator, and of use for this cart.
 */
import { and, desc, getTableColumns, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';
import { couponProblem, discountOf, problemMessage } from '#domain/pricing/coupon.ts';
import { type ApiListedCode, type Quote, quote } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { type CodeBuyer, customerUses, freeUses } from './coupons.ts';

/** Codes that an answer has. */
const mostShown = 3;
/** Codes of which the best are taken: the highest percentage does not always save most, since it can cost free delivery. */
const mostCompared = 100;

/**
 * Statement: the listed codes whose minimum is near, with their uses: those that apply first, then those with the smallest
 * minimum. Whether they apply is the rule of every code (domain/pricing/coupon.ts).
 */
const selectListed = (db: Db, subtotal: number, buyer: CodeBuyer, now: number) => {
  const { code, percent, minSubtotal, listed, validUntil, email, maxUsesPerCustomer } = coupons;
  const isReached = sql`${minSubtotal} <= ${subtotal}`;
  const used = customerUses(sql`coalesce(${coupons.countedAs}, ${code})`, buyer);
  return db.read
    .select({
      ...getTableColumns(coupons),
      uses: freeUses(buyer.id),
      customerUses: sql<number>`iif(${maxUsesPerCustomer} IS NULL, 0, coalesce((${used}), 0))`,
    })
    .from(coupons)
    .where(
      and(
        // Written out: SQLite uses the index only for exactly this condition.
        sql`${listed} = 1`,
        gt(validUntil, now),
        // With `+` the index of the email is not taken instead.
        sql`+${email} IS NULL`,
        lte(minSubtotal, 2 * subtotal),
      ),
    )
    .orderBy(desc(isReached), sql`CASE WHEN ${isReached} THEN -${percent} ELSE ${minSubtotal} END`, code)
    .limit(mostCompared);
};

/**
 * The listed codes that save something on an order, best first, then those for which little is missing: the subtotal is at
 * least half of what they need. A code that the buyer has used up is left out.
 * @param store with the delivery fees of the order @param full the order without a code @param now UTC ms
 */
export async function findListedCodes(
  db: Db,
  store: Store,
  full: Quote,
  buyer: CodeBuyer,
  now: number,
): Promise<ApiListedCode[]> {
  const { subtotal, total } = full;
  const all = [{ price: subtotal, quantity: 1 }];
  const rows = await selectListed(db, subtotal, buyer, now);
  const codes = rows.flatMap((row) => {
    const { code, percent } = row;
    const problem = couponProblem(row, { subtotal, email: undefined, now });
    if (problem && problem.code !== 'below_minimum') return [];
    const missing = problem?.missing ?? 0;
    const saves = missing ? 0 : total - quote(store, all, discountOf(store, subtotal, percent)).total;
    return [{ code, percent, saves, missing }];
  });
  return codes
    .filter(({ saves, missing }) => saves > 0 || missing > 0)
    .toSorted((a, b) => b.saves - a.saves)
    .slice(0, mostShown)
    .map(({ code, percent, saves, missing }) => ({
      code,
      percent,
      saves: toRupees(saves),
      missing: toRupees(missing),
      message: missing
        ? problemMessage({ code: 'below_minimum', missing })
        : `Saves ${formatPrice(saves)} on this order.`,
    }));
}
