/** The totals that triggers keep are those of the rows, and old rows are counted by the scheduled job. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { followOrders } from '#functions/orders/follow.ts';
import { password } from '../support/accounts.ts';
import { day } from '../support/clock.ts';
import { roomyShop, useEverything } from '../support/every-route.ts';
import { serum } from '../support/orders.ts';
import { allRequests, sendRequest } from '../support/routes/index.ts';
import { countRows, select, setStatus } from '../support/rows.ts';
import type { TestShop } from '../support/shop.ts';
import { useShop } from '../support/shop.ts';
import { addYears } from '../support/years.ts';

const shop = useShop(roomyShop);
let users: Awaited<ReturnType<typeof useEverything>>;

beforeAll(async () => {
  users = await useEverything(shop);
  await addYears(shop.db, 60, Date.now());
}, 120_000);

type Total = { name: string; at: number; about: string; count: number; amount: number };

/** The job deletes totals of days and hours after 62 days. */
const isKept = ({ at }: Total): boolean => {
  const oldest = Math.floor(Date.now() / day) - 62;
  return at <= 5 || at >= (at > 100_000 ? 24 * oldest : oldest);
};

async function stored({ db }: TestShop): Promise<Total[]> {
  await followOrders(db, Number.POSITIVE_INFINITY);
  return select<Total>(
    db,
    sql`SELECT * FROM totals
      WHERE (count <> 0 OR amount <> 0) AND name <> 'catalogue' ORDER BY 1, 2, 3`,
  );
}

/** The totals of all rows that are counted, and of all others. */
const computed = ({ db }: TestShop) =>
  select<Total>(
    db,
    sql`SELECT name, at, about, sum(count) AS count, sum(amount) AS amount FROM (
        SELECT name, at, about, count, amount FROM order_totals
        UNION ALL SELECT name, at, about, count, amount FROM line_totals
        UNION ALL SELECT name, at, about, count, 0 FROM review_totals
        UNION ALL SELECT 'subscribers', 0, '', 1, 0 FROM subscribers
          WHERE unsubscribed_at IS NULL AND asked_at IS NULL
        UNION ALL SELECT 'stock changes', 0, product_id, change, 0 FROM stock_changes)
      GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3`,
  );

const filters = ({ db }: TestShop) =>
  select(
    db,
    sql`SELECT product_id, filter, rating, created_at, review_id FROM review_filters ORDER BY 1, 2, 3, 4, 5`,
  );
const facets = ({ db }: TestShop) =>
  select(
    db,
    sql`SELECT product_id, filter, rating, created_at, review_id FROM review_facets ORDER BY 1, 2, 3, 4, 5`,
  );

test('after orders, cancellations, returns, reviews and subscriptions they are those of the rows', async () => {
  for (const one of allRequests) await sendRequest(users, one);
  const { operator, data } = users;
  await operator.post('/api/order/move', {
    orderId: data.order,
    status: 'Delivered',
    collected: true,
    password,
  });
  await operator.post('/api/order/undo', { orderId: data.order });
  await operator.post('/api/order/move', { orderId: data.order, status: 'Delivered' });
  const back = { status: 'Returned', reason: 'Too rich', restock: true };
  expect((await operator.post('/api/order/move', { orderId: data.order, ...back })).status).toBe(200);
  const totals = await stored(shop);
  expect(totals).toEqual(await computed(shop));
  expect(new Set(totals.map(({ name }) => name)).size).toBeGreaterThan(12);
  expect(await filters(shop)).toEqual(await facets(shop));
});

test('an order or a review that is changed or deleted by hand is taken out of them', async () => {
  const { db } = shop;
  const [one, other] = await select<{ id: string }>(
    db,
    sql`SELECT id FROM orders WHERE reference LIKE 'ORD-9%' ORDER BY created_at DESC LIMIT 2`,
  );
  await setStatus(db, one?.id ?? '', 'Shipped');
  await db.write.run(sql`UPDATE order_lines SET quantity = 7, discount = 5 WHERE order_id = ${one?.id}`);
  await db.write.run(sql`DELETE FROM orders WHERE id = ${other?.id}`);
  await db.write.run(
    sql`DELETE FROM reviews WHERE rowid IN (SELECT rowid FROM reviews WHERE verified = 1 LIMIT 3)`,
  );
  await db.write.run(sql`DELETE FROM subscribers WHERE rowid IN (SELECT rowid FROM subscribers LIMIT 3)`);
  const waiting = sql`rowid IN (SELECT rowid FROM reviews WHERE hidden = 0 ORDER BY rowid LIMIT 3)`;
  for (const waits of [null, 'email', null]) {
    await db.write.run(sql`UPDATE reviews SET waits = ${waits} WHERE ${waiting}`);
    expect(await stored(shop)).toEqual(await computed(shop));
    expect(await filters(shop)).toEqual(await facets(shop));
  }
});

test('rows from before the totals are counted by the job; until then everything is read from the rows', async () => {
  const { db } = shop;
  const { operator } = users;
  // The requests before have ended the session of the other one.
  const shopper = await shop.person();
  const product = (await shopper.get(`/api/product/${serum}`)).body.product;
  const reviewPaths = [
    '',
    '?verified=true',
    '?answered=true&sort=lowest',
    '?skin=Dry+Skin&sort=highest',
    '/ratings',
  ].map((rest) => `/api/reviews/${serum}${rest}`);
  const read = () =>
    Promise.all(
      [...reviewPaths, '/api/reviews/counts', '/api/desk/reconcile/stock'].map(async (path) => {
        const { body } = await operator.get<{ asOf?: string }>(path);
        return { ...body, asOf: undefined };
      }),
    );
  const [before, totals] = [await read(), await stored(shop)];
  // As after the migration of a shop that has them already.
  for (const table of ['orders', 'reviews', 'subscribers', 'stock_changes'])
    await db.write.run(sql`UPDATE ${sql.identifier(table)} SET counted = 0`);
  await db.write.run(sql`DELETE FROM totals`);
  await db.write.run(sql`DELETE FROM fills WHERE name LIKE 'counted%'`);
  expect(await countRows(db, 'review_filters')).toBe(0);

  expect(await read()).toEqual(before);
  expect((await operator.get<{ counting: boolean }>('/api/desk/today')).body.counting).toBe(true);
  // A review that is written meanwhile counts once.
  await shopper.post(`/api/reviews/${serum}`, { rating: 1, comment: 'Meanwhile' });
  expect((await shopper.get(`/api/product/${serum}`)).body.product.reviews).toBe(product.reviews + 1);
  expect((await shopper.send('DELETE', `/api/reviews/${serum}`, { json: {} })).status).toBe(200);

  await Promise.all([shop.stack.scheduled(), shop.stack.scheduled()]);
  await shop.stack.scheduled();
  expect(await countRows(db, 'fills', sql`name LIKE 'counted%' AND finished_at > 0`)).toBe(4);
  expect((await operator.get<{ counting: boolean }>('/api/desk/today')).body.counting).toBe(false);
  const after = await stored(shop);
  expect(after.length).toBeLessThan(totals.length);
  expect(after).toEqual((await computed(shop)).filter(isKept));
  // But for the review that was written and withdrawn.
  expect((await read()).slice(0, -2)).toEqual(before.slice(0, -2));
});
