/**
 * Cancelling (docs/behaviour.md 8.3): by the order's shopper, before it is shipped. The stock is restored once.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses } from '#features/orders/order.ts';
import { type Client, tally, times } from '../support/client.ts';
import { orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { setStatus, snapshot, stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });

beforeEach(() => refillStock(shop.db));

const cancel = (person: Client, orderId: unknown) => person.post('/api/order/cancel', { orderId });
const stock = () => Promise.all([stockOf(shop.db, serum), stockOf(shop.db, toner)]);
const statusOf = async (person: Client) =>
  (await person.post('/api/order/userorders')).body.orders[0]?.status;

async function placed(person: Client) {
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 3, [toner]: 2 }));
  return body.order._id;
}

describe('by the shopper', () => {
  test('restores the stock of all lines; a second call succeeds and changes nothing', async () => {
    const person = await shop.person();
    const id = await placed(person);
    expect(await stock()).toEqual([97, 98]);
    const first = await cancel(person, id);
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, outcome: 'cancelled', message: 'Your order is cancelled.' },
    ]);
    expect([await statusOf(person), await stock()]).toEqual(['Cancelled', [100, 100]]);
    const rows = await snapshot(shop.db);
    const second = await cancel(person, id);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('20 times at once: the stock is restored once', async () => {
    const person = await shop.person();
    const id = await placed(person);
    shop.proxy.meet(2);
    expect(tally(await Promise.all(times(20, () => cancel(person, id))))).toEqual({ 200: 20 });
    expect([await statusOf(person), await stock()]).toEqual(['Cancelled', [100, 100]]);
  });

  test('allows another cash on delivery order', async () => {
    const person = await shop.person();
    const ids = [await placed(person), await placed(person), await placed(person)];
    const order = await orderOf(person, { [serum]: 1 });
    expect((await placeOrder(person, order)).body.code).toBe('cod_limit');
    await cancel(person, ids[0]);
    expect((await placeOrder(person, order)).status).toBe(200);
  });

  const after: Record<OrderStatus, 200 | 409> = {
    'Payment Pending': 200,
    'Order Placed': 200,
    Packing: 200,
    Shipped: 409,
    'Out for Delivery': 409,
    Delivered: 409,
    Cancelled: 200,
    Returned: 409,
  };
  test('is possible before the order is shipped, and too late afterwards', async () => {
    const person = await shop.person();
    const id = await placed(person);
    for (const before of orderStatuses) {
      await setStatus(shop.db, id, before);
      const rows = await snapshot(shop.db);
      const { status, body } = await cancel(person, id);
      expect([before, status]).toEqual([before, after[before]]);
      if (status === 200) expect(await statusOf(person)).toBe('Cancelled');
      else {
        const message = 'This order is on its way and cannot be cancelled any more.';
        expect(body).toMatchObject({ success: false, code: 'too_late', message });
        expect(await snapshot(shop.db)).toEqual(rows);
      }
    }
  });
});

describe('by others', () => {
  test('another person’s order is a 404, like an unknown one', async () => {
    const [id, other] = [await placed(await shop.person()), await shop.person()];
    const rows = await snapshot(shop.db);
    const [foreign, unknown] = [await cancel(other, id), await cancel(other, randomUUID())];
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { success: false, code: 'not_found', message: 'This order was not found.' },
    ]);
    expect([unknown.status, unknown.text]).toEqual([404, foreign.text]);
    expect(await snapshot(shop.db)).toEqual(rows);
  });
});
