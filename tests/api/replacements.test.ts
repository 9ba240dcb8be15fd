/**
 * Replacements (docs/behaviour.md, "Replacements"): the same product again for a fault of the shop, as the shopper asks for it
 * or as an operator sends it at once, free of charge.
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders, products, reductions, returns } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { Client } from '../support/client.ts';
import { useOperatorWithPassword } from '../support/desk.ts';
import { invoiceOf, ship, stored } from '../support/documents.ts';
import { orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { paidOrder, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { differencesOf } from '../support/reconciliation.ts';
import { deliver } from '../support/reviews.ts';
import { makeKnown, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperatorWithPassword(shop);
resetBeforeEach(shop);
beforeEach(async () => {
  await refillStock(shop.db);
  await makeKnown(shop.db, [person]);
});

const setStock = (stock: number) =>
  shop.db.write.update(products).set({ stock }).where(eq(products.id, serum));
const allOrders = async () =>
  (await person.post<{ orders: ApiOrder[] }>('/api/order/userorders', {})).body.orders;
const read = async (orderId: string) => {
  const found = (await allOrders()).find(({ _id }) => _id === orderId);
  if (!found) throw new Error('no such order');
  return found;
};

/** Two serums and a toner for ₹1,547, less ₹154.70 by a code, paid online and delivered. */
async function delivered(): Promise<string> {
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [serum]: 2, [toner]: 1 });
  await shop.db.write.batch([
    shop.db.write.run(
      sql`UPDATE order_lines SET discount = price * quantity / 10 WHERE order_id = ${orderId}`,
    ),
    shop.db.write.run(sql`UPDATE orders SET discount = 15470, total = total - 15470 WHERE id = ${orderId}`),
    shop.db.write.run(sql`UPDATE payments SET amount = amount - 15470 WHERE order_id = ${orderId}`),
  ]);
  await deliver(operator, orderId);
  return orderId;
}

const ask = (orderId: string, more: object = {}, by: Client = person) =>
  by.post('/api/order/returns/request', {
    orderId,
    lines: [{ _id: serum, quantity: 1, reason: 'not_as_described', exchangeFor: serum, ...more }],
    method: 'post',
  });

async function checked(orderId: string) {
  const { returns: all } = await read(orderId);
  const returnId = all.at(-1)?._id;
  await operator.post('/api/desk/returns/move', {
    returnId,
    seen: 'Requested',
    to: 'Approved',
    answer: 'Post it.',
  });
  const lines = [{ position: 0, accepted: 1, restock: false, exchange: true }];
  return operator.post('/api/desk/returns/check', { returnId, seen: 'Approved', lines });
}

const replace = async (orderId: string, more: object = {}, by: Client = operator) => {
  const { body } = await operator.get<{ seen: number }>(`/api/desk/orders/${orderId}`);
  return by.post(`/api/desk/orders/${orderId}/replace`, {
    seen: body.seen,
    reason: 'damaged',
    lines: [{ id: serum, quantity: 1 }],
    ...more,
  });
};

/** The replacement costs what was invoiced, is paid by what was wrong, and takes a piece. */
async function expectReplaced(orderId: string, stockBefore: number | undefined) {
  const order = await read(orderId);
  const made = (await allOrders()).find(({ reference }) => reference === order.returns.at(-1)?.exchange);
  expect(made).toMatchObject({
    status: 'Order Placed',
    payment: true,
    paymentMethod: 'exchange',
    subtotal: 599,
    discount: 59.9,
    amount: 539.1,
    delivery: 0,
    items: [{ _id: serum, quantity: 1, price: 599 }],
  });
  expect(order.refunds).toMatchObject([{ amount: 539.1, status: 'done', transfer: 'exchange' }]);
  expect(await stockOf(shop.db, serum)).toBe((stockBefore ?? 0) - 1);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
  return made?._id ?? '';
}

