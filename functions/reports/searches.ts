/** Reads the counts of searches for the desk. */
import { and, desc, eq, gt, gte, ne, type SQL, sql } from 'drizzle-orm';
import { products, searchClicks, searches } from '#db/schema/index.ts';
import { daysOf, type SearchPeriod } from '#domain/search/periods.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';

/** Rows of each list. */
const maxListed = 50;

const times = sql<number>`sum(${searches.count})`;
const empty = sql<number>`sum(${searches.empty})`;
const clicks = sql<number>`sum(${searchClicks.count})`;

/**
 * The texts that were searched most, those that found nothing most often, and the products that were opened most.
 */
export async function readSearches({ db, now }: Call, { period }: { period: SearchPeriod }) {
  const first = dayOf(now - (daysOf[period] - 1) * oneDay);
  const texts = (by: SQL, having?: SQL) =>
    db.read
      .select({ query: searches.query, times, empty })
      .from(searches)
      .where(and(gte(searches.day, first), ne(searches.query, '')))
      .groupBy(searches.query)
      .having(having)
      .orderBy(desc(by), searches.query)
      .limit(maxListed);
  const [[total], most, nothing, clicked] = await db.read.batch([
    db.read
      .select({
        times: sql<number>`coalesce(${times}, 0)`,
        empty: sql<number>`coalesce(${empty}, 0)`,
        /** Of texts above the day's limit of different ones. */
        other: sql<number>`coalesce(sum(iif(${searches.query} = '', ${searches.count}, 0)), 0)`,
      })
      .from(searches)
      .where(gte(searches.day, first)),
    texts(times),
    texts(empty, gt(empty, 0)),
    db.read
      .select({ query: searchClicks.query, productId: products.id, name: products.name, clicks })
      .from(searchClicks)
      .innerJoin(products, eq(products.id, searchClicks.productId))
      .where(gte(searchClicks.day, first))
      .groupBy(searchClicks.query, searchClicks.productId)
      .orderBy(desc(clicks), searchClicks.query, searchClicks.productId)
      .limit(maxListed),
  ]);
  return { total: total ?? { times: 0, empty: 0, other: 0 }, most, nothing, clicked };
}
