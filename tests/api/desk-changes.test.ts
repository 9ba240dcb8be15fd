/**
 * Operators' changes of orders: a change needs the latest history that its operator has seen, so that two operators do
 * not overwrite each other; and the effect of a return on stock and ledger.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskEvent } from '#features/desk/orders/order-rules.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { tally, times } from '../support/client.ts';
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
      (orderId) => ['/api/order/move', { orderId, status: 'Delivered', collected: true }],
    ],
    [
      'collecting',
      'Delivered',
      (orderId) => ['/api/order/move', { orderId, status: 'Delivered', collected: true }],
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

  test('of ten at the same moment one packs the order, and nine learn who did', async () => {
    const { _id: orderId } = await placed();
    const answers = await Promise.all(
      times(10, () => operator.post<Changed>('/api/order/move', { orderId, status: 'Packing', seen: 1 })),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
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
