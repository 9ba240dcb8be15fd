/**
 * Orders that the law no longer wants to be kept are deleted with all that belongs to them; stock, ledger, totals and reviews
 * stay as they were (functions/jobs/delete-old-orders.ts).
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { cancel } from '../support/cancellations.ts';
import { day, setClock } from '../support/clock.ts';
import { confirmRefund } from '../support/desk.ts';
import { move } from '../support/moves.ts';
import { placed, refillStock, serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { differencesOf, unbalanced } from '../support/reconciliation.ts';
import { deliver } from '../support/reviews.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, keepsData: true });
/** Orders by what has become of them. */
const made: Record<string, string> = {};

/** Tables whose rows belong to an order. */
const tables = [
  'order_lines',
  'order_words',
  'order_events',
  'payments',
  'refunds',
  'reductions',
  'documents',
  'coupon_uses',
];
const rowsOf = async (orderId: string) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (name) => [name, await countRows(shop.db, name, sql`order_id = ${orderId}`)]),
    ),
  );
const isThere = async (what: string) => (await countRows(shop.db, 'orders', sql`id = ${made[what]}`)) === 1;
const idsOf = async (table: string) =>
  (
    await select<{ id: string }>(shop.db, sql`SELECT DISTINCT order_id AS id FROM ${sql.identifier(table)}`)
  ).map(({ id }) => id);
const left = async () => {
  const there = await Promise.all(
    Object.keys(made).map(async (what) => ((await isThere(what)) ? [what] : [])),
  );
  return there.flat().sort();
};
const stocks = () => select(shop.db, sql`SELECT id, stock FROM products ORDER BY 1`);
const ratings = () => select(shop.db, sql`SELECT id, rating_sum, review_count FROM products ORDER BY 1`);
/** Totals that no time divides. */
const totals = () =>
  select(
    shop.db,
    sql`SELECT name, about, count, amount FROM totals WHERE at = 0 AND name <> 'catalogue' AND (count <> 0 OR amount <> 0) ORDER BY 1, 2`,
  );
const computed = () =>
  select(
    shop.db,
    sql`SELECT name, about, sum(count) AS count, sum(amount) AS amount FROM (
        SELECT name, at, about, count, amount FROM order_totals UNION ALL SELECT name, at, about, count, amount FROM line_totals
        UNION ALL SELECT name, at, about, count, amount FROM review_totals
        UNION ALL SELECT name, at, about, count, amount FROM stock_change_totals)
      WHERE at = 0 GROUP BY 1, 2 HAVING sum(count) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2`,
  );

/** Everything about these orders happened so much earlier. History cannot be changed, so its triggers are away meanwhile. */
async function age(ms: number, orders: readonly string[]): Promise<void> {
  const { write } = shop.db;
  const triggers = await select<{ name: string; sql: string }>(
    shop.db,
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%no_update'`,
  );
  const which = sql`(SELECT value FROM json_each(${JSON.stringify(orders)}))`;
  for (const { name } of triggers) await write.run(sql.raw(`DROP TRIGGER "${name}"`));
  await write.run(sql`UPDATE orders SET created_at = created_at - ${ms} WHERE id IN ${which}`);
  for (const [table, column] of [
    ['order_events', 'at'],
    ['reductions', 'at'],
    ['refunds', 'done_at'],
    ['stock_changes', 'at'],
    ['documents', 'keep_until'],
  ])
    await write.run(
      sql`UPDATE ${sql.identifier(table ?? '')} SET ${sql.identifier(column ?? '')} = ${sql.identifier(column ?? '')} - ${ms} WHERE order_id IN ${which}`,
    );
  for (const { sql: create } of triggers) await write.run(sql.raw(create));
}

