/**
 * What an order of two products reads from the database, in rows as sqld counts them and Turso bills them: at most 400 with
 * its emails by a guest, and by an account with more orders than that, by each method (docs/performance.md has the figures).
 */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { followOrders } from '#functions/orders/follow.ts';
import type { Client } from '../support/client.ts';
import { newGuest } from '../support/guests.ts';
import { orderOf, refillStock, serum, toner } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';
import { addYears } from '../support/years.ts';

const { shop, test } = shopTest({ proxy: true, simulators: true, keepsData: true });
const most = 400;
const methods = ['place', 'stripe', 'razorpay'];
/** Past orders of each regular: more than the rows that an order may read. */
const past = most + 100;
let regulars: Person[];

beforeAll(async () => {
  await refillStock(shop.db);
  regulars = await shop.people(methods.length);
  await addYears(shop.db, past * regulars.length, Date.now());
  const owners = JSON.stringify(regulars.map(({ id }) => id));
  await shop.db.write.run(sql`
    UPDATE orders SET user_id = owner.value FROM json_each(${owners}) AS owner
    WHERE owner.key = orders.rowid % CAST(${methods.length} AS INTEGER)`);
  await followOrders(shop.db, Number.POSITIVE_INFINITY);
  for (const { id } of regulars) expect(await countRows(shop.db, 'orders', sql`user_id = ${id}`)).toBe(past);
}, 120_000);

/** Places an order. @returns the rows that it read, with everything that it caused */
async function rowsOf(buyer: Client, method: string): Promise<number> {
  const order = await orderOf(buyer, { [serum]: 1, [toner]: 2 });
  await shop.simulators.settled();
  shop.proxy.reset();
  const { status, body } = await buyer.post(`/api/order/${method}`, order);
  expect([status, body.code]).toEqual([200, undefined]);
  await shop.simulators.settled();
  console.log(
    shop.proxy.rowsRead
      .filter((r) => r.rows || r.written)
      .map((r) => `${r.rows} ${r.written} ${r.statement.replace(/\s+/g, ' ').slice(0, 110)}`)
      .join('\n'),
    shop.proxy.rowsRead.reduce((n, r) => n + r.written, 0),
  );
  const rows = shop.proxy.rowsRead.reduce((sum, one) => sum + one.rows, 0);
  expect(rows).toBeGreaterThan(50);
  return rows;
}

describe.each(methods)('POST /api/order/%s reads few rows', (method) => {
  test('of a guest', async () => {
    expect(await rowsOf(await newGuest(shop), method)).toBeLessThanOrEqual(most);
  });

  test(`of an account with ${past} orders`, async () => {
    expect(await rowsOf(regulars[methods.indexOf(method)] as Person, method)).toBeLessThanOrEqual(most);
  });
});

test('the third of an account that waits for two parcels reads at most a third more: what the account holds is read twice', async ({
  shopper,
}) => {
  await rowsOf(shopper, 'place');
  await rowsOf(shopper, 'place');
  expect(await rowsOf(shopper, 'place')).toBeLessThanOrEqual((4 / 3) * most);
});

test('one that replaces an order which waits for its payment cancels that, and reads no more than two and a half times as much', async ({
  shopper,
}) => {
  await rowsOf(shopper, 'stripe');
  expect(await rowsOf(shopper, 'razorpay')).toBeLessThanOrEqual(2.5 * most);
});
