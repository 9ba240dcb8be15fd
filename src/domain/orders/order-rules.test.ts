/** Which actions an order has, and what the filters mean. */
import { describe, expect, test } from 'vitest';
import { eventLabel } from './event-label.ts';
import { orderStatuses } from './order.ts';
import {
  actionsFor,
  countOf,
  hasPackingSlip,
  isOldestFirst,
  statusesOf,
  statusFilters,
} from './order-rules.ts';

test('unshipped covers two statuses; every other filter is one status', () => {
  expect(statusesOf('unshipped')).toEqual(['Order Placed', 'Packing']);
  expect(statusesOf('unconfirmed')).toEqual(['Order Placed']);
  expect(statusesOf('Packing')).toEqual(['Packing']);
});

test('orders that wait for their parcels are listed oldest first', () => {
  expect(statusFilters.filter(isOldestFirst)).toEqual([
    'unshipped',
    'unconfirmed',
    'Order Placed',
    'Packing',
  ]);
  expect(isOldestFirst(undefined)).toBe(false);
});

test.each([
  ['unshipped', { 'Order Placed': 3, Packing: 4 }, '7'],
  ['unshipped', { 'Order Placed': 3, Packing: 4, unconfirmed: 2 }, '5'],
  ['unconfirmed', { 'Order Placed': 3, unconfirmed: 2 }, '2'],
  ['unshipped', { 'Order Placed': 1000, Packing: 4 }, '1,000+'],
  ['Packing', { Packing: 0 }, '0'],
  ['Delivered', { Packing: 4 }, undefined],
  ['Packing', undefined, undefined],
] as const)('the count of %s among %o is %s', (filter, counts, count) =>
  expect(countOf(filter, counts)).toBe(count),
);

describe('actions', () => {
  const cash = { paymentMethod: 'cod', paid: false } as const;
  test.each([
    ['Payment Pending', ['Cancelled']],
    ['Order Placed', ['Packing', 'Shipped', 'Cancelled']],
    ['Packing', ['Shipped', 'Cancelled']],
    ['Shipped', ['Out for Delivery', 'Returned', 'correct', 'undelivered']],
    ['Out for Delivery', ['Delivered', 'Returned', 'correct', 'undelivered', 'collect']],
    ['Delivered', ['Returned', 'collect']],
    ['Cancelled', []],
    ['Returned', []],
  ] as const)('of an unpaid order that is %s', (status, actions) =>
    expect(actionsFor({ ...cash, status })).toEqual(actions),
  );

  test.each([
    { ...cash, paid: true },
    { ...cash, paymentMethod: 'stripe' as const },
  ])('no cash is collected for %o', (order) =>
    expect(orderStatuses.flatMap((status) => actionsFor({ ...order, status }))).not.toContain('collect'),
  );

  test('parts of a paid order can be refunded once it is handed over', () => {
    const withRefund = (paid: boolean) =>
      orderStatuses.filter((status) => actionsFor({ ...cash, paid, status }).includes('refund'));
    expect(withRefund(true)).toEqual(['Shipped', 'Out for Delivery', 'Delivered']);
    expect(withRefund(false)).toEqual([]);
  });

  test('pending, cancelled and returned orders have no packing slip', () =>
    expect(orderStatuses.filter(hasPackingSlip)).toEqual([
      'Order Placed',
      'Packing',
      'Shipped',
      'Out for Delivery',
      'Delivered',
    ]));
});

test('an event in one line', () => {
  const event = { id: '1', at: 0, shown: true, by: 'Priya Nair' };
  expect(eventLabel({ ...event, kind: 'status', status: 'Packing', reason: null })).toBe(
    'Priya Nair: Packing',
  );
  expect(eventLabel({ ...event, kind: 'note', status: null, reason: 'Call first' })).toBe(
    'Priya Nair: Note (Call first)',
  );
});
