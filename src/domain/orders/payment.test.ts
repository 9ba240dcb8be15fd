/** Holds and history, as a card shows them (docs/behaviour.md, "Holds", "Refunds"). */
import { describe, expect, test } from 'vitest';
import type { ApiOrderEvent } from './order.ts';
import {
  deliveredAt,
  endReason,
  historyTitle,
  isUnpaidAttempt,
  paymentState,
  pendingPaymentNote,
} from './payment.ts';
import { sampleRefund as refund } from './testing/sample-refund.ts';

describe('an order that waits for its payment', () => {
  // Half past two in the afternoon in India.
  const order = { date: '2026-11-21T09:00:00.000Z' };
  const placed = Date.parse(order.date);
  test('says until when its products are held', () =>
    expect(pendingPaymentNote(order, false, placed + 60_000)).toBe(
      'Waiting for your payment. We keep your products for 30 minutes, until 3:00 pm.',
    ));
  test('after that, says that the time for paying is over', () => {
    expect(pendingPaymentNote(order, false, placed + 30 * 60_000 - 1)).toMatch(/until 3:00 pm/);
    expect(pendingPaymentNote(order, false, placed + 30 * 60_000)).toMatch(/^The time for paying is over/);
  });
  test('at the return from paying, says that the payment is being confirmed', () =>
    expect(pendingPaymentNote(order, true, placed)).toMatch(/^We are confirming your payment/));
});

describe('an attempt that was never paid', () => {
  const attempt = { status: 'Cancelled', paymentMethod: 'stripe', payment: false } as const;
  test('is an online order that ended without a payment', () =>
    expect(isUnpaidAttempt({ ...attempt, refunds: [] })).toBe(true));
  test.each([
    { status: 'Payment Pending' },
    { paymentMethod: 'cod' },
    { payment: true },
    { refunds: [refund] },
  ] satisfies Partial<Parameters<typeof isUnpaidAttempt>[0]>[])('is no order with %j', (real) =>
    expect(isUnpaidAttempt({ ...attempt, refunds: [], ...real })).toBe(false),
  );
});

const event = (status: ApiOrderEvent['status'], reason: string | null = null): ApiOrderEvent => ({
  at: '2026-11-21T09:00:00.000Z',
  kind: 'status',
  status,
  reason,
});

test('the title of an event', () => {
  expect(historyTitle(event('Payment Pending'))).toBe('Waiting for payment');
  expect(historyTitle(event('Shipped'))).toBe('Shipped');
  expect(historyTitle({ kind: 'tracking', status: null })).toBe('Tracking number');
  expect(historyTitle({ kind: 'refund', status: null })).toBe('Refund');
});

describe('the reason why an order has ended', () => {
  test('is the given reason', () => {
    expect(endReason([event('Order Placed'), event('Cancelled', 'Too late.')])).toBe('Too late.');
    expect(endReason([event('Delivered', 'x'), event('Returned', 'Leaking.')])).toBe('Leaking.');
  });
  test('is undefined if none was given', () => {
    expect(endReason([event('Order Placed', 'x'), event('Cancelled')])).toBeUndefined();
    expect(endReason([])).toBeUndefined();
  });
});

test.each([
  ['cod', 'Order Placed', false, 'Unpaid'],
  ['cod', 'Delivered', false, 'Cash on delivery'],
  ['cod', 'Delivered', true, 'Paid'],
  ['cod', 'Cancelled', false, 'Unpaid'],
  ['stripe', 'Delivered', true, 'Paid'],
] as const)('the payment of a %s order that is %s, paid %s: %s', (paymentMethod, status, payment, says) =>
  expect(paymentState({ paymentMethod, status, payment })).toBe(says),
);

test('a parcel was delivered at the last event that says so', () => {
  const event = (status: ApiOrderEvent['status'], at: string): ApiOrderEvent => ({
    at,
    status,
    kind: 'status',
    reason: null,
  });
  const shipped = event('Shipped', '2026-11-22T09:00:00.000Z');
  expect(deliveredAt([shipped])).toBeUndefined();
  expect(deliveredAt([shipped, event('Delivered', '2026-11-24T09:00:00.000Z')])).toBe(
    '2026-11-24T09:00:00.000Z',
  );
});
