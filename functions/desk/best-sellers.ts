/** The products that sold most, and how many of their units came back. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';

/** Products of the list. */
const most = 10;

/**
 * The query, for a batch. `arrived` counts units of orders that were delivered or came back, `returned` those of them
 * that came back. A parcel that came back undelivered is not counted. @param since number of the first day
 */
export const selectBestSellers = (db: Db, since: number) => {
  const of = (...names: readonly string[]) =>
    sql<number>`sum(iif(${totals.name} IN ${names}, ${totals.count}, 0))`;
  const sold = of('sold', 'delivered', 'returned');
  return db.read
    .select({
      id: totals.about,
      name: sql<string>`(SELECT name FROM ${products} WHERE id = about)`,
      sold,
      /** paise, after discounts */
      amount: sql<number>`sum(amount)`,
      arrived: of('delivered', 'returned'),
      returned: of('returned', 'given back'),
    })
    .from(totals)
    .where(sql`name IN ('sold', 'delivered', 'returned', 'given back') AND at >= ${since}`)
    .groupBy(totals.about)
    .having(sql`${sold} > 0`)
    .orderBy(sql`${sold} DESC, about`)
    .limit(most);
};
