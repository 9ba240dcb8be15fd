/** The content of an order's card (docs/behaviour.md, "My Orders"). */
import { describe, expect, test } from 'vitest';
import {
  type ApiOrder,
  completedSteps,
  orderCards,
  shortOrderId,
  statusTone,
  withKnownStatus,
} from './order.ts';

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
