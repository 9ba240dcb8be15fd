/**
 * Cancelling an order (docs/behaviour.md, "Cancelling") before it is shipped. The stock is restored once.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { cancel, placed, statusOf, stock, unchanging } from '../support/cancellations.ts';
import { tally, times } from '../support/client.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, simulators: true });

beforeEach(() => refillStock(shop.db));

describe('by the shopper', () => {
  test('restores the stock of all lines; a second call succeeds and changes nothing', async () => {
    const person = await shop.person();
    const id = await placed(person);
    expect(await stock(shop)).toEqual([97, 98]);
    const first = await cancel(person, id);
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, outcome: 'cancelled', message: 'Your order is cancelled.' },
    ]);
    expect([await statusOf(person), await stock(shop)]).toEqual(['Cancelled', [100, 100]]);
    const rows = await unchanging(shop);
    const second = await cancel(person, id);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await unchanging(shop)).toEqual(rows);
  });

  test('eight times at once: the stock is restored once', async () => {
    const person = await shop.person();
    const id = await placed(person);
    shop.proxy.meet(2);
    expect(tally(await Promise.all(times(8, () => cancel(person, id))))).toEqual({ 200: 8 });
    expect([await statusOf(person), await stock(shop)]).toEqual(['Cancelled', [100, 100]]);
  });

  test('allows another cash on delivery order', async () => {
    const person = await shop.person();
    const ids: string[] = [];
    for (const _ of times(6, () => 0)) ids.push(await placed(person));
    const order = await orderOf(person, { [serum]: 1 });
    expect((await placeOrder(person, order)).body.code).toBe('pay_online');
    await cancel(person, ids[0] ?? '');
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
    // Each status that the order has had leaves its row in the totals, with a count of 0, and raises the buyer's version.
    const rows = await unchanging(shop, 'totals', 'users');
    for (const before of orderStatuses.filter((one) => after[one] === 409)) {
      await setStatus(shop.db, id, before);
      const { status, body } = await cancel(person, id);
      const message = 'This order is on its way and cannot be cancelled any more.';
      expect([before, status, body]).toMatchObject([
        before,
        409,
        { success: false, code: 'too_late', message },
      ]);
      expect(await statusOf(person)).toBe(before);
    }
    await setStatus(shop.db, id, 'Order Placed');
    expect(await unchanging(shop, 'totals', 'users')).toEqual(rows);
    for (const before of orderStatuses.filter((one) => after[one] === 200)) {
      await setStatus(shop.db, id, before);
      expect([before, (await cancel(person, id)).status]).toEqual([before, 200]);
      expect(await statusOf(person)).toBe('Cancelled');
    }
  });
});

describe('by others', () => {
  test('another person’s order is a 404, like an unknown one', async () => {
    const [id, other] = [await placed(await shop.person()), await shop.person()];
    const rows = await unchanging(shop);
    const [foreign, unknown] = [await cancel(other, id), await cancel(other, randomUUID())];
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { success: false, code: 'not_found', message: 'This order was not found.' },
    ]);
    expect([unknown.status, unknown.text]).toEqual([404, foreign.text]);
    expect(await unchanging(shop)).toEqual(rows);
  });
});
