/**
 * Reports of searches: counted by day without anything about a person, limited, and shown at the desk.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, searchClicks, searches } from '#db/schema/index.ts';
import { attemptKey } from '#functions/limits/attempts.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { type Client, newClient, times } from '../support/client.ts';
import { serum, toner } from '../support/orders.ts';
import { snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const perHour = 5;
const { shop, operator, test } = shopTest({
  vars: { SEARCH_REPORTS_PER_HOUR: String(perHour) },
  flood: 10_000,
  writes: 10_000,
});
beforeEach(async () => {
  for (const table of [searches, searchClicks]) await shop.db.write.delete(table);
});

type Shown = ResponseOf<typeof api.desk.searches.$get>;
const shown = (query: string) => operator.get<Shown>(`/api/desk/searches${query}`);

const today = () => dayOf(Date.now());
const report = async (q: string, found: number, clicked?: string, client: Client = shop.client()) =>
  (await client.post('/api/product/searched', { q, found, clicked })).status;
const counted = () => shop.db.read.select().from(searches).orderBy(searches.query);
const clicks = () => shop.db.read.select().from(searchClicks).orderBy(sql`query, product_id`);

test('searches and clicks are counted by day, in one form, and nothing else is stored', async () => {
  const tables = ['searches', 'search_clicks', 'attempts'];
  const before = await snapshot(shop.db, tables);
  for (const [q, found] of [
    ['Glow  Serum', 3],
    [' glow serum ', 0],
    ['GLOW\u200b SERUM', 2],
    ['सीरम', 4],
  ] as const)
    expect(await report(q, found)).toBe(200);
  for (const q of ['Glow Serum', 'glow serum']) expect(await report(q, 3, serum)).toBe(200);
  const day = today();
  expect(await counted()).toEqual([
    { day, query: 'glow serum', count: 5, empty: 1 },
    { day, query: 'सीरम', count: 1, empty: 0 },
  ]);
  expect(await clicks()).toEqual([{ day, query: 'glow serum', productId: serum, count: 2 }]);
  expect(await snapshot(shop.db, tables)).toEqual(before);
});

test('the day is the Indian one', async () => {
  // 18:30 UTC is midnight in India.
  const at = (time: string) => ({ 'x-clock-offset-ms': String(Date.parse(time) - Date.now()) });
  for (const time of ['2026-11-20T18:29:00Z', '2026-11-20T18:31:00Z'])
    await shop.client().post('/api/product/searched', { q: 'rose', found: 1 }, at(time));
  await shop.client().send('GET', '/api/health', { headers: { 'x-clock-offset-ms': '0' } });
  expect((await counted()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
});

test.each([
  'asha@example.in',
  '98765 43210',
  'ORD-123456',
  'ABCPE1234F',
  '29 ABCPE 1234 F 1ZW',
  '१२३४ ५६७८ ९०१२',
  'www.example.in',
  'a b c d e f g h i',
  ' \u200b ',
])('%j is accepted and not stored, not even the network that sent it', async (q) => {
  const before = await snapshot(shop.db);
  expect([await report(q, 0), await report(q, 1, serum)]).toEqual([200, 200]);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('a click on a product that does not exist counts as a search', async () => {
  expect(await report('glow', 1, 'nothing-like-it')).toBe(200);
  expect(await counted()).toEqual([{ day: today(), query: 'glow', count: 1, empty: 0 }]);
  expect(await clicks()).toEqual([]);
});

describe('a client that sends many', () => {
  test('has an hourly limit, by its network', async () => {
    const client = shop.client();
    const statuses = [];
    for (const n of times(perHour + 3, (n) => n))
      statuses.push(await report(`text ${'x'.repeat(n)}`, 1, undefined, client));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await counted()).toHaveLength(perHour);
    await shop.db.write.insert(searches).values({ day: today(), query: 'rose', count: 1, empty: 0 });
    const refused = await client.post('/api/product/searched', { q: 'rose', found: 1, clicked: toner });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    expect(await clicks()).toEqual([]);
    expect(await report('rose', 1, undefined, newClient(shop.stack.url))).toBe(200);
  });

  test('counts once a day for a text, and for a product opened from it', async () => {
    const client = shop.client();
    for (const _ of times(2, () => 0)) await report('rose', 1, serum, client);
    expect(await counted()).toMatchObject([{ query: 'rose', count: 1 }]);
    expect(await clicks()).toMatchObject([{ query: 'rose', count: 1 }]);
    await report('rose', 0, toner, client);
    expect(await counted()).toMatchObject([{ query: 'rose', count: 1, empty: 0 }]);
    expect(await clicks()).toHaveLength(2);
  });
});

describe('a full day', () => {
  const day = today();
  /** Fills the lists, and their counters. @param count of each row */
  async function fill(count: number) {
    const rows = times(2_000, (n) => ({ day, query: `text ${String(n).padStart(4, '0')}`, count, empty: 0 }));
    await shop.db.write.insert(searches).values(rows);
    const key = attemptKey('search-rows', day);
    const expiresAt = Date.now() + oneDay;
    await shop.db.write.insert(attempts).values({ key, count: 2_000, blockedUntil: 0, expiresAt });
  }

  test('makes room for a new text by dropping one that a single network has searched', async () => {
    await fill(1);
    await shop.db.write.update(searches).set({ count: 2 }).where(sql`query = 'text 0004'`);
    await report('text 0003a', 0);
    await report('text 0003a', 0);
    const after = await counted();
    expect(after).toHaveLength(2_000);
    expect(after.find(({ query }) => query === 'text 0003a')).toMatchObject({ count: 2, empty: 2 });
    expect(after.some(({ query }) => query === 'text 0004')).toBe(true);
    expect(after.some(({ query }) => query === 'text 0005')).toBe(false);
  });

  test('counts a new text with the others where every row has several networks', async () => {
    await fill(2);
    for (const q of ['new one', 'new two']) await report(q, 1);
    const after = await counted();
    expect(after).toHaveLength(2_001);
    expect(after.find(({ query }) => query === '')).toMatchObject({ count: 2 });
    await report('text 0007', 0);
    const known = (await counted()).find(({ query }) => query === 'text 0007');
    expect(known).toMatchObject({ count: 3, empty: 1 });
  });
});

