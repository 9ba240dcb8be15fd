/**
 * Cancelling an order (docs/behaviour.md, "Cancelling") before it is shipped. The stock is restored once.
 */
import { expect } from 'vitest';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { cancel, statusOf, stock, unchanging } from '../support/cancellations.ts';
import { times } from '../support/client.ts';
import { orderOf, placed, placeOrder, serum, toner } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

test('restores the stock of all lines; a second call answers the same', async ({ shopper }) => {
  const { _id: id } = await placed(shopper, { [serum]: 3, [toner]: 2 });
  expect(await stock(shop)).toEqual([97, 98]);
  const first = await cancel(shopper, id);
  expect([first.status, first.body]).toEqual([
    200,
    { success: true, outcome: 'cancelled', message: 'Your order is cancelled.' },
  ]);
  expect([await statusOf(shopper), await stock(shop)]).toEqual(['Cancelled', [100, 100]]);
  const second = await cancel(shopper, id);
  expect([second.status, second.text]).toEqual([200, first.text]);
});

test('allows another cash on delivery order', async ({ shopper, order: { _id } }) => {
  for (const n of times(5, (n) => n + 1)) await placed(shopper, { [serum]: n });
  const order = await orderOf(shopper, { [toner]: 1 });
  expect((await placeOrder(shopper, order)).body.code).toBe('pay_online');
  await cancel(shopper, _id);
  expect((await placeOrder(shopper, order)).status).toBe(200);
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
test('is possible before the order is shipped, and too late afterwards', async ({
  shopper,
  order: { _id: id },
}) => {
  // Each status that the order has had leaves its row in the totals, with a count of 0, and raises the buyer's version.
  const rows = await unchanging(shop, 'totals', 'users');
  for (const before of orderStatuses.filter((one) => after[one] === 409)) {
    await setStatus(shop.db, id, before);
    const { status, body } = await cancel(shopper, id);
    const message = 'This order is on its way and cannot be cancelled any more.';
    expect([before, status, body]).toMatchObject([
      before,
      409,
      { success: false, code: 'too_late', message },
    ]);
    expect(await statusOf(shopper)).toBe(before);
  }
  await setStatus(shop.db, id, 'Order Placed');
  expect(await unchanging(shop, 'totals', 'users')).toEqual(rows);
  for (const before of orderStatuses.filter((one) => after[one] === 200)) {
    await setStatus(shop.db, id, before);
    expect([before, (await cancel(shopper, id)).status]).toEqual([before, 200]);
    expect(await statusOf(shopper)).toBe('Cancelled');
  }
});
