/**
 * Reconciliation at 100,000 orders: every request compares a few hundred of them by an index, and all requests together
 * compare each exactly once.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { checkEvents, repairEvent } from '#functions/desk/reconcile/events.ts';
import { checkOrderPage } from '#functions/desk/reconcile/orders.ts';
import { checkProviders } from '#functions/desk/reconcile/providers.ts';
import { repairOrder } from '#functions/desk/reconcile/repair.ts';
import { checkStock, repairStock } from '#functions/desk/reconcile/stock.ts';
import { createProviders } from '#functions/payments/providers.ts';
import { readProducts } from '#tools/lib/content.ts';
import { openPatiently, useDatabase } from '../support/database.ts';
import { firstOrderAt, insertManyOrders } from '../support/many-orders.ts';
import { serum } from '../support/orders.ts';
import { scansOf } from '../support/query-plans.ts';

const many = 100_000;
const day = 24 * 60 * 60 * 1000;
const server = useDatabase();
let db: Db;

beforeAll(async () => {
  db = openPatiently(server.url);
  await syncCatalogue(server, readProducts());
  await insertManyOrders(db, many);
  // One event per order, one in a thousand unhandled, and a payment for every online order.
  await db.write.run(sql`INSERT INTO payment_events (id, type, about, received_at, handled_at)
    SELECT 'stripe:' || id, 'x', '{"kind":"other"}', created_at, CASE WHEN rowid % 1000 THEN 1 END FROM orders`);
  await db.write.run(sql`INSERT INTO payments (order_id, method, amount, provider_id, hold_until, origin)
    SELECT id, payment_method, total, id, created_at, '' FROM orders WHERE payment_method <> 'cod'`);
}, 240_000);

const last = firstOrderAt + (many / 3) * 60_000;
// Without keys no provider is asked; the query plans are the same.
const contextOf = (db: Db) => ({ db, providers: createProviders({}), now: last + day });
const operator = { id: 'operator', name: '', email: '' };
const cursor = { at: last - 30 * day, id: 'x' };

/** The query plans that scan more than the rows of the page. */
const walks = async (work: (db: Db) => Promise<unknown>) =>
  (await scansOf(server.url, work)).filter((step) => step !== 'SCAN page');

test('neither comparing nor repairing scans a table', async () => {
  const [{ id } = { id: '' }] = await db.read.all<{ id: string }>(sql`SELECT id FROM orders LIMIT 1`);
  for (const from of [undefined, cursor]) {
    expect(await walks((db) => checkStock(db, from))).toEqual([]);
    expect(await walks((db) => checkEvents(db, last, from))).toEqual([]);
    expect(await walks((db) => checkOrderPage(contextOf(db), from))).toEqual([]);
    expect(await walks((db) => checkProviders(contextOf(db), last - 30 * day, from))).toEqual([]);
  }
  const counted = { productId: serum, seen: '1/1', counted: 1 };
  expect(await walks((db) => repairStock(db, operator, counted, last))).toEqual([]);
  expect(await walks((db) => repairEvent(contextOf(db), operator, 'stripe:x'))).toEqual([]);
  const mending = { rule: 'status', orderId: id, seen: '' } as const;
  expect(await walks((db) => repairOrder(contextOf(db), operator, mending))).toEqual([]);
});

test('every order is compared once, and the first answer has their number', async () => {
  const looks: { looked: number; total: number | null }[] = [];
  const wrong = new Set<string>();
  let found = 0;
  for (let at: Parameters<typeof checkOrderPage>[1] = undefined; ; ) {
    const look = await checkOrderPage(contextOf(db), at);
    looks.push(look);
    for (const { about, rule } of look.differences) wrong.add(`${about} ${rule}`);
    found += look.differences.length;
    if (look.next === null) break;
    const [ms = '', id = ''] = look.next.split('.');
    at = { at: Number(ms), id };
  }
  expect(looks.reduce((sum, { looked }) => sum + looked, 0)).toBe(many);
  expect([looks[0]?.total, looks.length]).toEqual([many, many / 500]);
  // None is reported twice.
  expect(found).toBe(wrong.size);
  expect(found).toBeGreaterThan(many / 10);
});

test('unhandled messages come in pages, oldest first, each once', async () => {
  const ids: string[] = [];
  for (let at: Parameters<typeof checkEvents>[2] = undefined; ; ) {
    const look = await checkEvents(db, last + day, at);
    ids.push(...look.differences.map(({ about }) => about));
    if (look.next === null) break;
    const [ms = '', id = ''] = look.next.split('.');
    at = { at: Number(ms), id };
  }
  expect([ids.length, new Set(ids).size]).toEqual([many / 1000, many / 1000]);
});