test('the desk shows the days of a period, the most frequent first', async () => {
  const on = (days: number) => dayOf(Date.now() - days * oneDay);
  await shop.db.write.insert(searches).values([
    { day: on(0), query: 'glow', count: 3, empty: 0 },
    { day: on(6), query: 'rose', count: 5, empty: 1 },
    { day: on(7), query: 'glow', count: 4, empty: 2 },
    { day: on(6), query: '', count: 9, empty: 4 },
    { day: on(89), query: 'lipstick', count: 50, empty: 50 },
    { day: on(90), query: 'old', count: 60, empty: 60 },
  ]);
  await shop.db.write.insert(searchClicks).values([
    { day: on(0), query: 'glow', productId: serum, count: 2 },
    { day: on(3), query: 'glow', productId: toner, count: 3 },
    { day: on(20), query: 'glow', productId: serum, count: 2 },
  ]);
  const read = async (query: string) => (await shown(query)).body;
  const glow = (clicks: number) => ({ query: 'glow', productId: serum, name: 'Glow Serum', clicks });
  const rose = { query: 'glow', productId: toner, name: 'Rose Toner', clicks: 3 };
  expect(await read('?period=week')).toEqual({
    success: true,
    total: { times: 17, empty: 5, other: 9 },
    most: [
      { query: 'rose', times: 5, empty: 1 },
      { query: 'glow', times: 3, empty: 0 },
    ],
    nothing: [{ query: 'rose', times: 5, empty: 1 }],
    clicked: [rose, glow(2)],
  });
  expect(await read('')).toMatchObject({
    total: { times: 21, empty: 7, other: 9 },
    most: [
      { query: 'glow', times: 7, empty: 2 },
      { query: 'rose', times: 5, empty: 1 },
    ],
    nothing: [{ query: 'glow' }, { query: 'rose' }],
    clicked: [glow(4), rose],
  });
  const quarter = await read('?period=quarter');
  expect(quarter.total).toEqual({ times: 71, empty: 57, other: 9 });
  expect((await shown('?period=year')).status).toBe(422);
});

test('the desk lists fifty of each', async () => {
  const rows = times(60, (n) => ({ day: today(), query: `text ${n}`, count: n + 1, empty: n + 1 }));
  await shop.db.write.insert(searches).values(rows);
  await shop.db.write
    .insert(searchClicks)
    .values(rows.map(({ day, query, count }) => ({ day, query, count, productId: serum })));
  const { most, nothing, clicked } = (await shown('')).body;
  for (const list of [most, nothing, clicked]) {
    expect(list).toHaveLength(50);
    expect(list[0]?.query).toBe('text 59');
  }
});
