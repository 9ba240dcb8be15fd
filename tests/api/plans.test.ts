/**
 * No request scans a table: every query uses an index, so that it stays fast in a large shop. The test records each
 * statement of every route and of the scheduled job on its way to the database, and reads its query plan. A plan does not show that an index has few values, so that a search reads most of a table:
 * growth.test.ts finds that, by the rows that are read.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { day, setClock } from '../support/clock.ts';
import { roomyShop, useEverything } from '../support/every-route.ts';
import { tableScans } from '../support/query-plans.ts';
import { allRequests, sendRequest } from '../support/routes/index.ts';
import { callsOf } from '../support/routes/route.ts';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop(roomyShop);

let users: Awaited<ReturnType<typeof useEverything>>;

beforeAll(async () => {
  users = await useEverything(shop);
}, 120_000);

test('a list of orders reads the index of its filter, and no other', async () => {
  const { operator, shopper } = users;
  const expected: Record<string, string> = {
    '': 'orders_created',
    'status=Packing': 'orders_status',
    'method=cod': 'orders_paying',
    'paid=yes': 'orders_paying',
    [`account=${shopper.id}`]: 'orders_user',
  };
  for (const [query, index] of Object.entries(expected)) {
    shop.proxy.statements.clear();
    expect((await operator.get(`/api/desk/orders?${query}`)).status).toBe(200);
    const used = [...shop.proxy.statements].flatMap((one) =>
      [...one.matchAll(/INDEXED BY "(orders_\w+)"/g)].flatMap(([, name]) => name ?? []),
    );
    expect([query, ...new Set(used)]).toEqual([query, index]);
  }
});

test('each of them reaches the database, and no query scans a table', async () => {
  const idle: string[] = [];
  for (const one of allRequests) {
    shop.proxy.reset();
    const { status, text } = await sendRequest(users, one);
    const { name, route, request } = one;
    const isCounted = callsOf(route, request) === 0 || shop.proxy.calls.length > 0;
    if (status >= 500 || !isCounted) idle.push(`${name}: ${status} ${text}`);
  }
  expect(idle).toEqual([]);
  // Guests of open orders stay.
  await shop.db.write.run(sql`UPDATE orders SET status = 'Cancelled' WHERE confirm_reason = 'by_phone'`);
  await setClock(shop, 22 * day);
  await shop.stack.scheduled();
  await setClock(shop, 400 * day);
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'users', sql`guest = 1`)).toBe(0);
  const { queries, scans } = await tableScans(shop.stack.databaseUrl, shop.proxy.statements);
  expect(queries).toBeGreaterThan(150);
  expect(scans).toEqual([]);
});

test('after all of them, the words of every order are those of its address, lines and tracking number', async () => {
  const words = await select(shop.db, sql`SELECT order_id, word FROM order_words ORDER BY 1, 2`);
  expect(words.length).toBeGreaterThan(100);
  expect(words).toEqual(
    await select(shop.db, sql`SELECT DISTINCT order_id, word FROM order_texts ORDER BY 1, 2`),
  );
});
