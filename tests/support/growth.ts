/** What requests and jobs read from the database, compared between a young and an old shop; with the query plans of both. */
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { roomyShop, useEverything } from './every-route.ts';
import { tableScans } from './query-plans.ts';
import { allRequests, sendRequest } from './routes/index.ts';
import { useShop } from './shop.ts';
import { addYears } from './years.ts';

/** Rows that a request read, by how many they may differ, and the entries of an export. */
type Read = { rows: number; allowed: number; entries: number; most: string };

/** Reads by request. */
type Reads = Map<string, Read>;

/** What `npm run bench` writes into docs/performance.md: rows in both shops, and statements whose plans were read. */
export type ReadFigures = { requests: { name: string; young: number; old: number }[]; statements: number };

/**
 * Rows by which requests of the two shops may differ: pages and days of the young one that are not full; the largest page
 * reads 500. Statements of the job that look at a block of 500 rows, with some look-ups for each, read another block each
 * minute, which may be full or not; so do those that erase the guests of a block, at most 20 of them.
 * A search of orders and customers reads at most so many, whatever it finds: a word that more have is only a filter
 * (functions/desk/order-words.ts, customers.ts).
 */
const tolerance = { request: 500, job: 1_000, block: 3_000 };
const mostOfSearch = 15_000;
const isSearchOfPeople = (name: string): boolean => /desk\/(orders|bulk|customers), request/.test(name);
/** What a statement of the job may read more. @param statement the whole of it: what makes it a block may stand at its end */
const toleranceOf = (statement: string): number =>
  /rowid >|AS guest WHERE guest\.id/.test(statement) ? tolerance.block : tolerance.job;
/** By how much an entry of an export may cost more in a full page than in one that is not. */
const pageShare = 1.25;

const job = 'the job: ';

/** The beginning of a statement, which identifies it. */
const shorten = (statement: string): string => statement.replace(/\s+/g, ' ').slice(0, 300);

/** Runs every request, and the scheduled job, in a shop with this many past orders, and reads all query plans there. */
function readsIn(orders: number): { reads: Reads; statements: number } {
  const result = { reads: new Map() as Reads, statements: 0 };
  const { reads } = result;
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
          allowed: tolerance.request,
          entries,
          most: most.map(({ rows, statement }) => `${rows} rows: ${shorten(statement)}`).join('; '),
        });
        proxy.reset();
      };
      for (const one of allRequests) {
        proxy.reset();
        const { headers, body } = await sendRequest(users, one);
        const query = one.request.query ?? '';
        if (/\/desk\//.test(one.name) && /[?&]q=/.test(query) && !/after=/.test(query))
          expect(
            Object.values(body as object).filter(Array.isArray),
            `${one.name}${query} finds nothing`,
          ).not.toEqual([[]]);
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
        reads.set(name, { rows: before + rows, allowed: toleranceOf(statement), entries: 1, most: '' });
      }
      const { queries, scans } = await tableScans(shop.stack.databaseUrl, proxy.statements);
      result.statements = queries;
      expect(scans).toEqual([]);
    }, 900_000);
  });
  return result;
}

/** @param file of {@link ReadFigures} */
function writeFigures(file: string, before: Reads, after: Reads, statements: number): void {
  const requests = [...after]
    .filter(([name]) => !name.startsWith(job))
    .map(([name, { rows }]) => ({ name, young: before.get(name)?.rows ?? 0, old: rows }));
  writeFileSync(file, JSON.stringify({ requests, statements } satisfies ReadFigures));
}

/** Tests that no request and no job reads more rows in an old shop than in a young one. */
export function testGrowth(young: number, old: number): void {
  const [{ reads: before }, older] = [readsIn(young), readsIn(old)];
  const after = older.reads;

  test('read the same number of rows', () => {
    if (process.env.READS_FILE) writeFigures(process.env.READS_FILE, before, after, older.statements);
    expect(after.size).toBeGreaterThan(250);
    const more = [...after].flatMap(([name, { rows, allowed, entries, most: statements }]) => {
      const first = before.get(name) ?? { rows: 0, entries: 1 };
      // An export reads as much as it contains.
      const expected =
        entries > first.entries ? (first.rows * entries * pageShare) / first.entries : first.rows;
      const most = isSearchOfPeople(name) ? Math.max(expected + allowed, mostOfSearch) : expected + allowed;
      return rows > most ? `${name}: ${first.rows} rows, then ${rows}. ${statements}` : [];
    });
    expect(more).toEqual([]);
  });
}
