/**
 * Operators' changes of several orders, each by itself, and the effect of a return on stock and ledger. That a change needs the
 * latest history: actions.test.ts.
 */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { Matching } from '#desk/orders/bulk.api.ts';
import type { ShippingOrder } from '#desk/shipping/shipping.api.ts';
import { password } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { detailOf } from '../support/desk.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { changeSeveral, move, orderAt } from '../support/moves.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { differencesOf, makeBalanced, unbalanced } from '../support/reconciliation.ts';
import { select, setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const note = (orderId: string, text: string, seen: number) =>
  operator.post(`/api/desk/orders/${orderId}/note`, { note: text, seen });

test('a shopper’s refusal contains nothing that only operators may see', async ({
  shopper,
  order: { _id: orderId },
}) => {
  await note(orderId, 'Careful with this one', 1);
  const { status, text } = await shopper.post('/api/order/cancel', { orderId, seen: 1 });
  expect(status).toBe(200);
  expect(text).not.toMatch(/Careful/);
});

describe('several orders', () => {
  const change = async (path: string, json: object) => (await changeSeveral(operator, path, json)).body;
  const stateOf = async (id: string) => (await detailOf(operator, id)).order;
  const fourOrders = async (): Promise<[string, string, string, string]> => {
    const people = await shop.people(4);
    const ids = await Promise.all(people.map(async (person) => (await placed(person))._id));
    return ids as [string, string, string, string];
  };

  test('each is moved and undone by itself: one that cannot be stops no other', async () => {
    const [first, changed, shipped, last] = await fourOrders();
    await note(changed, 'Wait', 1);
    await setStatus(shop.db, shipped, 'Shipped');
    const orders = [first, changed, shipped, last].map((orderId) => ({ orderId, seen: 1 }));
    const { results, undoUntil } = await change('move', { orders, status: 'Packing' });
    expect(results).toEqual([
      { ok: true, orderId: first, status: 'Packing', seen: 2 },
      { ok: false, orderId: changed, message: expect.stringMatching(/has changed/), seen: 2 },
      { ok: false, orderId: shipped, message: expect.stringMatching(/that is Shipped/) },
      { ok: true, orderId: last, status: 'Packing', seen: 2 },
    ]);
    expect(undoUntil).toBeGreaterThan(Date.now());
    const moved = [first, changed, last].map((orderId) => ({ orderId, seen: 2 }));
    expect((await change('undo', { orders: moved })).results).toMatchObject([
      { ok: true, status: 'Order Placed' },
      { ok: false },
      { ok: true, status: 'Order Placed' },
    ]);
    expect(
      await Promise.all([first, changed, shipped, last].map(async (id) => (await stateOf(id)).status)),
    ).toEqual(['Order Placed', 'Order Placed', 'Shipped', 'Order Placed']);
  });

  test('one that has the status already is not moved, nor is its cash recorded', async ({ shopper }) => {
    const orderId = await orderAt(shop, shopper, 'Delivered');
    const deliver = { orders: [{ orderId, seen: 1 }], status: 'Delivered', collected: true, password };
    expect((await change('move', deliver)).results).toEqual([
      { ok: false, orderId, message: expect.stringMatching(/an order that is Delivered/) },
    ]);
    expect((await stateOf(orderId)).paid).toBe(false);
  });

  test('shipped with their numbers, then changed by what the courier reports', async () => {
    const all = await fourOrders();
    const [delivered, undelivered, returned, changed] = all;
    const shipped = await change('ship', {
      orders: all.map((orderId, n) => ({ orderId, seen: 1, trackingId: ` ab 10000000${n}` })),
      courierPartner: 'Delhivery',
    });
    expect(shipped.results).toMatchObject(times(4, () => ({ ok: true, status: 'Shipped', seen: 2 })));
    // The numbers are found as couriers and people write them.
    const found = await operator.post<{ orders: ShippingOrder[] }>('/api/desk/shipping/numbers', {
      numbers: ['AB100000000', 'ab 100000001'],
    });
    expect(found.body.orders).toHaveLength(2);
    await note(changed, 'Wait', 2);
    const report = (orderId: string, state: string) => ({
      orderId,
      seen: 2,
      state,
      note: `The courier says: ${state}`,
    });
    const { results } = await change('reported', {
      orders: [
        report(delivered, 'delivered'),
        report(undelivered, 'undelivered'),
        report(returned, 'returned'),
        report(changed, 'delivered'),
      ],
      collected: true,
      password,
      restock: true,
    });
    expect(results).toEqual([
      { ok: true, orderId: delivered, status: 'Delivered', seen: 5 },
      { ok: true, orderId: undelivered, status: 'Shipped', seen: 3 },
      { ok: true, orderId: returned, status: 'Returned', seen: 5 },
      { ok: false, orderId: changed, message: expect.stringMatching(/has changed/), seen: 3 },
    ]);
    expect((await stateOf(delivered)).paid).toBe(true);
    const undone = await change('undo', { orders: [{ orderId: delivered, seen: 5 }] });
    expect(undone.results).toEqual([{ ok: true, orderId: delivered, status: 'Out for Delivery', seen: 7 }]);
  });

  test('delivered with their cash, which counts once and not at all once it is undone', async ({
    shopper,
  }) => {
    const orderId = await orderAt(shop, shopper, 'Out for Delivery');
    await change('move', { orders: [{ orderId, seen: 1 }], status: 'Delivered', collected: true, password });
    expect((await stateOf(orderId)).paid).toBe(true);
    await change('undo', { orders: [{ orderId, seen: 3 }] });
    expect((await stateOf(orderId)).paid).toBe(false);
    const differences = await differencesOf(operator, 'orders');
    expect(differences.filter(({ about }) => about === orderId)).toEqual([]);
  });
});

test.for([true, false])(
  'a return with restock %s: the stock equals the ledger',
  async (restock, { order: { _id: orderId } }) => {
    await setStatus(shop.db, orderId, 'Delivered');
    await makeBalanced(shop.db);
    expect((await move(operator, orderId, 'Returned', { restock, seen: 1 })).status).toBe(200);
    expect(
      await select(
        shop.db,
        sql`SELECT product_id AS id, change, reason, actor_id AS actor FROM stock_changes
        WHERE order_id = ${orderId} ORDER BY product_id`,
      ),
    ).toEqual(
      restock
        ? [
            { id: toner, change: 2, reason: 'returned', actor: null },
            { id: serum, change: 1, reason: 'returned', actor: null },
          ]
        : [],
    );
    expect(await unbalanced(shop.db)).toEqual([]);
  },
);

test('all orders that match a filter are named, over the pages of the list', async () => {
  await insertManyOrders(shop.db, 480);
  const { body } = await operator.get<Matching>('/api/desk/bulk?status=Packing');
  const packing = await select<{ id: string }>(shop.db, sql`SELECT id FROM orders WHERE status = 'Packing'`);
  expect(packing.length).toBeGreaterThan(59);
  expect([body.rows.map(({ id }) => id).sort(), body.more]).toEqual([
    packing.map(({ id }) => id).sort(),
    false,
  ]);
});
