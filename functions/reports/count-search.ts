/** Counts what was searched by day, without anything about a person (docs/behaviour.md, "Counted searches"). */
import { type SQL, sql } from 'drizzle-orm';
import { isPersonal } from 'search/personal-text';
import { normalizeText } from 'search/sounds';
import { products, searchClicks, searches } from '#db/schema/index.ts';
import { dayOf } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import { widestOf } from '../lib/network.ts';
import { type Refusal, tooMany } from '../lib/refusal.ts';
import { countInList, type DailyList } from '../limits/daily-list.ts';
import { limitOfCall, networkLimit } from '../limits/hourly.ts';

/** Longest text that is stored, characters. */
const longest = 60;
const mostWords = 8;

/**
 * The text as it is stored: in one form, cut to 60 characters.
 * @returns undefined for an empty text, for one of more than eight words, and for one that may be about a person
 */
export function storedQuery(typed: string): string | undefined {
  const text = normalizeText(typed).replace(/\s+/g, ' ').trim().normalize('NFC');
  if (!text || text.split(' ').length > mostWords || isPersonal(text)) return undefined;
  return [...text].slice(0, longest).join('').trim();
}

const texts: DailyList = {
  name: 'search',
  table: searches,
  maxRows: 2_000,
  newPerNetwork: 100,
  // Texts that have no row of their own.
  other: { query: '' },
};
const opened: DailyList = { name: 'search-click', table: searchClicks, maxRows: 2_000, newPerNetwork: 100 };

/** @property found number of results @property clicked id of the product that was opened from them */
export type SearchReport = { q: string; found: number; clicked?: string | undefined };

/** Counts a search, and the product that was opened from its results, unless the network has sent too many within the hour. */
export async function countSearch(
  call: Call,
  { q, found, clicked }: SearchReport,
): Promise<Refusal | undefined> {
  const { db, now, networks } = call;
  const query = storedQuery(q);
  if (!query) return undefined;
  const limit = networkLimit('search-report', limitOfCall(call, call.limits.SEARCH_REPORTS_PER_HOUR));
  const within = limit.isWithin;
  const at = { day: dayOf(now), network: widestOf(networks), now };
  const [used] = await db.write.batch([
    limit.count(db),
    ...countInList(db, texts, { ...at, entry: { query }, also: { empty: found ? 0 : 1 }, when: within }),
    ...(clicked
      ? countInList(db, opened, {
          ...at,
          entry: { query, product_id: clicked },
          when: sql`${within} AND ${isCounted(at.day, query, clicked)}`,
        })
      : []),
  ]);
  const wait = limit.wait(used);
  return wait ? tooMany(wait, 'Many searches came from here. They are counted already.') : undefined;
}

/** Condition: the text has a row of its own, and the product exists. */
const isCounted = (day: string, query: string, productId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${searches} JOIN ${products} WHERE ${searches.day} = ${day} AND ${searches.query} = ${query} AND ${products.id} = ${productId})`;
