/**
 * The follower: the words of new orders and their part of the totals are written after them, once, whatever happens in
 * between (docs/decisions/47-an-order-writes-little.md).
 */
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { counted, followed, orders, orderWords, totals } from '#db/schema/index.ts';
import { countBehind, followOrders } from '#functions/orders/follow.ts';
import { times } from '../support/client.ts';
import { cream, placed, serum, toner } from '../support/orders.ts';
import { select, setStatus, snapshot, storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

const mask = 'turmeric-clay-mask';

const follow = () => followOrders(shop.db, Number.POSITIVE_INFINITY);
const behind = async () => (await countBehind(shop.db))[0]?.behind;
const derived = async () => {
  await follow();
  return select(
    shop.db,
    sql`SELECT name, at, about, count, amount FROM totals WHERE count <> 0 AND name NOT IN ('catalogue', 'rating')
      UNION ALL SELECT order_id, 0, word, 0, 0 FROM order_words ORDER BY 1, 2, 3`,
  );
};

/** Takes away all that was written for all orders, and says that they wait. */
async function forget(): Promise<void> {
  const { write } = shop.db;
  const ofOrders = ['status', 'cash', 'sales', 'sales of hours', 'promises', 'sold', 'delivered', 'returned'];
  await write.update(orders).set({ counted: counted.later });
  await write.batch([
    write.delete(orderWords),
    write.delete(totals).where(inArray(totals.name, [...ofOrders, 'given back', 'pieces', 'to send'])),
    write.update(followed).set({ position: 0, id: null }),
  ]);
}

/** The statement of the batch that wrote an order. */
const writesOrder = ({ statement }: { statement: string }) => statement.startsWith('insert into "orders"');

describe('an order', () => {
  test('of two products that are in no kit writes at most 45 rows, and neither words nor totals of its own', async ({
    guest,
  }) => {
    await placed(guest, { [cream]: 1, [mask]: 1 });
    await follow();
    shop.proxy.reset();
    await placed(await shop.person(), { [cream]: 1, [mask]: 2 });
    const first = shop.proxy.rowsRead.findIndex(writesOrder);
    const batch = shop.proxy.rowsRead.slice(first);
    const end = batch.findIndex(({ statement }) => statement.startsWith('COMMIT'));
    const written = batch.slice(0, end).map(({ statement, written: rows }) => ({ statement, rows }));
    expect(written.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(45);
    expect(written.filter(({ statement }) => /order_words|totals/.test(statement))).toEqual([]);
  });

  test('is found by its words, and counted, when the desk asks', async ({ order }) => {
    const { body } = await operator.get<{ rows: { id: string }[] }>('/api/desk/orders?q=asha');
    expect(body.rows.map(({ id }) => id)).toContain(order._id);
    expect(await behind()).toBe(0);
    expect((await storedOrder(shop.db, order._id)).counted).toBe(counted.yes);
  });
});

test('all that follows from the orders is the same when it is written anew', async ({
  shopper,
  delivered,
}) => {
  const [cancelled, changed] = [await placed(shopper, { [serum]: 1 }), await placed(shopper, { [toner]: 3 })];
  await shopper.post('/api/order/cancel', { orderId: cancelled._id, reason: 'Changed my mind' });
  await follow();
  await setStatus(shop.db, changed._id, 'Shipped');
  const before = await derived();
  expect(before.length).toBeGreaterThan(30);
  await forget();
  expect(await behind()).toBeGreaterThan(2);
  expect(await derived()).toEqual(before);
  expect((await storedOrder(shop.db, delivered._id)).counted).toBe(counted.yes);
});

test('a change of an order that still waits counts as it is then', async ({ shopper }) => {
  const { _id } = await placed(shopper, { [serum]: 2 });
  await follow();
  const before = await derived();
  await forget();
  await setStatus(shop.db, _id, 'Cancelled');
  await setStatus(shop.db, _id, 'Order Placed');
  expect(await derived()).toEqual(before);
});

test('two followers at once count once', async ({ shopper }) => {
  await placed(shopper, { [serum]: 1 });
  const before = await derived();
  await forget();
  await Promise.all(times(6, follow));
  expect(await derived()).toEqual(before);
});

test('in a database that was filled anew, where rows have other numbers, it begins again', async ({
  shopper,
}) => {
  await placed(shopper, { [serum]: 1 });
  await follow();
  await shop.db.write.update(followed).set({ position: 1_000_000, id: 'elsewhere' });
  const { _id } = await placed(shopper, { [toner]: 1 });
  await follow();
  expect((await storedOrder(shop.db, _id)).counted).toBe(counted.yes);
  expect(await behind()).toBe(0);
});

test('an order that an older release writes is counted by a trigger, and passed over', async ({ order }) => {
  const { db } = shop;
  await follow();
  const row = await storedOrder(db, order._id);
  const id = crypto.randomUUID();
  await db.write
    .insert(orders)
    .values({ ...row, id, reference: 'ORD-000001', idempotencyKey: null, counted: 0 });
  expect((await storedOrder(db, id)).counted).toBe(counted.yes);
  const before = await snapshot(db, ['followed']);
  await follow();
  expect(await snapshot(db, ['followed'])).toEqual(before);
  await db.write.delete(orders).where(eq(orders.id, id));
});

test('while writing is paused, the desk says that it is behind', async ({ shopper }) => {
  await placed(shopper, { [serum]: 1 });
  await forget();
  const address = { url: shop.stack.databaseUrl };
  await pauseWrites(address);
  try {
    const { body } = await operator.get<{ counting: boolean }>('/api/desk/today');
    expect(body.counting).toBe(true);
    const found = await operator.get<{ indexing: boolean }>('/api/desk/orders?q=nobody');
    expect(found.body.indexing).toBe(true);
  } finally {
    await resumeWrites(address);
  }
  expect((await operator.get<{ counting: boolean }>('/api/desk/today')).body.counting).toBe(false);
});
