/**
 * Reading and shipping orders (docs/behaviour.md, "Couriers", "API answers"): shoppers see only their own, and only an
 * operator attaches tracking.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { times } from '../support/client.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { placed } from '../support/orders.ts';
import { setStatus, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const tracking = (orderId: string) => ({ orderId, trackingId: 'AWB123/4', courierPartner: 'Delhivery' });
const attach = (person: Person, body: object) => person.post('/api/order/update-tracking', body);
const info = async (person: Person, id: string) =>
  (await person.get(`/api/order/tracking-info/${id}`)).body.trackingInfo;

const event = (status: OrderStatus) => ({ at: expect.any(String), kind: 'status', status, reason: null });

describe('userorders', () => {
  test('returns only the account’s orders with their lines, the newest first', async ({
    shopper,
    order: first,
  }) => {
    await placed(await shop.person());
    const [second, third] = [await placed(shopper), await placed(shopper)];
    // The order of the list depends only on the stored time.
    for (const [n, { _id }] of [first, third, second].entries())
      await shop.db.write
        .update(orders)
        .set({ createdAt: 1_790_000_000_000 + n })
        .where(eq(orders.id, _id));
    const { status, body } = await shopper.post('/api/order/userorders');
    expect([status, body.success]).toEqual([200, true]);
    expect(body.orders.map(({ _id }) => _id)).toEqual([second._id, third._id, first._id]);
    expect(body.orders[2]).toEqual({ ...first, date: '2026-09-21T14:13:20.000Z' });
  });

  test('has the newest 200 with their lines, also when others have ordered since', async ({ shopper }) => {
    await insertManyOrders(shop.db, 420);
    const theirs = sql`UPDATE orders SET user_id = ${shopper.id} WHERE reference BETWEEN 'ORD-000000' AND 'ORD-000209'`;
    await shop.db.write.run(theirs);
    const found = (await shopper.post('/api/order/userorders')).body.orders;
    expect(found.map(({ items }) => items.length > 0)).toEqual(times(200, () => true));
  });

  test('is empty for a new account', async ({ shopper }) => {
    expect((await shopper.send('POST', '/api/order/userorders')).body).toEqual({ success: true, orders: [] });
  });
});

describe('tracking-info', () => {
  test('before shipping it has only the status', async ({ shopper, order: { _id: orderId } }) => {
    expect(await info(shopper, orderId)).toEqual({
      orderId,
      status: 'Order Placed',
      trackingId: null,
      courierPartner: null,
      url: null,
      history: [event('Order Placed')],
    });
  });
});

describe('update-tracking', () => {
  test('by an operator ships the order; later it corrects the number', async ({
    shopper,
    order: { _id: orderId },
  }) => {
    const { status, body } = await attach(operator, tracking(orderId));
    expect([status, body]).toEqual([200, { success: true, message: 'Tracking updated' }]);
    expect(await info(shopper, orderId)).toEqual({
      orderId,
      status: 'Shipped',
      trackingId: 'AWB123/4',
      courierPartner: 'Delhivery',
      url: 'https://www.delhivery.com/track-v2/package/AWB123%2F4',
      history: [event('Order Placed'), event('Shipped')],
    });
    expect((await attach(operator, { orderId, trackingId: '  77 ', courierPartner: 'Own van' })).status).toBe(
      200,
    );
    expect(await info(shopper, orderId)).toEqual({
      orderId,
      status: 'Shipped',
      trackingId: '77',
      courierPartner: 'Own van',
      url: null,
      history: [
        event('Order Placed'),
        event('Shipped'),
        { at: expect.any(String), kind: 'tracking', status: null, reason: 'Own van: 77' },
      ],
    });
    const { body: listed } = await shopper.post('/api/order/userorders');
    expect(listed.orders).toMatchObject([
      { status: 'Shipped', trackingId: '77', trackingUrl: null, courierPartner: 'Own van' },
    ]);
  });

  const after: Record<OrderStatus, OrderStatus | 'refused'> = {
    'Payment Pending': 'refused',
    'Order Placed': 'Shipped',
    Packing: 'Shipped',
    Shipped: 'Shipped',
    'Out for Delivery': 'Out for Delivery',
    Delivered: 'refused',
    Cancelled: 'refused',
    Returned: 'refused',
  };
  test('ships an order if its status allows it, or changes nothing', async ({
    shopper,
    order: { _id: orderId },
  }) => {
    for (const before of orderStatuses) {
      await setStatus(shop.db, orderId, before);
      const rows = await snapshot(shop.db);
      const { status, body } = await attach(operator, tracking(orderId));
      if (after[before] === 'refused') {
        expect([before, status, body.code]).toEqual([before, 409, 'not_open']);
        expect(await snapshot(shop.db)).toEqual(rows);
      } else {
        expect([before, status]).toEqual([before, 200]);
        expect(await info(shopper, orderId)).toMatchObject({ status: after[before], trackingId: 'AWB123/4' });
      }
    }
  });
});
