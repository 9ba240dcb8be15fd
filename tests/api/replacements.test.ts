/**
 * Replacements (docs/behaviour.md, "Replacements"): the same product again for a fault of the shop, as the shopper asks for it
 * or as an operator sends it at once, free of charge.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders, products, reductions, returns } from '#db/schema/index.ts';
import { attachTracking, detailOf } from '../support/desk.ts';
import { invoiceOf, stored } from '../support/documents.ts';
import { serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { differencesOf } from '../support/reconciliation.ts';
import {
  accepting,
  approvedReturn,
  checkReturn,
  listOrders,
  readOrder,
  requestReturn,
  returning,
} from '../support/returns.ts';
import { deliver } from '../support/reviews.ts';
import { setPrice, setStock, stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
/** `orderId`: of two serums and a toner for ₹1,547, less ₹154.70 by a code, paid online and delivered. */
const test = plain.extend('orderId', async ({ shopper }) => {
  const { orderId } = await paidOrder(shop, shopper, 'razorpay', { [serum]: 2, [toner]: 1 });
  await shop.db.write.batch([
    shop.db.write.run(
      sql`UPDATE order_lines SET discount = price * quantity / 10 WHERE order_id = ${orderId}`,
    ),
    shop.db.write.run(sql`UPDATE orders SET discount = 15470, total = total - 15470 WHERE id = ${orderId}`),
    shop.db.write.run(sql`UPDATE payments SET amount = amount - 15470 WHERE order_id = ${orderId}`),
  ]);
  await deliver(operator, orderId);
  return orderId;
});

const wanted = (reason = 'not_as_described') => [returning(serum, 1, reason, { exchangeFor: serum })];
async function returnAndCheck(shopper: Person, orderId: string) {
  const id = await approvedReturn(operator, shopper, orderId, wanted());
  return checkReturn(operator, id, [accepting(0, 1, { restock: false, exchange: true })]);
}
const replace = async (orderId: string, more: object = {}) =>
  operator.post(`/api/desk/orders/${orderId}/replace`, {
    seen: (await detailOf(operator, orderId)).seen,
    reason: 'damaged',
    lines: [{ id: serum, quantity: 1 }],
    ...more,
  });

/** The replacement costs what was invoiced, is paid by what was wrong, and takes a piece. */
async function expectReplaced(shopper: Person, orderId: string, stockBefore = 0) {
  const order = await readOrder(shopper, orderId);
  const made = (await listOrders(shopper)).find(
    ({ reference }) => reference === order.returns.at(-1)?.exchange,
  );
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
  expect(await stockOf(shop.db, serum)).toBe(stockBefore - 1);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
  return made?._id ?? '';
}

test('the shopper chooses the same product again; it costs what was invoiced, whatever it costs today', async ({
  shopper,
  orderId,
}) => {
  await setPrice(shop.db, serum, 74_900);
  const stock = await stockOf(shop.db, serum);
  expect((await readOrder(shopper, orderId)).returnable?.items[0]).toMatchObject({
    _id: serum,
    replaceable: stock,
  });
  const done = await returnAndCheck(shopper, orderId);
  expect((await readOrder(shopper, orderId)).returns[0]?.items[0]).toMatchObject({
    exchange: 'the same product',
  });
  expect([done.status, done.body.message]).toEqual([
    200,
    expect.stringContaining('The exchange is order ORD-'),
  ]);
  const newId = await expectReplaced(shopper, orderId, stock);
  expect((await attachTracking(operator, newId)).status).toBe(200);
  expect((await invoiceOf(shopper, newId)).status).toBe(200);
  expect((await stored(shop, newId)).map(({ data }) => data.total)).toEqual([53_910]);
  expect((await stored(shop, orderId)).map(({ data }) => data.total).sort()).toEqual(
    [139_230, 53_910].sort(),
  );
  // It can be replaced once more.
  await deliver(operator, newId);
  expect((await returnAndCheck(shopper, newId)).status).toBe(200);
});

test('an operator sends it at once when the buyer calls; the pieces stay out of the stock', async ({
  shopper,
  orderId,
}) => {
  const stock = await stockOf(shop.db, serum);
  const done = await replace(orderId, { note: 'We are sorry for the leak.' });
  expect([done.status, done.body.message]).toEqual([
    200,
    expect.stringMatching(/^The replacement is order ORD-/),
  ]);
  await expectReplaced(shopper, orderId, stock);
  expect(await shop.db.read.select().from(reductions).where(eq(reductions.orderId, orderId))).toMatchObject([
    { kind: 'returned', quantity: 1, amount: 53_910, restocked: false },
  ]);
  // The second piece too, and then nothing is left to replace.
  expect((await replace(orderId)).status).toBe(200);
  expect((await replace(orderId)).body.code).toBe('too_many');
});

test('an order in cash is replaced without an account to send money to', async ({
  delivered: { _id: orderId },
}) => {
  expect((await replace(orderId)).body.code).toBe('not_paid');
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, orderId));
  expect((await replace(orderId)).status).toBe(200);
});

describe('not', () => {
  test('for another reason than a fault of the shop', async ({ shopper, orderId }) => {
    for (const reason of ['does_not_suit', 'changed_mind']) {
      expect((await requestReturn(shopper, orderId, wanted(reason))).body.code).toBe('no_exchange');
      expect((await replace(orderId, { reason })).body.fields.reason).toContain('fault of the shop');
    }
    expect((await readOrder(shopper, orderId)).returns).toEqual([]);
  });

  test('what is sold out or no longer sold: both offer the money, and nothing is written', async ({
    shopper,
    orderId,
  }) => {
    const refused = async () => [
      (await requestReturn(shopper, orderId, wanted())).body,
      (await replace(orderId)).body,
    ];
    await setStock(shop.db, serum, 0);
    for (const body of await refused())
      expect([body.code, body.message]).toEqual(['no_exchange', expect.stringContaining('choose the money')]);
    await setStock(shop.db, serum, 9);
    await shop.db.write.update(products).set({ paused: 'Recall' }).where(eq(products.id, serum));
    for (const body of await refused()) expect(body.code).toBe('no_exchange');
    expect(await shop.db.read.select().from(returns).where(eq(returns.orderId, orderId))).toEqual([]);
  });
});
