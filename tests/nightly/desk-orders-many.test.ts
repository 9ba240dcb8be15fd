/**
 * The desk's list at 100,000 orders: no filter or search scans them, and a search whose words have too many matches to be
 * sorted still finds every order once, in its order. tests/api/lists.test.ts has the filters, growth.test.ts what each reads.
 */

import { performance } from 'node:perf_hooks';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { OrderFilter } from '#domain/orders/filters.ts';
import { isOldestFirst, maxCount, waitingStatuses } from '#domain/orders/order-rules.ts';
import { listOrders } from '#functions/desk/order-list.ts';
import type { Cursor } from '#functions/desk/paging.ts';
import { readWaiting } from '#functions/desk/waiting.ts';
import { readProducts } from '#tools/lib/content.ts';
import { callWith } from '../support/call.ts';
import { day } from '../support/clock.ts';
import { openPatiently, useDatabase } from '../support/database.ts';
import { startProxy } from '../support/database-proxy.ts';
import { firstOrderAt, insertManyOrders } from '../support/many-orders.ts';
import { scansOf } from '../support/query-plans.ts';

const many = 100_000;
const server = useDatabase();
let db: Db;

beforeAll(async () => {
  db = openPatiently(server.url);
  await syncCatalogue(server, readProducts());
  await insertManyOrders(db, many);
}, 240_000);

const half = firstOrderAt + (many / 6) * 60_000;
const cursorOf = (next: string): Cursor => {
  const [at = '', id = ''] = next.split('.');
  return { at: Number(at), id };
};

/** One possible value of each filter, or none. */
const choices: { [Name in keyof OrderFilter]: OrderFilter[Name][] } = {
  status: [undefined, 'unshipped', 'Delivered'],
  method: [undefined, 'cod'],
  paid: [undefined, 'yes', 'collect'],
  account: [undefined, 'nobody'],
  from: [undefined, half - 30 * day],
  to: [undefined, half],
};
const combinations = Object.entries(choices).reduce<OrderFilter[]>(
  (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
  [{}],
);

/** The query plans that scan more than the rows of the page. */
const walks = async (work: (db: Db) => Promise<unknown>) =>
  (await scansOf(server.url, work)).filter((step) => step !== 'SCAN page');

// The last two have more matches than are sorted at once.
test.each([undefined, '000123', '9800000123', 'p77@example.in', 'zoya das77', 'A', 'asha bengaluru'])(
  'a search for %j scans neither orders nor lines, with any filter',
  async (q) => {
    expect(combinations).toHaveLength(144);
    const all = async (db: Db) => {
      for (const filter of combinations)
        await listOrders(callWith({ db }), {
          ...filter,
          q,
          after: filter.paid ? { at: half, id: 'x' } : undefined,
        });
    };
    expect(await walks(all)).toEqual([]);
  },
);

/** The same orders by a simple query. */
async function plainly({ status }: OrderFilter, where: SQL, limit = 5000): Promise<string[]> {
  const order = isOldestFirst(status) ? sql`created_at, id` : sql`created_at DESC, id DESC`;
  const rows = await db.read.all<{ id: string }>(
    sql`SELECT id FROM orders WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** All pages of a filter, or the given number of them. */
async function walk(filter: OrderFilter, pages = Number.POSITIVE_INFINITY): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages; page++) {
    const { rows, next: following }: Awaited<ReturnType<typeof listOrders>> = await listOrders(
      callWith({ db }),
      { ...filter, after: next ? cursorOf(next) : undefined },
    );
    ids.push(...rows.map(({ id }) => id));
    next = following;
    if (!next) break;
  }
  return ids;
}

describe('paging through a search returns every order once, in its order', () => {
  const month = sql`created_at >= ${half - day} AND created_at < ${half}`;
  test.each([
    ['of a phone', { q: '+91 98000 00123' }, sql`address ->> 'phone' = '9800000123'`],
    ['of an address', { q: 'P77@Example.in' }, sql`address ->> 'email' = 'p77@example.in'`],
    [
      'of a few names',
      { q: 'zoya das7' },
      sql`address ->> 'firstName' = 'Zoya' AND address ->> 'lastName' LIKE 'Das7%'`,
    ],
    [
      'of a few names, oldest first',
      { q: 'zoya das', status: 'Packing', from: half - day, to: half },
      sql`address ->> 'firstName' = 'Zoya' AND address ->> 'lastName' LIKE 'Das%' AND status = 'Packing' AND ${month}`,
    ],
    [
      'of four digits',
      { q: '0471', from: half - 30 * day },
      sql`(reference LIKE 'ORD-0471%' OR id LIKE '0471%' OR substr(address ->> 'phone', 2) LIKE '%0471%') AND created_at >= ${half - 30 * day}`,
    ],
  ] as [string, OrderFilter, SQL][])('%s', async (_, filter, where) => {
    const expected = await plainly(filter, where);
    expect(expected.length).toBeGreaterThan(3);
    expect(await walk(filter)).toEqual(expected);
  });

  test.each([
    ['more names than are sorted at once', { q: 'ASHA' }, sql`address ->> 'firstName' = 'Asha'`],
    [
      'the same, narrowed',
      { q: 'asha', status: 'Packing', paid: 'yes' },
      sql`address ->> 'firstName' = 'Asha' AND status = 'Packing' AND paid = 1`,
    ],
  ] as [string, OrderFilter, SQL][])('%s: the first twelve pages', async (_, filter, where) => {
    const expected = await plainly(filter, where, 600);
    expect(expected).toHaveLength(600);
    expect(await walk(filter, 12)).toEqual(expected);
  });
});

/** The request of a desk that has this version. */
const knowing = (version: string) =>
  new Request('https://shop.invalid', { headers: { 'If-None-Match': `"${version}"` } });

test('what waits costs next to nothing while nothing happens', async () => {
  const counter = await startProxy(server.url);
  const counted = openPatiently(counter.url);
  const { version, counts } = await readWaiting(callWith({ db: counted }));
  const full = Object.fromEntries(waitingStatuses.map((status) => [status, maxCount]));
  expect(counts).toEqual({ ...full, unconfirmed: 0 });
  console.log(`What waits reads ${counter.takeRows()} rows after a change.`);
  expect(await readWaiting(callWith({ db: counted, request: knowing(version) }))).toEqual({ version });
  const rows = counter.takeRows();
  console.log(`What waits reads ${rows} rows while nothing happens.`);
  expect([rows > 0, rows < 10]).toEqual([true, true]);
  await counter.stop();
});

/** The median of several reads, ms. */
async function timeOf(filter: OrderFilter): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n++) {
    const start = performance.now();
    await listOrders(callWith({ db }), { ...filter, after: undefined });
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[7] ?? 0;
}

test('the times of searches, for the log', async () => {
  for (const q of ['ORD-000123', '4711', 'das77', 'asha das77', 'asha 5600 serum', 'asha', 'asha bengaluru'])
    console.log(`"${q}" among ${many} orders: ${(await timeOf({ q })).toFixed(0)} ms`);
});
