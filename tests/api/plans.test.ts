/**
 * No request scans a table: every query uses an index, so that it stays fast in a large shop. The test records each
 * statement of every route and of the scheduled job on its way to the database, and reads its query plan. A new route
 * without a request fails here. A plan does not show that an index has few values, so that a search reads most of a table:
 * growth.test.ts finds that, by the rows that are read.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { day, setClock } from '../support/clock.ts';
import { useEverything } from '../support/every-route.ts';
import { plansOf, scansIn } from '../support/query-plans.ts';
import { requests } from '../support/requests/index.ts';
import type { RequestData } from '../support/requests/values.ts';
import { apiRoutes, deskPath } from '../support/routes.ts';
import { countRows, select } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({
  proxy: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '1000', LOGIN_FREE_TRIES: '1000' },
});

/** Routes without a query, and webhooks, which the simulators send in `createActivity`. */
const elsewhere = [
  'GET /api/store',
  'GET /api/unsubscribe',
  'POST /api/webhooks/razorpay',
  'POST /api/webhooks/stripe',
];

/** A condition that is never true: the plan contains SCAN, but no row is read. */
const nothing = / where false( order by .*)?$/;

let shopper: Person;
let operator: Person;
let things: RequestData;

beforeAll(async () => {
  ({ shopper, operator, things } = await useEverything(shop));
}, 120_000);

test('every route has a request, and every request a route', () => {
  const routes = apiRoutes.map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(requests), ...elsewhere].sort()).toEqual(routes.sort());
});

test('a list of orders reads the index of its filter, and no other', async () => {
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
  for (const [route, make] of Object.entries(requests)) {
    const [method = '', path = ''] = route.split(' ');
    const client = deskPath.test(path) ? operator : shopper;
    for (const asked of make(things)) {
      shop.proxy.reset();
      const { status, text } = await client.send(method, asked.path ?? path, {
        json: asked.json,
        headers: asked.headers ?? {},
      });
      if (status >= 500 || !shop.proxy.calls.length) idle.push(`${route}: ${status} ${text}`);
    }
  }
  expect(idle).toEqual([]);
  await setClock(shop, 22 * day);
  await shop.stack.scheduled();
  await setClock(shop, 400 * day);
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'users', sql`guest = 1`)).toBe(0);
  const statements = [...shop.proxy.statements].filter((one) =>
    /^\s*(select|insert|update|delete|with)\b/i.test(one),
  );
  expect(statements.length).toBeGreaterThan(150);
  const plans = await plansOf(shop.stack.databaseUrl, statements);
  const walks = statements.flatMap((statement, n) => {
    const scans = nothing.test(statement) ? [] : scansIn(plans[n] ?? []);
    return scans.length ? [`${scans}: ${statement}`] : [];
  });
  expect(walks).toEqual([]);
});

test('after all of them, the words of every order are those of its address, lines and tracking number', async () => {
  const words = await select(shop.db, sql`SELECT order_id, word FROM order_words ORDER BY 1, 2`);
  expect(words.length).toBeGreaterThan(100);
  expect(words).toEqual(
    await select(shop.db, sql`SELECT DISTINCT order_id, word FROM order_texts ORDER BY 1, 2`),
  );
});
