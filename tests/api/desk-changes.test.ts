/**
 * Operators' changes of orders: a change needs the latest history that its operator has seen, so that two operators do
 * not overwrite each other; and the effect of a return on stock and ledger.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { password } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { useOperator } from '../support/people.ts';
import { makeBalanced, unbalanced } from '../support/reconciliation.ts';
import { select, setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
const operator = useOperator(shop);

beforeEach(() => refillStock(shop.db));

type Changed = { code: string; status: string; seen: number; changes: DeskEvent[] };

/** Somebody's order of two lines. */
async function placed(person?: Person) {
  const buyer = person ?? (await shop.person());
  return (await placeOrder(buyer, await orderOf(buyer, { [serum]: 1, [toner]: 2 }))).body.order;
}

describe('two operators at once', () => {
  const writes: [string, OrderStatus, (orderId: string) => [string, object]][] = [
    ['moving', 'Order Placed', (orderId) => ['/api/order/move', { orderId, status: 'Packing' }]],
    ['moving to where it is', 'Packing', (orderId) => ['/api/order/move', { orderId, status: 'Packing' }]],
    [
      'shipping',
      'Packing',
      (orderId) => ['/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' }],
    ],
    [
      'correcting',
      'Shipped',
      (orderId) => ['/api/order/update-tracking', { orderId, trackingId: 'A2', courierPartner: 'DTDC' }],
    ],
    [
      'delivering',
      'Out for Delivery',
      (orderId) => ['/api/order/move', { orderId, status: 'Delivered', collected: true, password }],
    ],
    [
      'collecting',
      'Delivered',
      (orderId) => ['/api/order/move', { orderId, status: 'Delivered', collected: true, password }],
    ],
    [
      'taking back',
      'Delivered',
      (orderId) => ['/api/order/move', { orderId, status: 'Returned', reason: 'Broken', restock: true }],
    ],
    ['cancelling', 'Order Placed', (orderId) => ['/api/order/cancel', { orderId, reason: 'Called' }]],
    ['writing a note', 'Order Placed', (orderId) => [`/api/desk/orders/${orderId}/note`, { note: 'Me too' }]],
  ];

  test.each(writes)(
    '%s an order that has changed is refused with the new events',
    async (_, status, write) => {
      const { _id } = await placed();
      await setStatus(shop.db, _id, status);
      const other = await shop.person('operator');
      await other.post(`/api/desk/orders/${_id}/note`, { note: 'I am at it', seen: 1 });
      const rows = await snapshot(shop.db);
      const [path, body] = write(_id);
      const refused = await operator.post<Changed>(path, { ...body, seen: 1 });
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          success: false,
          code: 'changed',
          status,
          seen: 2,
          changes: [{ kind: 'note', reason: 'I am at it', by: other.name }],
        },
      ]);
      expect(refused.body.changes).toHaveLength(1);
      expect(await snapshot(shop.db)).toEqual(rows);
      // With the latest `seen`, the change is accepted.
      expect((await operator.post(path, { ...body, seen: 2 })).status).toBe(200);
    },
  );

  test('of four at the same moment one packs the order, and three learn who did', async () => {
    const { _id: orderId } = await placed();
    const answers = await Promise.all(
      times(4, () => operator.post<Changed>('/api/order/move', { orderId, status: 'Packing', seen: 1 })),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'Packing', seen: 2 });
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ code: 'changed', changes: [{ status: 'Packing' }] });
    const { body } = await operator.get<{ history: DeskEvent[] }>(`/api/desk/orders/${orderId}`);
    expect(body.history).toHaveLength(2);
  });

  test('a shopper’s refusal contains nothing that only operators may see', async () => {
    const person = await shop.person();
    const { _id: orderId } = await placed(person);
    await operator.post(`/api/desk/orders/${orderId}/note`, { note: 'Careful with this one', seen: 1 });
    const { status, text } = await person.post('/api/order/cancel', { orderId, seen: 1 });
    expect(status).toBe(200);
    expect(text).not.toMatch(/Careful/);
  });
});

