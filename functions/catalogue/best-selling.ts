/** What sells most, for the order "Best-selling". */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';
import { dayNumber } from '../lib/totals.ts';

/** Days whose sales count. */
const days = 30;
/** Most products of the list. */
const most = 1_000;
/** How long the list of an isolate lasts, ms: reading it costs a row for each product and day. */
const longestAge = 3_600_000;

let known: { at: number; ids: string[] } | undefined;

/**
 * The products of which most pieces were sold in the last days, the first most; sizes and shades count for their product.
 * Empty where fewer than two were sold: then there is no order.
 * @param now UTC ms
 */
export async function readBestSelling(db: Db, now: number): Promise<string[]> {
  if (known && Math.abs(now - known.at) < longestAge) return known.ids;
  const product = sql<string>`coalesce(${products.group}, ${products.id})`;
  const rows = await db.read
    .select({ product })
    .from(totals)
    .innerJoin(products, sql`${products.id} = ${totals.about}`)
    .where(sql`${totals.name} IN ('sold', 'delivered') AND ${totals.at} >= ${dayNumber(now) - days + 1}`)
    .groupBy(product)
    .having(sql`sum(${totals.count}) > 0`)
    .orderBy(sql`sum(${totals.count}) DESC`, product)
    .limit(most);
  const ids = rows.length > 1 ? rows.map((row) => row.product) : [];
  known = { at: now, ids };
  return ids;
}
