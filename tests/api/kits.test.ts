/**
 * Kits take their parts' stock (docs/behaviour.md, "Stock and retired products"): what can be built, orders and races, what
 * comes back, and counting at the desk.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { cancel } from '../support/cancellations.ts';
import { itemsOf, orderOf, placed, placeOrder, refillStock, serum } from '../support/orders.ts';
import { payAtProvider, verifyPayment } from '../support/payments.ts';
import { makeKnown, setRetired, setStock, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';
import { online } from '../support/strangers.ts';

const { shop, operator, test } = shopTest({ simulators: true });
const kit = 'morning-ritual-kit';
const parts = ['purifying-cleanser', serum, 'daily-veil-spf-50'];
const [cleanser = '', , veil = ''] = parts;
const stocks = async () => Promise.all([kit, ...parts].map((id) => stockOf(shop.db, id)));

test('its stock is that of the part of which there is least', async () => {
  await setStock(shop.db, veil, 7);
  expect(await stocks()).toEqual([7, 100, 100, 7]);
  await setStock(shop.db, veil, 60);
  expect(await stocks()).toEqual([60, 100, 100, 60]);
  await setRetired(shop.db, cleanser, true);
  expect(await stockOf(shop.db, kit)).toBe(0);
});

describe('an order', () => {
  test('takes a piece of each part, and cancelling gives them back', async ({ shopper }) => {
    const { _id } = await placed(shopper, { [kit]: 2, [serum]: 1 });
    expect(await stocks()).toEqual([97, 98, 97, 98]);
    expect((await cancel(shopper, _id)).status).toBe(200);
    expect(await stocks()).toEqual([100, 100, 100, 100]);
  });

  test('of a kit and of the last of its parts is refused, and names the line that is short', async () => {
    await setStock(shop.db, serum, 2);
    const shopper = await shop.person();
    const order = { ...(await orderOf(shopper, { [kit]: 2 })), items: itemsOf({ [kit]: 2, [serum]: 1 }) };
    const { status, body } = await placeOrder(shopper, order);
    expect([status, body.code]).toEqual([409, 'out_of_stock']);
    expect(body.items).toMatchObject([{ _id: serum, available: 0 }]);
    expect(await stocks()).toEqual([2, 100, 2, 100]);
  });

  test('of the last part is won once by those who want the kit and those who want the part', async () => {
    await setStock(shop.db, serum, 3);
    const people = await shop.people(8);
    await makeKnown(shop.db, people);
    const orders = await Promise.all(
      people.map((person, n) => orderOf(person, { [n % 2 ? kit : serum]: 1 })),
    );
    const answers = await Promise.all(people.map((person, n) => placeOrder(person, orders[n])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await stockOf(shop.db, serum)).toBe(0);
    expect(await stockOf(shop.db, kit)).toBe(0);
  });
});

describe('an order that waits for its payment', () => {
  test('leaves its parts to the next order of the same person, which replaces it', async () => {
    await setStock(shop.db, veil, 5);
    const shopper = await shop.person();
    await makeKnown(shop.db, [shopper]);
    expect((await online(shopper, { [kit]: 5 })).status).toBe(200);
    expect(await stocks()).toEqual([0, 95, 95, 0]);
    const quoted = await shopper.post('/api/order/quote', { items: itemsOf({ [kit]: 5 }) });
    expect([quoted.status, quoted.body.message]).toEqual([200, undefined]);
    expect(
      (await shopper.post('/api/order/quote', { items: itemsOf({ [kit]: 6 }) })).body.items,
    ).toMatchObject([{ _id: kit, available: 5 }]);
  });

  test('without its pieces gets none of them, if paid too late for the part that two of its lines take', async ({
    shopper,
  }) => {
    await makeKnown(shop.db, [shopper]);
    const { orderId } = (await online(shopper, { [kit]: 2, [serum]: 2 })).body;
    await shop.db.write.update(orders).set({ reserved: false }).where(eq(orders.id, orderId));
    await refillStock(shop.db);
    // Enough for each of the lines.
    await setStock(shop.db, serum, 3);
    await payAtProvider(shop, 'stripe', orderId);
    const { status, body } = await verifyPayment(shop, shopper, 'stripe', orderId, '');
    expect([status, body.code]).toEqual([409, 'sold_out']);
    await shop.simulators.settled();
    expect(await stocks()).toEqual([3, 100, 3, 100]);
  });
});

test('a kit with a part that is no longer sold cannot be ordered', async () => {
  await setRetired(shop.db, cleanser, true);
  const shopper = await shop.person();
  const { status, body } = await shopper.post('/api/order/quote', { items: itemsOf({ [kit]: 1 }) });
  expect([status, body.code, body.items]).toMatchObject([409, 'out_of_stock', [{ _id: kit, available: 0 }]]);
  await setRetired(shop.db, cleanser, false);
});

test('the ledger of a part has what was sold in kits; the stock of a kit cannot be changed', async ({
  shopper,
}) => {
  await placed(shopper, { [kit]: 3 });
  const { body } = await operator.get<{ rows: object[] }>(`/api/desk/stock/${veil}`);
  expect(body.rows[0]).toMatchObject({ change: -3, why: 'Sold in a kit, or back from one' });
  const change = { key: crypto.randomUUID(), reason: 'received', pieces: 5, seen: 97 };
  const refused = await operator.post(`/api/desk/stock/${kit}`, change);
  expect([refused.status, refused.body.code]).toEqual([409, 'kit']);
  expect(await stockOf(shop.db, kit)).toBe(97);
});