beforeAll(async () => {
  await refillStock(shop.db);
  const person = await shop.person();
  await shop.db.write.run(sql`UPDATE products SET opening = stock`);
  const place = async (quantities: Record<string, number>) => (await placed(person, quantities))._id;
  const ended = async (quantities: Record<string, number>) => {
    const id = await place(quantities);
    await deliver(operator, id);
    return id;
  };
  made.delivered = await ended({ [serum]: 2, [toner]: 1 });
  made.returned = await ended({ [serum]: 3 });
  expect((await move(operator, made.returned, 'Returned', { restock: true })).status).toBe(200);
  made.cancelled = await place({ [toner]: 4 });
  await cancel(person, made.cancelled);
  made['paid and refunded'] = (await paidOrder(shop, person, 'razorpay', { [serum]: 1 })).orderId;
  await cancel(person, made['paid and refunded']);
  made['owed a refund'] = (await paidOrder(shop, person, 'stripe', { [serum]: 1 })).orderId;
  await cancel(person, made['owed a refund']);
  made['with a document that is kept'] = await ended({ [serum]: 1 });
  made['with an exchange that is kept'] = await ended({ [serum]: 1 });
  made['changed lately'] = await ended({ [serum]: 1 });
  made.young = await ended({ [serum]: 1 });
  made.open = await place({ [serum]: 1 });
  await shop.simulators.settled();
  const [refund] = await select<{ id: string }>(
    shop.db,
    sql`SELECT id FROM refunds WHERE order_id = ${made['paid and refunded']}`,
  );
  expect((await confirmRefund(shop, operator, refund?.id ?? '')).status).toBe(200);
  await shop.simulators.settled();
  await shop.db.write.run(sql`
    INSERT INTO stock_changes (id, product_id, at, change, reason) VALUES
      ('long ago', ${serum}, ${Date.now() - 3000 * day}, 7, 'received'), ('lately', ${serum}, ${Date.now()}, 5, 'received')`);
  await shop.db.write.run(sql`UPDATE products SET stock = stock + 12 WHERE id = ${serum}`);
}, 120_000);

test('with a clock that is years ahead nothing is deleted: the database has its own', async () => {
  await setClock(shop, 8 * 366 * day);
  await shop.stack.scheduled();
  expect(await left()).toEqual(Object.keys(made).sort());
  expect(await countRows(shop.db, 'jobs', sql`failures > 0`)).toBe(0);
});

test('old orders that have ended go with all that belongs to them, others stay', async () => {
  const { young: _, ...old } = made;
  await age(8 * 366 * day, Object.values(old));
  await shop.db.write.run(sql`
    INSERT INTO documents (id, kind, year, serial, number, order_id, at, keep_until, data)
    SELECT 'kept', 'credit_note', '99-00', 1, 'X/99-00/000001', order_id, at, ${Date.now() + day}, data FROM documents
    WHERE order_id = ${made['with a document that is kept']}`);
  await shop.db.write.run(sql`
    INSERT INTO order_events (id, order_id, at, actor, kind, reason)
    VALUES ('lately', ${made['changed lately']}, ${Date.now()}, 'operator', 'note', 'They called')`);
  await shop.db.write.run(
    sql`UPDATE orders SET purchase_id = ${made['with an exchange that is kept']} WHERE id = ${made.young}`,
  );
  const before = { stocks: await stocks(), ratings: await ratings() };
  expect(await unbalanced(shop.db)).toEqual([]);
  expect((await rowsOf(made['paid and refunded'] ?? '')).refunds).toBe(1);

  // The first run deletes the documents, which keep their orders.
  await shop.stack.scheduled();
  await shop.stack.scheduled();

  expect(await left()).toEqual(
    [
      ...['changed lately', 'open', 'owed a refund', 'with a document that is kept'],
      ...['with an exchange that is kept', 'young'],
    ].sort(),
  );
  const orderIds = (await select<{ id: string }>(shop.db, sql`SELECT id FROM orders`)).map(({ id }) => id);
  for (const table of tables)
    expect([table, (await idsOf(table)).filter((id) => !orderIds.includes(id))]).toEqual([table, []]);
  const none = Object.fromEntries(tables.map((name) => [name, 0]));
  for (const what of ['delivered', 'returned', 'cancelled', 'paid and refunded'])
    expect(await rowsOf(made[what] ?? '')).toEqual(none);
  expect(await countRows(shop.db, 'stock_changes', sql`id IN ('long ago', 'lately')`)).toBe(1);

  expect({ stocks: await stocks(), ratings: await ratings() }).toEqual(before);
  expect(await unbalanced(shop.db)).toEqual([]);
  expect(await totals()).toEqual(await computed());
  // The sessions of the beginning have ended years ago.
  expect(await differencesOf(await shop.person('operator'), 'stock')).toEqual([]);
  expect(await countRows(shop.db, 'jobs', sql`failures > 0`)).toBe(0);
});
