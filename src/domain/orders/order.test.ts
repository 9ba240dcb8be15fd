/** The content of an order's card (docs/behaviour.md, "My Orders"). */
import { describe, expect, test } from 'vitest';
import { confirmState } from './open-confirmation.ts';
import {
  type ApiOrder,
  completedSteps,
  type OrderStatus,
  orderCards,
  orderStatuses,
  shortOrderId,
  statusTone,
  withKnownStatus,
} from './order.ts';
import { orderState } from './order-state.ts';

describe('progress: a step is complete once the status is at or past it', () => {
  test.each([
    ['Order Placed', 1],
    ['Payment Pending', 1],
    ['Packing', 2],
    ['packing', 2],
    ['Shipped', 3],
    ['OUT FOR DELIVERY', 4],
    ['Delivered', 5],
    ['Cancelled', 0],
    ['something new', 1],
  ])('%s completes %d', (status, steps) => expect(completedSteps(status)).toBe(steps));
});

test('statuses are compared case-insensitively, and unknown ones look pending', () => {
  expect(['packing', 'SHIPPED', 'Delivered', 'cancelled', 'whatever'].map(statusTone)).toEqual([
    'pending',
    'moving',
    'done',
    'ended',
    'pending',
  ]);
});

test('a status of a response is read in any case; an unknown one stays', () => {
  const read = ['PACKING', 'out for delivery', 'Returned', 'Being blessed', ''].map((status) => ({ status }));
  expect(read.map((order) => withKnownStatus(order).status)).toEqual([
    'Packing',
    'Out for Delivery',
    'Returned',
    'Being blessed',
    '',
  ]);
});

test('one card per order line', () => {
  const order = {
    _id: 'o1',
    items: [
      { _id: 'a', image: ['/a.jpg'] },
      { _id: 'b', image: [] },
    ],
  } as unknown as ApiOrder;
  expect(orderCards([order]).map(({ key, image }) => [key, image])).toEqual([
    ['o1/a', '/a.jpg'],
    ['o1/b', undefined],
  ]);
});

test('the first 8 characters of the id and an ellipsis', () =>
  expect(shortOrderId('09bae979-8d36')).toBe('09bae979…'));

describe('the state that people read', () => {
  const of = (status: OrderStatus, more: object = {}) => orderState({ status, ...more });
  const item = { exchange: null };

  test('is that of the confirmation while the buyer has not confirmed it, and only then', () => {
    expect(of('Order Placed', { confirmation: { at: null } })).toBe(confirmState);
    expect(of('Order Placed', { confirmation: { at: 1 } })).toBe('Order Placed');
    for (const status of orderStatuses.filter((one) => one !== 'Order Placed'))
      expect(of(status, { confirmation: { at: null } })).toBe(status);
  });

  test.each([
    ['Requested', null, 'Return requested'],
    ['Approved', null, 'Return approved'],
    ['In Transit', '50 ml', 'Exchange on its way to us'],
    ['Checked', null, 'Delivered'],
    ['Declined', null, 'Delivered'],
    ['Cancelled', null, 'Delivered'],
    ['Refunded', null, 'Delivered'],
  ])('with a return that is %s for %s: %s', (status, exchange, state) =>
    expect(of('Delivered', { returns: [{ status, items: [{ exchange }] }] })).toBe(state),
  );

  test('an exchange of a part is a return', () =>
    expect(of('Delivered', { returns: [{ status: 'Approved', items: [item, { exchange: 'Rose' }] }] })).toBe(
      'Return approved',
    ));
});
