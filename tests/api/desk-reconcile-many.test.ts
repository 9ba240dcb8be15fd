/**
 * Reconciliation at 100,000 orders: every request looks at a few hundred of them through an index, and all
 * requests together at every one, once.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { syncCatalogue } from '#db/sync.ts';
import { checkEvents, mendEvent } from '#functions/desk/reconcile/events.ts';
import { checkOrders } from '#functions/desk/reconcile/orders.ts';
import { askProviders } from '#functions/desk/reconcile/providers.ts';
import { mendOrder } from '#functions/desk/reconcile/repair.ts';
import { checkStock, mendStock } from '#functions/desk/reconcile/stock.ts';
import { providersOf } from '#functions/payments/providers.ts';
import { readProducts } from '#tools/lib/content.ts';
import { openPatiently, useDatabase } from '../support/database.ts';
import { firstOrderAt, insertManyOrders } from '../support/many-orders.ts';
import { serum } from '../support/orders.ts';
import { scansOf } from '../support/plans.ts';

const many = 100_000;
const day = 24 * 60 * 60 * 1000;
const server = useDatabase();
let db: Db;

beforeAll(async () => {
  db = openPatiently(server.url);
  await syncCatalogue(server, readProducts());
  await insertManyOrders(db, many);
  // As many messages as there are orders, one in a thousand unhandled; and a payment for all that are paid online.
  await db.write.run(sql`INSERT INTO payment_events (id, type, about, received_at, handled_at)
    SELECT 'stripe:' || id, 'x', '{"kind":"other"}', created_at, CASE WHEN rowid % 1000 THEN 1 END FROM orders`);
  await db.write.run(sql`INSERT INTO payments (order_id, method, amount, provider_id, hold_until, origin)
    SELECT id, payment_method, total, id, created_at, '' FROM orders WHERE payment_method <> 'cod'`);
}, 240_000);

const last = firstOrderAt + (many / 3) * 60_000;
// Without keys nobody is asked, and the plans are the same.
const shopOf = (db: Db) => ({ db, providers: providersOf({}), now: last + day });
const operator = { id: 'operator', name: '', email: '' };
const cursor = { at: last - 30 * day, id: 'x' };

/** What walks through more than the rows of the page itself. */
const walks = async (work: (db: Db) => Promise<unknown>) =>
  (await scansOf(server.url, work)).filter((step) => step !== 'SCAN page');

test('nothing that looks or mends walks through a table', async () => {
  const [{ id } = { id: '' }] = await db.read.all<{ id: string }>(sql`SELECT id FROM orders LIMIT 1`);
  for (const from of [undefined, cursor]) {
    expect(await walks((db) => checkStock(db, from))).toEqual([]);
    expect(await walks((db) => checkEvents(db, last, from))).toEqual([]);
    expect(await walks((db) => checkOrders(shopOf(db), from))).toEqual([]);
    expect(await walks((db) => askProviders(shopOf(db), last - 30 * day, from))).toEqual([]);
  }
  const counted = { productId: serum, seen: '1/1', counted: 1 };
  expect(await walks((db) => mendStock(db, operator, counted, last))).toEqual([]);
  expect(await walks((db) => mendEvent(shopOf(db), operator, 'stripe:x'))).toEqual([]);
  const mending = { rule: 'status', orderId: id, seen: '' } as const;
  expect(await walks((db) => mendOrder(shopOf(db), operator, mending))).toEqual([]);
});

test('every order is looked at once, and how many there are is known from the first', async () => {
  const looks: { looked: number; total: number | null }[] = [];
  const wrong = new Set<string>();
  let found = 0;
  for (let at: Parameters<typeof checkOrders>[1] = undefined; ; ) {
    const look = await checkOrders(shopOf(db), at);
    looks.push(look);
    for (const { about, rule } of look.differences) wrong.add(`${about} ${rule}`);
    found += look.differences.length;
    if (look.next === null) break;
    const [ms = '', id = ''] = look.next.split('.');
    at = { at: Number(ms), id };
  }
  expect(looks.reduce((sum, { looked }) => sum + looked, 0)).toBe(many);
  expect([looks[0]?.total, looks.length]).toEqual([many, many / 500]);
  // None of them is told twice.
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
