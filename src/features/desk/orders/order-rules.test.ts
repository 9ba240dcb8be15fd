/** How the search box is parsed, and which actions an order has. */
import { describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/order.ts';
import { actionsFor, eventLabel, hasPackingSlip, readSearch, statusesOf } from './order-rules.ts';

describe('a search for', () => {
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
    // Ten digits that begin with 91 are a complete number.
    ['9198765432', { by: 'phone', text: '9198765432' }],
    ['987654321', { by: 'phone', text: '987654321' }],
    ['Asha@Example.in', { by: 'email', text: 'Asha@Example.in' }],
    ['asha  rao', { by: 'name', text: 'asha rao' }],
    ['ORD', { by: 'name', text: 'ORD' }],
    ['12 Angry Men', { by: 'name', text: '12 Angry Men' }],
    ['+', { by: 'name', text: '+' }],
  ])('%j', (typed, search) => expect(readSearch(typed)).toEqual(search));
});

test('unshipped covers two statuses; every other filter is one status', () => {
  expect(statusesOf('unshipped')).toEqual(['Order Placed', 'Packing']);
  expect(statusesOf('Packing')).toEqual(['Packing']);
});

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