describe('several orders', () => {
  type Result = { ok: boolean; orderId: string; status?: string; seen?: number; message?: string };
  const post = async (path: string, body: object) =>
    (await operator.post<{ results: Result[]; undoUntil?: number }>(`/api/desk/bulk/${path}`, body)).body;
  const statusOf = async (id: string) =>
    (await operator.get<{ order: { status: string } }>(`/api/desk/orders/${id}`)).body.order.status;

  test('each is moved and undone by itself: one that cannot be stops no other', async () => {
    const [first, changed, shipped, last] = await Promise.all(times(4, () => placed()));
    if (!first || !changed || !shipped || !last) throw new Error('four orders were placed');
    await operator.post(`/api/desk/orders/${changed._id}/note`, { note: 'Wait', seen: 1 });
    await setStatus(shop.db, shipped._id, 'Shipped');
    const orders = [first, changed, shipped, last].map(({ _id: orderId }) => ({ orderId, seen: 1 }));
    const { results, undoUntil } = await post('move', { orders, status: 'Packing' });
    expect(results).toEqual([
      { ok: true, orderId: first._id, status: 'Packing', seen: 2 },
      { ok: false, orderId: changed._id, message: expect.stringMatching(/has changed/), seen: 2 },
      { ok: false, orderId: shipped._id, message: expect.stringMatching(/that is Shipped/) },
      { ok: true, orderId: last._id, status: 'Packing', seen: 2 },
    ]);
    expect(undoUntil).toBeGreaterThan(Date.now());
    const undone = await post('undo', {
      orders: [first, changed, last].map(({ _id: orderId }) => ({ orderId, seen: 2 })),
    });
    expect(undone.results.map(({ ok, status }) => [ok, status])).toEqual([
      [true, 'Order Placed'],
      [false, undefined],
      [true, 'Order Placed'],
    ]);
    expect(await Promise.all([first, changed, shipped, last].map(({ _id }) => statusOf(_id)))).toEqual([
      'Order Placed',
      'Order Placed',
      'Shipped',
      'Order Placed',
    ]);
  });

  test('one that has the status already is not moved, nor is its cash recorded', async () => {
    const { _id: orderId } = await placed();
    await setStatus(shop.db, orderId, 'Delivered');
    const deliver = { orders: [{ orderId, seen: 1 }], status: 'Delivered', collected: true, password };
    expect((await post('move', deliver)).results).toEqual([
      { ok: false, orderId, message: expect.stringMatching(/an order that is Delivered/) },
    ]);
    const { body } = await operator.get<{ order: { paid: boolean } }>(`/api/desk/orders/${orderId}`);
    expect(body.order.paid).toBe(false);
  });

  test('shipped with their numbers, then changed by what the courier reports', async () => {
    const all = await Promise.all(times(4, () => placed()));
    const courierPartner = 'Delhivery';
    const shipped = await post('ship', {
      orders: all.map(({ _id: orderId }, n) => ({ orderId, seen: 1, trackingId: ` ab 10000000${n}` })),
      courierPartner,
    });
    expect(shipped.results.map(({ ok, status, seen }) => [ok, status, seen])).toEqual(
      times(4, () => [true, 'Shipped', 2]),
    );
    // The numbers are found as couriers and people write them.
    const found = await operator.post<{ orders: unknown[] }>('/api/desk/shipping/numbers', {
      numbers: ['AB100000000', 'ab 100000001'],
    });
    expect(found.body.orders).toHaveLength(2);
    const [delivered, undelivered, returned, changed] = all.map(({ _id }) => _id);
    await operator.post(`/api/desk/orders/${changed}/note`, { note: 'Wait', seen: 2 });
    const report = (orderId: string | undefined, state: string) => ({
      orderId,
      seen: 2,
      state,
      note: `The courier says: ${state}`,
    });
    const { results } = await post('reported', {
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
    const { body } = await operator.get<{ order: { paid: boolean } }>(`/api/desk/orders/${delivered}`);
    expect(body.order.paid).toBe(true);
    const undone = await post('undo', { orders: [{ orderId: delivered, seen: 5 }] });
    expect(undone.results).toEqual([{ ok: true, orderId: delivered, status: 'Out for Delivery', seen: 7 }]);
  });

  test('delivered with their cash, which counts once and not at all once it is undone', async () => {
    const { _id: orderId } = await placed();
    await setStatus(shop.db, orderId, 'Out for Delivery');
    const cash = async () =>
      (await operator.get<{ order: { paid: boolean } }>(`/api/desk/orders/${orderId}`)).body.order.paid;
    await post('move', { orders: [{ orderId, seen: 1 }], status: 'Delivered', collected: true, password });
    expect(await cash()).toBe(true);
    await post('undo', { orders: [{ orderId, seen: 3 }] });
    expect(await cash()).toBe(false);
    const { body } = await operator.get<{ differences: { about: string }[] }>('/api/desk/reconcile/orders');
    expect(body.differences.filter(({ about }) => about === orderId)).toEqual([]);
  });
});

describe('a return', () => {
  test.each([true, false])('with restock %s, the stock equals the ledger', async (restock) => {
    const { _id: orderId } = await placed();
    await setStatus(shop.db, orderId, 'Delivered');
    await makeBalanced(shop.db);
    const move = { orderId, status: 'Returned', reason: 'Broken', restock };
    expect((await operator.post('/api/order/move', { ...move, seen: 1 })).status).toBe(200);
    // Repeating it changes nothing.
    expect((await operator.post('/api/order/move', move)).status).toBe(200);
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
  });
});

test('all orders that match a filter are named, over the pages of the list', async () => {
  await insertManyOrders(shop.db, 480);
  const { body } = await operator.get<{ rows: { id: string }[]; more: boolean }>(
    '/api/desk/bulk?status=Packing',
  );
  const packing = await select<{ id: string }>(shop.db, sql`SELECT id FROM orders WHERE status = 'Packing'`);
  expect(packing.length).toBeGreaterThan(59);
  expect([body.rows.map(({ id }) => id).sort(), body.more]).toEqual([
    packing.map(({ id }) => id).sort(),
    false,
  ]);
});
