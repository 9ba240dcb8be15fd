/**
 * The codes that the cart and the pages of products show (docs/behaviour.md, "Discount codes"): listed by an operator, and of
 * use for what is bought. Which they are is the rule of every code (src/domain/pricing/offers.ts).
 */
import { and, desc, getTableColumns, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons } from '#db/schema/index.ts';
import { offeredCodes, offerText } from '#domain/pricing/offers.ts';
import type { ApiListedCode, Quote } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import { type Paise, toRupees } from '#lib/money.ts';
import { isListed, mostCompared } from '../lib/public-codes.ts';
import { type CodeBuyer, customerUses, freeUses } from './coupons.ts';

/**
 * Statement: the listed codes whose minimum is near, with their uses: those that apply first, then those with the smallest
 * minimum.
 */
const selectListed = (db: Db, subtotal: Paise, buyer: CodeBuyer, now: number) => {
  const { code, percent, minSubtotal, maxUsesPerCustomer } = coupons;
  const isReached = sql`${minSubtotal} <= ${subtotal}`;
  const used = customerUses(sql`coalesce(${coupons.countedAs}, ${code})`, buyer);
  return db.read
    .select({
      ...getTableColumns(coupons),
      uses: freeUses(buyer.id),
      customerUses: sql<number>`iif(${maxUsesPerCustomer} IS NULL, 0, coalesce((${used}), 0))`,
    })
    .from(coupons)
    .where(and(isListed(now), lte(minSubtotal, 2 * subtotal)))
    .orderBy(desc(isReached), sql`CASE WHEN ${isReached} THEN -${percent} ELSE ${minSubtotal} END`, code)
    .limit(mostCompared);
};

/**
 * The listed codes that are of use for an order. A code that the buyer has used up is left out.
 * @param store with the delivery fees of the order @param full the order without a code @param now UTC ms
 */
export async function findListedCodes(
  db: Db,
  store: Store,
  { subtotal }: Pick<Quote, 'subtotal'>,
  buyer: CodeBuyer,
  now: number,
): Promise<ApiListedCode[]> {
  const rows = await selectListed(db, subtotal, buyer, now);
  return offeredCodes(store, rows, { subtotal, now }).map((offer) => ({
    code: offer.code,
    percent: offer.percent,
    saves: toRupees(offer.saves),
    missing: toRupees(offer.missing),
    message: offerText(offer),
  }));
}