test('the shopper chooses the same product again; it costs what was invoiced, whatever it costs today', async () => {
  const orderId = await delivered();
  await shop.db.write.update(products).set({ price: 99_900 }).where(eq(products.id, serum));
  const stock = await stockOf(shop.db, serum);
  expect((await read(orderId)).returnable?.items[0]).toMatchObject({ _id: serum, replaceable: stock });
  expect((await ask(orderId)).status).toBe(200);
  expect((await read(orderId)).returns[0]?.items[0]).toMatchObject({ exchange: 'the same product' });
  const done = await checked(orderId);
  expect([done.status, done.body.message]).toEqual([
    200,
    expect.stringContaining('The exchange is order ORD-'),
  ]);
  const newId = await expectReplaced(orderId, stock);
  expect((await ship(operator, newId)).status).toBe(200);
  expect((await invoiceOf(person, newId)).status).toBe(200);
  expect((await stored(shop, newId)).map(({ data }) => data.total)).toEqual([53_910]);
  expect((await stored(shop, orderId)).map(({ data }) => data.total).sort()).toEqual(
    [139_230, 53_910].sort(),
  );
  // It can be replaced once more.
  await deliver(operator, newId);
  expect((await ask(newId)).status).toBe(200);
  expect((await checked(newId)).status).toBe(200);
});

test('an operator sends it at once when the buyer calls; the pieces stay out of the stock', async () => {
  const orderId = await delivered();
  const stock = await stockOf(shop.db, serum);
  const done = await replace(orderId, { note: 'We are sorry for the leak.' });
  expect([done.status, done.body.message]).toEqual([
    200,
    expect.stringMatching(/^The replacement is order ORD-/),
  ]);
  await expectReplaced(orderId, stock);
  expect(await shop.db.read.select().from(reductions).where(eq(reductions.orderId, orderId))).toMatchObject([
    { kind: 'returned', quantity: 1, amount: 53_910, restocked: false },
  ]);
  // The second piece too, and then nothing is left to replace.
  expect((await replace(orderId)).status).toBe(200);
  expect((await replace(orderId)).body.code).toBe('too_many');
});

test('an order in cash is replaced without an account to send money to', async () => {
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  const orderId = body.order._id;
  await deliver(operator, orderId);
  expect((await replace(orderId)).body.code).toBe('not_paid');
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  expect((await replace(orderId)).status).toBe(200);
});

describe('not', () => {
  test('for another reason than a fault of the shop', async () => {
    const orderId = await delivered();
    for (const reason of ['does_not_suit', 'changed_mind']) {
      expect((await ask(orderId, { reason })).body.code).toBe('no_exchange');
      expect((await replace(orderId, { reason })).body.fields.reason).toContain('fault of the shop');
    }
    expect((await read(orderId)).returns).toEqual([]);
  });

  test('what is sold out or no longer sold: both offer the money, and nothing is written', async () => {
    const orderId = await delivered();
    const refused = async () => [(await ask(orderId)).body, (await replace(orderId)).body];
    await setStock(0);
    for (const body of await refused())
      expect([body.code, body.message]).toEqual(['no_exchange', expect.stringContaining('choose the money')]);
    await setStock(9);
    await shop.db.write.update(products).set({ paused: 'Recall' }).where(eq(products.id, serum));
    for (const body of await refused()) expect(body.code).toBe('no_exchange');
    await shop.db.write.update(products).set({ paused: null }).where(eq(products.id, serum));
    expect(await shop.db.read.select().from(returns).where(eq(returns.orderId, orderId))).toEqual([]);
  });

  test('by a shopper at the desk, on an order that has changed, or twice at once', async () => {
    const orderId = await delivered();
    expect((await replace(orderId, {}, person)).status).toBeGreaterThan(400);
    expect((await replace(orderId, { seen: 0 })).body.code).toBe('changed');
    const answers = await Promise.all(
      [1, 2, 3].map(() => replace(orderId, { lines: [{ id: toner, quantity: 1 }] })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });
});
