/** How the search box is parsed, and which actions an order has. */
import { describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/order.ts';
import {
  actionsFor,
  countOf,
  eventLabel,
  hasPackingSlip,
  isOldestFirst,
  searchWords,
  statusesOf,
  statusFilters,
} from './order-rules.ts';

describe('the words of a search for', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['ORD-123456', ['123456']],
    [' ord-12 ', ['12']],
    ['ord123456', ['123456']],
    ['ORD', []],
    ['7', ['7']],
    ['5678', ['5678']],
    ['9876543210', ['9876543210']],
    ['+91 98765 43210', ['9876543210']],
    ['+91-98765-43210', ['9876543210']],
    ['919876543210', ['9876543210']],
    ['09876543210', ['9876543210']],
    // Ten digits that begin with 91 are a complete number.
    ['9198765432', ['9198765432']],
    ['98765 43210', ['9876543210']],
    ['482913 400001', ['482913', '400001']],
    ['Asha.Rao@Example.in', ['Asha.Rao@Example.in']],
    ['asha  rao', ['asha', 'rao']],
    ['\u202a+91\u00a098765\u00a043210\u202c', ['9876543210']],
    ['९८७६५ ४३२१०', ['9876543210']],
    ['0091-98765-43210', ['9876543210']],
    ['560–001', ['560001']],
    ['ORD‑123456\u200b', ['123456']],
    ['rao rao', ['rao']],
    ['pimpri-chinchwad (west)', ['chinchwad', 'pimpri', 'west']],
    ['asha pune 5678', ['5678', 'asha', 'pune']],
    ['DL-1452-IN', ['DL-1452-IN']],
    ['09bae979…', ['09bae979']],
    ['09bae979-8d36-4b1f-9c60-0f6f5b1f2c3d', ['09bae979']],
    ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['+', ['+']],
  ])('%j', (typed, words) => expect(searchWords(typed)).toEqual(words));
});

test('unshipped covers two statuses; every other filter is one status', () => {
  expect(statusesOf('unshipped')).toEqual(['Order Placed', 'Packing']);
  expect(statusesOf('Packing')).toEqual(['Packing']);
});

test('orders that wait for their parcels are listed oldest first', () => {
  expect(statusFilters.filter(isOldestFirst)).toEqual(['unshipped', 'Order Placed', 'Packing']);
  expect(isOldestFirst(undefined)).toBe(false);
});

test.each([
  ['unshipped', { 'Order Placed': 3, Packing: 4 }, '7'],
  ['unshipped', { 'Order Placed': 1000, Packing: 4 }, '1,000+'],
  ['Packing', { Packing: 0 }, '0'],
  ['Delivered', { Packing: 4 }, undefined],
  ['Packing', undefined, undefined],
] as const)('the count of %s among %o is %s', (filter, counts, count) =>
  expect(countOf(filter, counts)).toBe(count),
);

describe('actions', () => {
  const cash = { paymentMethod: 'cod', payment: false } as const;
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
    { ...cash, payment: true },
    { ...cash, paymentMethod: 'stripe' as const },
  ])('no cash is collected for %o', (order) =>
    expect(orderStatuses.flatMap((status) => actionsFor({ ...order, status }))).not.toContain('collect'),
  );

  test('parts of a paid order can be refunded once it is handed over', () => {
    const withRefund = (payment: boolean) =>
      orderStatuses.filter((status) => actionsFor({ ...cash, payment, status }).includes('refund'));
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
  const event = { _id: '1', at: '', shown: true, by: 'Priya Nair' };
  expect(eventLabel({ ...event, kind: 'status', status: 'Packing', reason: null })).toBe(
    'Priya Nair: Packing',
  );
  expect(eventLabel({ ...event, kind: 'note', status: null, reason: 'Call first' })).toBe(
    'Priya Nair: Note (Call first)',
  );
});
