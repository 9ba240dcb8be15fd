import { expect, it } from 'vitest';
import type { ApiOrder, OrderStatus } from './order.ts';
import { placedOrder } from './placed.ts';

const order = (status: OrderStatus) => ({ _id: 'a', status }) as ApiOrder;
const asked = (query: string) => new URLSearchParams(query);

it.each(['Order Placed', 'Packing', 'Shipped', 'Delivered'] as const)(
  'celebrates an order that is %s',
  (status) => expect(placedOrder([order(status)], asked('placed=a'))?._id).toBe('a'),
);

it.each(['Payment Pending', 'Cancelled', 'Returned'] as const)(
  'does not celebrate one that is %s',
  (status) => expect(placedOrder([order(status)], asked('placed=a'))).toBeUndefined(),
);

it('requires an order of this account', () => {
  expect(placedOrder([order('Order Placed')], asked('placed=b'))).toBeUndefined();
  expect(placedOrder([order('Order Placed')], asked(''))).toBeUndefined();
  expect(placedOrder([], asked('placed=a'))).toBeUndefined();
});
