/**
 * Orders that meet: 100 buyers for 10 units make exactly 10 orders, one key sent 50
 * times at once makes one, and what a request read may be out of date when it writes. A proxy in front
 * of the database makes sure that they do meet: all have read before the first may write. On a machine that
 * is busy with other things the shop may be too: who is told so asks again.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { orderLines, orders, products } from '#db/schema.ts';
import { tally, times } from '../support/client.ts';
import {
  address,
  cream,
  fillShelf,
  itemsOf,
  orderOf,
  place,
  placeInTime,
  serum,
  toner,
} from '../support/orders.ts';
import { countRows, select, setRetired, setStock, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });

/** Orders whose lines do not add up to what they say; there must be none. */
const crooked = () =>
  select(
    shop.db,
    sql`SELECT o.id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
        GROUP BY o.id HAVING coalesce(sum(l.price * l.quantity), 0) <> o.subtotal OR o.total <> o.subtotal`,
  );
const orphans = () => countRows(shop.db, 'order_lines', sql`order_id NOT IN (SELECT id FROM orders)`);

beforeEach(async () => {
  await shop.db.write.batch([shop.db.write.delete(orderLines), shop.db.write.delete(orders)]);
  await fillShelf(shop.db);
});

test('100 buyers for 10 units make exactly 10 orders', async () => {
  await setStock(shop.db, serum, 10);
  const buyers = await shop.people(100);
  const order = await orderOf(shop.client(), { [serum]: 1 });
  shop.proxy.readFirst(100);
  const answers = await Promise.all(buyers.map((buyer) => placeInTime(buyer, order, buyer.id)));
  expect(tally(answers)).toEqual({ 200: 10, 409: 90 });
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect([body.code, body.items]).toEqual([
      'out_of_stock',
      [expect.objectContaining({ _id: serum, available: 0 })],
    ]);
  expect(await stockOf(shop.db, serum)).toBe(0);
  const stored = await select<{ n: number; total: number }>(
    shop.db,
    sql`SELECT (SELECT count(*) FROM order_lines WHERE order_id = o.id AND product_id = ${serum} AND quantity = 1) AS n, total FROM orders o`,
  );
  expect(stored).toEqual(times(10, () => ({ n: 1, total: 59_900 })));
  expect([await crooked(), await orphans()]).toEqual([[], 0]);
});

test('buyers of several pieces and lines never sell more than there is', async () => {
  await setStock(shop.db, serum, 10);
  await setStock(shop.db, toner, 9);
  const buyers = await shop.people(40);
  const [one, other] = [
    await orderOf(shop.client(), { [serum]: 3, [toner]: 2 }),
    await orderOf(shop.client(), { [toner]: 2, [serum]: 3 }),
  ];
  shop.proxy.readFirst(40);
  const answers = await Promise.all(
    buyers.map((buyer, n) => placeInTime(buyer, n % 2 ? one : other, buyer.id)),
  );
  expect(tally(answers)).toEqual({ 200: 3, 409: 37 });
  expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([1, 3]);
  expect([await crooked(), await orphans(), await countRows(shop.db, 'orders')]).toEqual([[], 0, 3]);
});

test('carts {A, B} and {B, A} ordered in parallel all end well, with the right totals', async () => {
  const buyers = await shop.people(40);
  for (const buyer of buyers)
    for (const itemId of [serum, toner]) await buyer.post('/api/cart/add', { itemId, quantity: 1 });
  shop.proxy.readFirst(40);
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      placeInTime(
        buyer,
        {
          address,
          items: itemsOf(n % 2 ? { [serum]: 1, [toner]: 1 } : { [toner]: 1, [serum]: 1 }),
          amount: 948,
        },
        buyer.id,
      ),
    ),
  );
  expect(tally(answers)).toEqual({ 200: 40 });
  expect(new Set(answers.map(({ body }) => body.order.amount))).toEqual(new Set([948]));
  expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([60, 60]);
  expect([await crooked(), await countRows(shop.db, 'cart_lines')]).toEqual([[], 0]);
});

test('one key sent 50 times at once makes one order, which all are answered', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 2 });
  shop.proxy.readFirst(50);
  const answers = await Promise.all(times(50, () => place(person, order, 'one-key-for-all')));
  expect(tally(answers)).toEqual({ 200: 50 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countRows(shop.db, 'orders')).toBe(1);
  expect(await countRows(shop.db, 'order_lines')).toBe(1);
  expect(await stockOf(shop.db, serum)).toBe(98);
});

test('one key with two bodies at once: one is the order, the other is told', async () => {
  const person = await shop.person();
  const [one, two] = [await orderOf(person, { [serum]: 1 }), await orderOf(person, { [serum]: 2 })];
  shop.proxy.readFirst(20);
  const answers = await Promise.all(times(20, (n) => place(person, n % 2 ? one : two, 'contested-key')));
  expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
  for (const { status, body } of answers) expect(body.code).toBe(status === 409 ? 'key_reused' : undefined);
  expect(await countRows(shop.db, 'orders')).toBe(1);
});

test('ten orders of one account at once: three are taken, the limit of cash on delivery', async () => {
  const person = await shop.person();
  const order = await orderOf(person, { [serum]: 1 });
  shop.proxy.readFirst(10);
  const answers = await Promise.all(times(10, (n) => place(person, order, `attempt-${n}`)));
  expect(tally(answers)).toEqual({ 200: 3, 409: 7 });
  for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.code).toBe('cod_limit');
  expect(await countRows(shop.db, 'orders')).toBe(3);
  expect(await stockOf(shop.db, serum)).toBe(97);
});

test.each([
  [
    'the price rises',
    () => shop.db.write.update(products).set({ price: 60_000 }).where(eq(products.id, serum)),
    'amount_changed',
  ],
  ['the product is retired', () => setRetired(shop.db, serum, true), 'not_sold'],
  ['the last piece goes', () => setStock(shop.db, serum, 0), 'out_of_stock'],
])('%s between reading and writing: the order is looked at again and refused', async (_, change, code) => {
  const person = await shop.person();
  await person.post('/api/cart/add', { itemId: toner, quantity: 1 });
  const order = await orderOf(person, { [toner]: 1, [serum]: 1 });
  const writing = shop.proxy.hold(1);
  const placing = place(person, order);
  await writing.arrived;
  await change();
  writing.release();
  const { status, body } = await placing;
  expect([status, body.code]).toEqual([409, code]);
  expect(await countRows(shop.db, 'orders')).toBe(0);
  expect(await countRows(shop.db, 'order_lines')).toBe(0);
  expect(await stockOf(shop.db, toner)).toBe(100);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [toner]: 1 });
});

test('a cart that grows while its order is written keeps what was added', async () => {
  const person = await shop.person();
  await person.post('/api/cart/add', { itemId: cream, quantity: 2 });
  const order = await orderOf(person, { [cream]: 2 });
  const writing = shop.proxy.hold(1);
  const placing = place(person, order);
  await writing.arrived;
  await shop.db.write.run(sql`UPDATE cart_lines SET quantity = 5 WHERE user_id = ${person.id}`);
  writing.release();
  expect((await placing).status).toBe(200);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [cream]: 3 });
});
