/**
 * Reconciliation of the stock: the ledger against the stock, and a count that corrects both. This shop has no keys of
 * payment providers.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { hour } from '../support/clock.ts';
import { insertOrder } from '../support/exports.ts';
import { placed, serum } from '../support/orders.ts';
import {
  differencesOf,
  makeBalanced,
  onlyDifference,
  reconcilePages,
  reconcileProviders,
} from '../support/reconciliation.ts';
import { select, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock');
const only = async () => onlyDifference(await look());
const missing = async () => {
  await placed(await shop.person(), { [serum]: 2 });
  await run(sql`UPDATE products SET stock = 95 WHERE id = ${serum}`);
  return only();
};

test('stock that differs from the ledger is found, with the pieces that wait to be sent', async () => {
  const fix = expect.stringMatching('without the 2 that wait to be sent');
  expect(await missing()).toMatchObject({ rule: 'stock', about: serum, expected: '98', found: '95', fix });
});

test.each([
  ['the ledger’s number', 98, 0],
  ['what the stock says', 95, -3],
  ['neither', 120, 22],
])('counting again sets stock and ledger when the shelf holds %s', async (_, pieces, change) => {
  await missing();
  const count = { key: randomUUID(), reason: 'counted', pieces, seen: 95 };
  const { status, body } = await operator.post<{ stock: number }>(`/api/desk/stock/${serum}`, count);
  expect([status, body.stock]).toEqual([200, pieces]);
  expect([await stockOf(shop.db, serum), await look()]).toEqual([pieces, []]);
  expect(
    await select(shop.db, sql`SELECT change, reason FROM stock_changes ORDER BY rowid DESC LIMIT 1`),
  ).toEqual([{ change, reason: 'counted' }]);
});

test('any other change of the stock keeps the difference', async () => {
  await missing();
  const arrived = { key: randomUUID(), reason: 'received', pieces: 5, seen: 95 };
  await operator.post(`/api/desk/stock/${serum}`, arrived);
  expect(await only()).toMatchObject({ expected: '103', found: '100' });
});

test('stock is compared a few products at a time, each once', async () => {
  await run(sql`UPDATE products SET stock = stock + 1`);
  const looks = await reconcilePages(operator, 'stock');
  const all = looks.flatMap(({ differences }) => differences.map(({ about }) => about));
  // The kit is in the total, which is approximate; it has no stock of its own to compare.
  expect([looks.length > 1, new Set(all).size, looks[0]?.total]).toEqual([true, all.length, all.length + 1]);
});

test('without keys no provider is asked, and this is reported', async () => {
  const createdAt = Date.now() - hour;
  const order = { createdAt, status: 'Payment Pending', paid: false, paymentMethod: 'stripe' } as const;
  const orderId = await insertOrder(shop.db, order);
  await run(sql`INSERT INTO payments (order_id, method, amount, provider_id, origin, hold_until)
    VALUES (${orderId}, 'stripe', 90220, 'cs_1', 'https://harita.example', ${createdAt})`);
  const [page] = await reconcileProviders(operator);
  expect(page?.notAsked).toMatchObject([{ why: 'Stripe cannot be checked: its keys are missing' }]);
});
