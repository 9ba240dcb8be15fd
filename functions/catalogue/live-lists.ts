/** Lists of products that change from minute to minute: what sells most, what is rated best, and what cannot be bought now. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';
import { soldOutIds } from '#domain/catalogue/sold-out.ts';
import { bestRated } from '#domain/reviews/rating.ts';
import { SharedWork } from '../lib/shared-work.ts';
import { dayNumber } from '../lib/totals.ts';
import { readVersion, versionOf } from './cached.ts';
import { selectVersion } from './read.ts';

/** Days whose sales count. */
const days = 30;
/** Most products of a list. */
const most = 1_000;
/** How long a list of an isolate lasts, ms: reading one costs a row for each product, and for some each day. */
const longestAge = 3_600_000;

type ReadList = (db: Db, now: number) => Promise<string[]>;

/** Reads a list once an hour, for all who ask meanwhile. */
function hourly(read: ReadList): ReadList {
  let last: { at: number; ids: string[] } | undefined;
  const reading = new SharedWork<string[]>();
  return async (db, now) => {
    if (last && Math.abs(now - last.at) < longestAge) return last.ids;
    const isEnough = () => true;
    return reading.run(async () => {
      const ids = await read(db, now);
      last = { at: now, ids };
      return ids;
    }, isEnough);
  };
}

/**
 * The products of which most pieces were sold in the last days, the first most; sizes and shades count for their product.
 * Empty where fewer than two were sold: then there is no order.
 * @param now UTC ms
 */
export const readBestSelling = hourly(async (db, now) => {
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
  return rows.length > 1 ? rows.map((row) => row.product) : [];
});

/**
 * The products with a rating, the best first; those of one rating are in the order of the collection. Empty where fewer
 * than two have one: then there is no order.
 */
export const readBestRated = hourly(async (db) => {
  const { id, group, position, ratingSum, reviewCount, editorRating, retired } = products;
  const isRated = sql`(${reviewCount} > 0 OR ${editorRating} IS NOT NULL)`;
  const rows = await db.read
    .select({ id, ratingSum, reviewCount, editorRating })
    .from(products)
    .where(and(eq(retired, false), isNull(group), isRated))
    .orderBy(asc(position), asc(id));
  return rows.length > 1 ? bestRated(rows, most) : [];
});

/** What was read last in this isolate, and of which version of the catalogue. */
let soldOut: SoldOut | undefined;
type SoldOut = { content: number; ids: string[] };
const readingSoldOut = new SharedWork<SoldOut>();

/** The ids of what cannot be bought, as `soldOutIds` says them. While the catalogue stays the same, it reads only its version. */
export async function readSoldOut(db: Db): Promise<string[]> {
  const known = soldOut || readingSoldOut.isRunning ? await readVersion(db) : undefined;
  const fits = ({ content }: SoldOut) => content === known?.content;
  if (soldOut && fits(soldOut)) return soldOut.ids;
  const { ids } = await readingSoldOut.run(() => readAllSoldOut(db), fits);
  return ids;
}

async function readAllSoldOut(db: Db): Promise<SoldOut> {
  const { id, stock, paused, retired, hidden } = products;
  const rows = db.read
    .select({ _id: id, stock, paused, retired })
    .from(products)
    .where(and(eq(retired, false), eq(hidden, false)));
  const [version, sold] = await db.read.batch([selectVersion(db), rows]);
  soldOut = { content: versionOf(version).content, ids: soldOutIds(sold) };
  return soldOut;
}
