/** Page performance (web vitals): counted without personal data, and shown at the desk. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { vitals } from '#db/schema/index.ts';
import { dayOf } from '#lib/dates.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const perHour = 6;
const { shop, operator, test } = shopTest({ vars: { VISITS_PER_HOUR: String(perHour) } });
beforeEach(() => shop.db.write.delete(vitals));

const report = (page: string, values: object) => shop.client().post('/api/vitals', { page, values });
const rows = () => select(shop.db, sql`SELECT * FROM vitals ORDER BY page, name, step`);
const speed = async () => (await operator.get<{ speed: object[]; days: number }>('/api/desk/speed')).body;

test('a visit adds one to each of its steps, and nothing else is stored', async () => {
  const before = await snapshot(shop.db, ['vitals', 'attempts']);
  expect((await report('home', { LCP: 900, CLS: 0, TTFB: 320 })).status).toBe(200);
  expect((await report('home', { LCP: 1100, INP: 90 })).status).toBe(200);
  const day = dayOf(Date.now());
  expect(await rows()).toEqual([
    { day, page: 'home', name: 'CLS', step: 0, count: 1 },
    { day, page: 'home', name: 'INP', step: 100, count: 1 },
    { day, page: 'home', name: 'LCP', step: 1200, count: 2 },
    { day, page: 'home', name: 'TTFB', step: 500, count: 1 },
  ]);
  expect(await snapshot(shop.db, ['vitals', 'attempts'])).toEqual(before);
});

test('the desk shows the 75th percentile by kind of page', async () => {
  for (const LCP of [400, 700, 700, 5000]) await report('product', { LCP });
  expect(await speed()).toMatchObject({
    days: 28,
    speed: [{ page: 'product', name: 'LCP', visits: 4, p75: 800 }],
  });
});

test('older counts are not shown, and are deleted later', async () => {
  const ago = (days: number) => dayOf(Date.now() - days * 24 * 60 * 60 * 1000);
  const row = { page: 'home', name: 'LCP', step: 500, count: 1 } as const;
  await shop.db.write.insert(vitals).values([29, 83, 86].map((days) => ({ ...row, day: ago(days) })));
  expect((await speed()).speed).toEqual([]);
  await shop.stack.scheduled();
  expect((await rows()).map((row) => (row as { day: string }).day).sort()).toEqual([ago(83), ago(29)]);
});

test('a network is counted a few times an hour', async () => {
  const client = shop.client();
  const statuses = [];
  for (let n = 0; n < perHour + 2; n += 1)
    statuses.push((await client.post('/api/vitals', { page: 'home', values: { LCP: 900 } })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  expect(await rows()).toMatchObject([{ count: perHour }]);
});
