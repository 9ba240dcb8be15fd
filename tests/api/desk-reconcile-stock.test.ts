/** Reconciliation of the stock: the ledger against the stock, and a count that corrects both once. */
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import {
  differencesOf,
  lastRowOf,
  makeBalanced,
  onlyDifference,
  reconcilePages,
  repair,
} from '../support/reconciliation.ts';
import { snapshot, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
let operator: Person;
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await refillStock(shop.db);
  await makeBalanced(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock');
const only = async () => onlyDifference(await look());
const cash = async () => {
  const person = await shop.person();
  return (await placeOrder(person, await orderOf(person, { [serum]: 2 }))).body.order._id;
};

const missing = async () => {
  await cash();
  await run(sql`UPDATE products SET stock = 95 WHERE id = ${serum}`);
  return only();
};

test('stock that differs from the ledger is found, with the pieces that wait to be sent', async () => {
  const difference = await missing();
  expect(difference).toMatchObject({
    rule: 'stock',
    about: serum,
    name: 'Glow Serum',
    expected: '98',
    found: '95',
    since: null,
    place: { screen: 'stock', id: serum },
    pieces: { books: 98, stock: 95, toSend: 2 },
    writes: ['Stock: 95 → 98', 'A change of 0, which sets the ledger to 98', 'A line in the audit'],
  });
});

test.each([
  ['the ledger’s number', 98, 0],
  ['what the stock says', 95, -3],
  ['neither', 90, -8],
  ['more than both', 120, 22],
  ['nothing', 0, -98],
])('stock is set to the shelf when it holds %s', async (_, counted, change) => {
  const { status, body } = await repair(operator, await missing(), { counted });
  expect([status, body.message]).toEqual([200, `Stock and ledger of Glow Serum are now ${counted}.`]);
  expect([await stockOf(shop.db, serum), await look()]).toEqual([counted, []]);
  expect(await lastRowOf(shop.db, 'stock_changes')).toMatchObject({
    product_id: serum,
    change,
    reason: 'reconciled',
    note: 'The stock was 95, the ledger 98.',
    actor_id: operator.id,
  });
  expect(await lastRowOf(shop.db, 'audit')).toMatchObject({
    actor_id: operator.id,
    action: 'reconciled',
    about: serum,
    detail: `stock 95 → ${counted}, ledger 98 → ${counted}`,
  });
});

test('stock that an order has changed since is refused', async () => {
  const difference = await missing();
  await cash();
  const rows = await snapshot(shop.db);
  const { status, body } = await repair(operator, difference, { counted: 98 });
  expect([status, body.code, body.differences]).toEqual([
    409,
    'changed',
    [expect.objectContaining({ expected: '96', found: '93' })],
  ]);
  expect(await snapshot(shop.db)).toEqual(rows);
});

test('stock that an order changes between check and write is refused', async () => {
  const difference = await missing();
  // After the guard's query, the next call is the batch.
  const writing = shop.proxy.hold(1);
  const answer = repair(operator, difference, { counted: 98 });
  await writing.arrived;
  await run(sql`UPDATE products SET stock = stock - 1 WHERE id = ${serum}`);
  writing.release();
  const { status, body } = await answer;
  expect([status, body.differences]).toEqual([409, [expect.objectContaining({ found: '94' })]]);
  expect(await stockOf(shop.db, serum)).toBe(94);
});

test('stock that agrees again is not changed', async () => {
  const difference = await missing();
  await run(sql`UPDATE products SET stock = 98 WHERE id = ${serum}`);
  const rows = await snapshot(shop.db);
  const { status, body } = await repair(operator, { ...difference, seen: '98/98' }, { counted: 50 });
  expect([status, body.message]).toEqual([
    409,
    'This has changed since you looked: the difference no longer exists. Nothing was written.',
  ]);
  expect(await snapshot(shop.db)).toEqual(rows);
});

test.each([
  ['nothing counted', {}],
  ['half a piece', { counted: 0.5 }],
  ['less than none', { counted: -1 }],
  ['far too many', { counted: 100_001 }],
])('stock is not repaired by %s', async (_, over) => {
  const { status, body } = await repair(operator, await missing(), over);
  expect([status, Object.keys(body.fields)]).toEqual([422, ['counted']]);
});

test('stock is compared a few products at a time, each once', async () => {
  await run(sql`UPDATE products SET stock = stock + 1`);
  const looks = await reconcilePages(operator, 'stock');
  const all = looks.flatMap(({ differences }) => differences.map(({ about }) => about));
  expect([looks.length > 1, new Set(all).size, looks[0]?.total]).toEqual([true, all.length, all.length]);
});
