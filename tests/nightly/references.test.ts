/** References of orders have six digits until these are scarce, then more, so that no order fails without one. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { times } from '../support/client.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
let person: Person;

beforeAll(async () => {
  person = await shop.person();
  await shop.db.write.run(sql`UPDATE users SET limits_lifted = 1`);
  await refillStock(shop.db);
});

/** Takes all references below `end` with this number of digits. */
async function take(digits: number, end: number) {
  const atOnce = 100_000;
  for (let from = 0; from < end; from += atOnce)
    await shop.db.write.run(sql`
      INSERT INTO orders (id, reference, status, payment_method, subtotal, discount, delivery, total, address,
                          request_hash, created_at)
      WITH RECURSIVE number(n) AS (
        SELECT CAST(${from} AS INTEGER) UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${from + atOnce})
      SELECT ${`${digits}:`} || n, printf('ORD-%0' || CAST(${digits} AS INTEGER) || 'd', n), 'Delivered', 'cod',
             100, 0, 0, 100, '{}', '', 0 FROM number WHERE true
      ON CONFLICT (reference) DO NOTHING`);
}

async function placed(): Promise<string> {
  const { status, body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  expect([status, body.message]).toEqual([200, 'Order Placed Successfully!']);
  await shop.db.write.run(sql`UPDATE orders SET status = 'Delivered' WHERE id = ${body.order._id}`);
  return body.order.reference;
}

test('six digits, of which half are taken: every order is placed', async () => {
  expect(await placed()).toMatch(/^ORD-\d{6}$/);
  // The other indexes of orders are not needed here, and would slow the inserts down.
  const indexes = await shop.db.read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE tbl_name = 'orders' AND sql LIKE 'CREATE INDEX%'`,
  );
  for (const { name } of indexes)
    if (name !== 'orders_user') await shop.db.write.run(sql`DROP INDEX ${sql.identifier(name)}`);
  await take(6, 500_000);
  // One after the other: an account may have three open cash on delivery orders.
  for (const _ of times(10, Number)) expect(await placed()).toMatch(/^ORD-\d{6,7}$/);
}, 120_000);

test('all of six digits are taken: the next has seven, without a failed order or another call', async () => {
  await take(6, 1_000_000);
  for (const _ of times(5, Number)) expect(await placed()).toMatch(/^ORD-\d{7}$/);
  const order = await orderOf(person, { [serum]: 1 });
  shop.proxy.reset();
  const { body } = await placeOrder(person, order);
  expect(body.order.reference).toMatch(/^ORD-\d{7}$/);
  // Two conflicts and one order.
  expect(shop.proxy.calls).toHaveLength(3);
}, 120_000);
