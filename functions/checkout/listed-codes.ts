/**
 * The codes that the cart shows (docs/behaviour.md, "Discount codes"): listed by an operator, and of use for this cart.
 */
import { and, desc, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';
import { discountOf, problemMessage } from '#domain/pricing/coupon.ts';
import { type ApiListedCode, type Quote, quote } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { type CodeBuyer, customerUses, freeUses } from './coupons.ts';

/** Codes that an answer has. */
const mostShown = 3;
/** Codes of which the best are taken: the highest percentage does not always save most, since it can cost free delivery. */
const mostCompared = 20;

/** Statement: codes that are valid now for this buyer, those that apply first, then those with the smallest minimum. */
const selectListed = (db: Db, subtotal: number, buyer: CodeBuyer, now: number) => {
  const { code, percent, minSubtotal, listed, validUntil, email, maxUses, maxUsesPerCustomer } = coupons;
  const applies = sql`${minSubtotal} <= ${subtotal}`;
  const used = customerUses(sql`coalesce(${coupons.countedAs}, ${code})`, buyer);
  return db.read
    .select({ code, percent, minSubtotal })
    .from(coupons)
    .where(
      and(
        // Written out: SQLite uses the index only for exactly this condition.
        sql`${listed} = 1`,
        gt(validUntil, now),
        // With `+` the index of the email is not taken instead.
        sql`+${email} IS NULL`,
        lte(minSubtotal, 2 * subtotal),
        sql`(${maxUses} IS NULL OR ${freeUses(buyer.id)} < ${maxUses})`,
        sql`(${maxUsesPerCustomer} IS NULL OR coalesce((${used}), 0) < ${maxUsesPerCustomer})`,
      ),
    )
    .orderBy(desc(applies), sql`CASE WHEN ${applies} THEN -${percent} ELSE ${minSubtotal} END`, code)
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
  const codes = rows.map(({ code, percent, minSubtotal }) => {
    const missing = Math.max(0, minSubtotal - subtotal);
    const saves = missing ? 0 : total - quote(store, all, discountOf(store, subtotal, percent)).total;
    return { code, percent, saves, missing };
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
