/** Part of the scheduled job: emails operators once about products at their threshold, until they are refilled. */
import { and, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isLowOnStock, outbox, products } from '#db/schema/index.ts';
import { enqueueEmailToOperators } from '../outbox/enqueue-to-operators.ts';

/** Products of one email. */
const most = 50;

/**
 * One batch writes one email about all of them, and that it was written. A count at the desk that brings a product above
 * its threshold makes the next email possible (functions/desk/stock.ts), and so does another threshold.
 * @param now UTC ms
 */
export async function reportLowStock(db: Db, now: number): Promise<void> {
  const { id, name, stock } = products;
  const isNew = sql`low_notified IS NOT low_stock`;
  const low = await db.read
    .select({ id, name, stock })
    .from(products)
    .where(and(isLowOnStock, isNew))
    .orderBy(stock, id)
    .limit(most);
  if (!low.length) return;
  const cause = `low_stock:${crypto.randomUUID()}`;
  const among = inArray(
    id,
    low.map(({ id }) => id),
  );
  // If two runs overlap, the second one finds some products done and leaves the others to the next run.
  const areNew = sql`(SELECT count(*) FROM ${products} WHERE ${among} AND ${isNew}) = ${low.length}`;
  await db.write.batch([
    enqueueEmailToOperators(db, { cause, content: { kind: 'low_stock', products: low }, now, when: areNew }),
    db.write
      .update(products)
      .set({ lowNotified: sql`low_stock` })
      .where(and(among, sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause})`)),
  ]);
}
