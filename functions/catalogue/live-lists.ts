/** Lists of products that change from minute to minute: what sells most, and what cannot be bought now. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';
import { soldOutIds } from '#domain/catalogue/sold-out.ts';
import { dayNumber } from '../lib/totals.ts';
import { versionOf } from './cached.ts';
import { selectVersion } from './read.ts';

/** Days whose sales count. */
const days = 30;
/** Most products of the list. */
const most = 1_000;
/** How long the list of an isolate lasts, ms: reading it costs a row for each product and day. */
const longestAge = 3_600_000;

let bestSelling: { at: number; ids: string[] } | undefined;

/**
 * The products of which most pieces were sold in the last days, the first most; sizes and shades count for their product.
 * Empty where fewer than two were sold: then there is no order.
 * @param now UTC ms
 */
export async function readBestSelling(db: Db, now: number): Promise<string[]> {
  if (bestSelling && Math.abs(now - bestSelling.at) < longestAge) return bestSelling.ids;
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
  bestSelling = { at: now, ids };
  return ids;
}

/** What was read last in this isolate, and of which version of the catalogue. */
let soldOut: { content: number; ids: string[] } | undefined;

/** The ids of what cannot be bought, as `soldOutIds` says them. While the catalogue stays the same, it reads only its version. */
export async function readSoldOut(db: Db): Promise<string[]> {
  if (soldOut && soldOut.content === versionOf(await selectVersion(db)).content) return soldOut.ids;
  const { id, stock, paused, retired, hidden } = products;
  const rows = db.read
    .select({ _id: id, stock, paused, retired })
    .from(products)
    .where(and(eq(retired, false), eq(hidden, false)));
  const [version, sold] = await db.read.batch([selectVersion(db), rows]);
  soldOut = { content: versionOf(version).content, ids: soldOutIds(sold) };
  return soldOut.ids;
}
