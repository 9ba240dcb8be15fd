/**
 * What the cart is offered (docs/behaviour.md, "Discount codes" and "Kits in the cart"): codes that an operator has listed, and a
 * kit instead of its parts. Which they are is the rule of all offers (src/domain/pricing/offers.ts).
 */
import { and, desc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, products } from '#db/schema/index.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import { kitText, offeredCodes, offeredKit, offerText } from '#domain/pricing/offers.ts';
import type { ApiOffers, PricedLine, Quote } from '#domain/pricing/quote.ts';
import { priceAt } from '#domain/pricing/sale.ts';
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

/** Statement: the kits that are sold and listed, all of whose parts are among these products. */
const selectKitsOf = (db: Db, lines: readonly PricedLine[]) => {
  const { id, name, price, sales, partIds, paused, retired, hidden } = products;
  const ids = lines.map((line) => line.id);
  return db.read
    .select({ id, name, price, sales, parts: partIds })
    .from(products)
    .where(
      and(
        // Written out: SQLite uses the index only for exactly this condition.
        sql`part_ids IS NOT NULL`,
        eq(retired, false),
        eq(hidden, false),
        isNull(paused),
        sql`NOT EXISTS (SELECT 1 FROM json_each(part_ids) AS part WHERE part.value NOT IN ${ids})`,
      ),
    )
    .limit(mostCompared);
};

/** @property lines, quote of the order without a code @property coupon the code that applies to it, if any */
type OfferedOrder = {
  lines: readonly PricedLine[];
  quote: Pick<Quote, 'subtotal'>;
  coupon: Coupon | undefined;
};

/**
 * What is of use for an order. A code that the buyer has used up is left out.
 * @param store with the delivery fees of the order @param buyer with the email of its account @param now UTC ms
 */
export async function findOffers(
  db: Db,
  store: Store,
  { lines, quote, coupon }: OfferedOrder,
  { email, ...buyer }: CodeBuyer & { email: string | undefined },
  now: number,
): Promise<ApiOffers> {
  const { subtotal } = quote;
  const [codes, kits] = await db.read.batch([
    selectListed(db, subtotal, buyer, now),
    selectKitsOf(db, lines),
  ]);
  const sold = kits.map(({ id, name, parts, ...listed }) => ({
    id,
    name,
    price: priceAt(listed, now),
    parts: parts ?? [],
  }));
  const kit = offeredKit(store, coupon, lines, sold, { email, now });
  return {
    codes: offeredCodes(store, codes, { subtotal, now }).map((offer) => ({
      code: offer.code,
      percent: offer.percent,
      saves: toRupees(offer.saves),
      missing: toRupees(offer.missing),
      message: offerText(offer),
    })),
    kit: kit
      ? {
          _id: kit.id,
          name: kit.name,
          quantity: kit.quantity,
          parts: kit.parts,
          saves: toRupees(kit.saves),
          message: kitText(kit),
        }
      : null,
  };
}
