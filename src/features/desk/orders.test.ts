/** What the desk's search box takes for what, and which buttons an order has. */
import { describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/order.ts';
import { deedsFor, hasSlip, inWords, readSearch, statusesOf } from './orders.ts';

describe('what somebody looks for', () => {
  test.each([
    ['', undefined],
    ['   ', undefined],
    ['ORD-123456', { by: 'reference', text: 'ORD-123456' }],
    [' ord-12 ', { by: 'reference', text: 'ORD-12' }],
    ['ord123456', { by: 'reference', text: 'ORD-123456' }],
    ['123456', { by: 'reference', text: 'ORD-123456' }],
    ['7', { by: 'reference', text: 'ORD-7' }],
    ['ORD-1234567', { by: 'reference', text: 'ORD-1234567' }],
    ['12345678', { by: 'reference', text: 'ORD-12345678' }],
    ['9876543210', { by: 'phone', text: '9876543210' }],
    ['+91 98765 43210', { by: 'phone', text: '9876543210' }],
    ['+91-98765-43210', { by: 'phone', text: '9876543210' }],
    ['919876543210', { by: 'phone', text: '9876543210' }],
    ['09876543210', { by: 'phone', text: '9876543210' }],
    // Ten digits that begin with 91 are a whole number already.
    ['9198765432', { by: 'phone', text: '9198765432' }],
    ['987654321', { by: 'phone', text: '987654321' }],
    ['Asha@Example.in', { by: 'email', text: 'Asha@Example.in' }],
    ['asha  rao', { by: 'name', text: 'asha rao' }],
    ['ORD', { by: 'name', text: 'ORD' }],
    ['12 Angry Men', { by: 'name', text: '12 Angry Men' }],
    ['+', { by: 'name', text: '+' }],
  ])('%j', (typed, search) => expect(readSearch(typed)).toEqual(search));
});

test('to pack and send is what has not left yet; a status is itself', () => {
  expect(statusesOf('unshipped')).toEqual(['Order Placed', 'Packing']);
  expect(statusesOf('Packing')).toEqual(['Packing']);
});

describe('what can be done', () => {
  const cash = { paymentMethod: 'cod', payment: false } as const;
  test.each([
    ['Payment Pending', ['Cancelled']],
    ['Order Placed', ['Packing', 'Shipped', 'Cancelled']],
    ['Packing', ['Shipped', 'Cancelled']],
    ['Shipped', ['Out for Delivery', 'Returned', 'correct']],
    ['Out for Delivery', ['Delivered', 'Returned', 'correct', 'collect']],
    ['Delivered', ['Returned', 'collect']],
    ['Cancelled', []],
    ['Returned', []],
  ] as const)('with an unpaid order that is %s', (status, deeds) =>
    expect(deedsFor({ ...cash, status })).toEqual(deeds),
  );

  test.each([
    { ...cash, payment: true },
    { ...cash, paymentMethod: 'stripe' as const },
  ])('no cash is collected for %o', (order) =>
    expect(orderStatuses.flatMap((status) => deedsFor({ ...order, status }))).not.toContain('collect'),
  );

  test('a slip is for parcels that somebody waits for, or has', () =>
    expect(orderStatuses.filter(hasSlip)).toEqual([
      'Order Placed',
      'Packing',
      'Shipped',
      'Out for Delivery',
      'Delivered',
    ]));
});

test('what somebody did, in a line', () => {
  const event = { _id: '1', at: '', shown: true, by: 'Priya Nair' };
  expect(inWords({ ...event, kind: 'status', status: 'Packing', reason: null })).toBe('Priya Nair: Packing');
  expect(inWords({ ...event, kind: 'note', status: null, reason: 'Call first' })).toBe(
    'Priya Nair: Note (Call first)',
  );
});
