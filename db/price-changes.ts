/**
 * Records what products have cost, sales included, in `price_changes`: a sale is compared with the lowest price of the days
 * before it (domain/pricing/sale.ts). The sync calls it, and the scheduled job when a price may have changed.
 */
import { asc, eq, gt, sql } from 'drizzle-orm';
import { newPriceChanges, type Sale, unchangedTime } from '#domain/pricing/sale.ts';
import type { Db } from './client.ts';
import { jobs, priceChanges, products } from './schema/index.ts';

/** Products per call. */
const chunkSize = 1_000;

/** The name of the job's part that records prices, in the table `jobs`. */
export const pricesJob = 'prices';

/** The products after one, with the newest recorded price of each. */
const selectProducts = (db: Db, after: string) =>
  db.read
    .select({
      id: products.id,
      price: products.price,
      sales: products.sales,
      last: sql<
        number | null
      >`(SELECT price FROM price_changes WHERE product_id = products.id ORDER BY at DESC LIMIT 1)`,
    })
    .from(products)
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(chunkSize);

/**
 * Records the prices that have changed since the job did it last: also those of sales that have begun or ended meanwhile.
 * Runs may overlap. @param now UTC ms @returns the time around now in which no sale begins or ends
 */
export async function recordPrices(db: Db, now: number): Promise<{ from: number; until: number }> {
  const [job] = await db.read.select().from(jobs).where(eq(jobs.name, pricesJob));
  const sales: Sale[] = [];
  for (let after = '', isLast = false; !isLast; ) {
    const rows = await selectProducts(db, after);
    const changes = rows.flatMap(({ id, last, ...listed }) => {
      sales.push(...listed.sales);
      const found = newPriceChanges(listed, last ?? undefined, job?.finishedAt ?? now, now);
      return found.map((change) => ({ id, ...change }));
    });
    if (changes.length)
      await db.write.run(sql`
        INSERT INTO ${priceChanges} SELECT value ->> 'id', value ->> 'at', value ->> 'price'
        FROM json_each(${JSON.stringify(changes)}) WHERE true ON CONFLICT DO NOTHING`);
    after = rows.at(-1)?.id ?? after;
    isLast = rows.length < chunkSize;
  }
  return unchangedTime(sales, now);
}
