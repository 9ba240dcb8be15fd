/** What requests and jobs read from the database, compared between a young and an old shop. */
import { describe, expect, test } from 'vitest';
import { roomyShop, useEverything } from './every-route.ts';
import { allRequests, sendRequest } from './routes/index.ts';
import { useShop } from './shop.ts';
import { addYears } from './years.ts';

/** Rows that a request read, and the entries of an export. */
type Read = { rows: number; entries: number; most: string };

/** Reads by request. */
type Reads = Map<string, Read>;

/**
 * Rows by which requests of the two shops may differ: pages and days of the young one that are not full; the largest page
 * reads 500. Statements of the job that look at a block of 500 rows, with some look-ups for each, read another block each
 * minute, which may be full or not; so do those that erase the guests of a block, at most 20 of them.
 */
const tolerance = { request: 500, job: 1_000, block: 3_000 };
/** What an entry of this name may read more. */
const toleranceOf = (name: string): number => {
  if (!name.startsWith(job)) return tolerance.request;
  return /rowid >|AS guest WHERE guest\.id/.test(name) ? tolerance.block : tolerance.job;
};
/** By how much an entry of an export may cost more in a full page than in one that is not. */
const pageShare = 1.25;

const job = 'the job: ';

/** The beginning of a statement, which identifies it. */
const shorten = (statement: string): string => statement.replace(/\s+/g, ' ').slice(0, 300);

/** Runs every request, and the scheduled job, in a shop with this many past orders. */
function readsIn(orders: number): Reads {
  const reads: Reads = new Map();
  describe(`with ${orders} orders`, () => {
    const shop = useShop(roomyShop);

    test('every route and the job', async () => {
      const users = await useEverything(shop);
      await addYears(shop.db, orders, Date.now());
      const { proxy } = shop;
      const take = (name: string, entries = 1) => {
        const most = proxy.rowsRead.toSorted((one, other) => other.rows - one.rows).slice(0, 3);
        reads.set(name, {
          rows: proxy.rowsRead.reduce((sum, { rows }) => sum + rows, 0),
          entries,
          most: most.map(({ rows, statement }) => `${rows} rows: ${shorten(statement)}`).join('; '),
        });
        proxy.reset();
      };
      for (const one of allRequests) {
        proxy.reset();
        const { headers } = await sendRequest(users, one);
        take(`${one.name}, request ${one.n}`, Number(headers.get('export-count') || 1));
      }
      // The first run does what has been left to do.
      await shop.stack.scheduled();
      proxy.reset();
      await shop.stack.scheduled();
      // Each statement by itself: the job has a hundred.
      for (const { statement, rows } of proxy.rowsRead) {
        const name = `${job}${shorten(statement)}`;
        const before = reads.get(name)?.rows ?? 0;
        reads.set(name, { rows: before + rows, entries: 1, most: '' });
      }
    }, 900_000);
  });
  return reads;
}

/** Tests that no request and no job reads more rows in an old shop than in a young one. */
export function testGrowth(young: number, old: number): void {
  const [before, after] = [readsIn(young), readsIn(old)];

  test('read the same number of rows', () => {
    expect(after.size).toBeGreaterThan(250);
    const more = [...after].flatMap(([name, { rows, entries, most }]) => {
      const first = before.get(name) ?? { rows: 0, entries: 1 };
      // An export reads as much as it contains.
      const expected =
        entries > first.entries ? (first.rows * entries * pageShare) / first.entries : first.rows;
      const allowed = expected + toleranceOf(name);
      return rows > allowed ? `${name}: ${first.rows} rows, then ${rows}. ${most}` : [];
    });
    expect(more).toEqual([]);
  });
}
