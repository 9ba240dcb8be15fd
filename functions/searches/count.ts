/** Counts what was searched by day, without anything about a person (docs/behaviour.md 16.3). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, searchClicks, searches } from '#db/schema/index.ts';
import { dayOf } from '#lib/dates.ts';
import { type HourlyLimit, networkCounters, type TooMany } from '../limits/attempts.ts';
import { storedQuery } from './stored-query.ts';

/** Rows of a day in each of the two tables, limited because anybody can send reports. */
const maxRows = 2_000;

/** @property found number of results @property clicked id of the product that was opened from them */
export type SearchReport = { q: string; found: number; clicked?: string | undefined };

/** Counts a search, and the product that was opened from its results, unless the network has sent too many within the hour. */
export async function countSearch(
  db: Db,
  { q, found, clicked }: SearchReport,
  from: HourlyLimit,
): Promise<TooMany | undefined> {
  const query = storedQuery(q);
  if (!query) return undefined;
  const counters = networkCounters('search-report', from);
  const within = counters.isWithin;
  const day = dayOf(from.now);
  const [counts] = await db.write.batch([
    counters.count(db),
    db.write.run(addSearch(day, query, found ? 0 : 1, within)),
    ...(clicked ? [db.write.run(addClick(day, query, clicked, within))] : []),
  ]);
  return counters.refusal(counts);
}

/** Counts a text above the day's limit under the empty text. */
const addSearch = (day: string, query: string, empty: number, when: SQL): SQL => sql`
  INSERT INTO ${searches} (day, query, count, empty)
  SELECT ${day}, CASE WHEN known THEN ${query} ELSE '' END, 1, ${empty}
  FROM (SELECT EXISTS (SELECT 1 FROM ${searches} WHERE day = ${day} AND query = ${query})
    OR (SELECT count(*) FROM ${searches} WHERE day = ${day} AND query <> '') < ${maxRows} AS known)
  WHERE ${when}
  ON CONFLICT (day, query) DO UPDATE SET count = count + 1, empty = empty + excluded.empty`;

/** Only for a text that is counted under its own name, and a product that exists. */
const addClick = (day: string, query: string, productId: string, when: SQL): SQL => sql`
  INSERT INTO ${searchClicks} (day, query, product_id, count)
  SELECT s.day, s.query, p.id, 1 FROM ${searches} AS s JOIN ${products} AS p
  WHERE s.day = ${day} AND s.query = ${query} AND p.id = ${productId} AND ${when}
    AND (EXISTS (SELECT 1 FROM ${searchClicks} WHERE day = ${day} AND query = ${query} AND product_id = ${productId})
      OR (SELECT count(*) FROM ${searchClicks} WHERE day = ${day}) < ${maxRows})
  ON CONFLICT (day, query, product_id) DO UPDATE SET count = count + 1`;
