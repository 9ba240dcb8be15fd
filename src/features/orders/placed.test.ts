import { expect, it } from 'vitest';
import type { ApiOrder, OrderStatus } from '#domain/orders/order.ts';
import { nextSteps } from './next-steps.ts';
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

it('says what goes where, where the email went, how it is paid, and what comes next', () => {
  const to = {
    firstName: 'Arunachalam',
    lastName: '',
    address: '2 Church Street',
    city: 'Chennai',
    zipcode: '600001',
  };
  const placed = {
    ...order('Order Placed'),
    items: [{ name: 'Rose Toner', quantity: 2 }],
    shippingAddress: { ...to, email: 'arun@example.in' },
    payment: false,
    amount: 698,
  } as ApiOrder;
  expect(nextSteps(placed)).toEqual([
    'Rose Toner × 2 to Arunachalam, 2 Church Street, Chennai 600001.',
    'A confirmation is on its way to arun@example.in. If it does not come, look into the spam folder.',
    'Please keep ₹698.00 in cash ready for the courier.',
    expect.stringMatching(/^We pack your order next/),
  ]);
  // The page that is opened again later.
  expect(nextSteps({ ...placed, status: 'Shipped', payment: true }).slice(2)).toEqual(['₹698.00 is paid.']);
});
