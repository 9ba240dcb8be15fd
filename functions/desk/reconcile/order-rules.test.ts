/**
 * The rules of the reconciliation for an order.
 */
import { describe, expect, test } from 'vitest';
import { checkOrder } from './order-rules.ts';
import type { OrderSnapshot, SnapshotRefund } from './snapshot.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

/** An order that was paid by card, and waits to be packed. */
const card: OrderSnapshot = {
  id: 'o1',
  reference: 'ORD-000001',
  createdAt: now - day,
  status: 'Order Placed',
  paid: true,
  method: 'stripe',
  subtotal: 59_900,
  discount: 5_990,
  delivery: 4_900,
  total: 58_810,
  linesTotal: 59_900,
  linesDiscount: 5_990,
  amount: 58_810,
  received: 58_810,
  providerId: 'cs_1',
  paymentId: 'pi_1',
  holdUntil: now - day + 30 * minute,
  nextAskAt: null,
  lastStatus: 'Order Placed',
  lastStatusAt: now - day + minute,
  collected: false,
  refundEventAt: null,
  refunds: [],
  cancelled: 0,
  given: 0,
  invoiced: false,
  credited: 0,
};
const cash: OrderSnapshot = {
  ...card,
  method: 'cod',
  paid: false,
  amount: null,
  providerId: null,
  paymentId: null,
  holdUntil: null,
};
const inStatus = (
  order: OrderSnapshot,
  status: OrderSnapshot['status'],
  over: Partial<OrderSnapshot> = {},
): OrderSnapshot => ({ ...order, status, lastStatus: status, ...over });
const pending = inStatus(card, 'Payment Pending', { paid: false, paymentId: null, holdUntil: now + minute });
const refund = (over: Partial<SnapshotRefund> = {}): SnapshotRefund => ({
  id: 'r1',
  paymentId: 'pi_1',
  amount: 58_810,
  reason: 'cancelled',
  status: 'due',
  providerId: null,
  parts: null,
  ...over,
});
/** Of a delivered order that gave ₹100 back. */
const partial = refund({ reason: 'adjustment', amount: 10_000, parts: 10_000, status: 'done' });
const reduced = inStatus(card, 'Delivered', {
  given: 10_000,
  invoiced: true,
  credited: 10_000,
  refunds: [partial],
});

const findings = (order: OrderSnapshot) => checkOrder(order, now).map(({ rule }) => rule);

describe('no difference is found for', () => {
  test.each<[string, OrderSnapshot]>([
    ['an order that is paid', card],
    ['cash that is not collected yet', cash],
    ['cash that was collected', inStatus(cash, 'Delivered', { paid: true, collected: true })],
    ['a pending order', pending],
    [
      'a pending order that the scheduled job has not handled yet',
      { ...pending, holdUntil: now - 5 * minute },
    ],
    ['an unpaid order that was cancelled', inStatus(pending, 'Cancelled')],
    ['a cash order that was cancelled', inStatus(cash, 'Cancelled')],
    ['a returned cash order whose cash was not collected', inStatus(cash, 'Returned')],
    ['a paid order that was cancelled', inStatus(card, 'Cancelled', { refunds: [refund()] })],
    [
      'collected cash that is refunded',
      inStatus(cash, 'Returned', {
        paid: true,
        collected: true,
        refunds: [refund({ paymentId: null, reason: 'returned', status: 'done' })],
      }),
    ],
    [
      'an order that was paid twice',
      { ...card, refunds: [refund({ paymentId: 'pi_2', reason: 'late_payment' })] },
    ],
    [
      'a cancelled order that was paid too late',
      inStatus(pending, 'Cancelled', { refunds: [refund({ reason: 'late_payment' })] }),
    ],
    ['an old order without a history', { ...card, lastStatus: null, lastStatusAt: null }],
    ['an order that gave something back', reduced],
    [
      'an order of which units were cancelled, then returned',
      inStatus(reduced, 'Returned', {
        amount: 68_810,
        received: 68_810,
        cancelled: 10_000,
        given: 58_810,
        credited: 58_810,
        refunds: [
          { ...partial, reason: 'cancelled' },
          partial,
          refund({ amount: 48_810, parts: 48_810, reason: 'returned' }),
        ],
      }),
    ],
    [
      'cash of which units were cancelled before it was collected',
      inStatus(cash, 'Delivered', { paid: true, collected: true }),
    ],
    [
      'an old order without an invoice that gave something back',
      { ...reduced, invoiced: false, credited: 0 },
    ],
    [
      'a refused parcel that nobody had paid',
      inStatus(cash, 'Returned', { given: 58_810, invoiced: true, credited: 58_810 }),
    ],
    [
      'a refund that was sent two days ago',
      inStatus(card, 'Cancelled', { refunds: [refund({ status: 'sent' })], refundEventAt: now - 2 * day }),
    ],
  ])('%s', (_, order) => expect(findings(order)).toEqual([]));
});

describe('a difference is found when', () => {
  test.each<[string, OrderSnapshot, string]>([
    ['the status has no event', { ...card, status: 'Shipped' }, 'status'],
    ['the total is a paisa off', { ...card, total: 58_811, amount: 58_811 }, 'total'],
    ['a line is a paisa off', { ...card, linesTotal: 59_901 }, 'lines'],
    ['a line discount is a paisa less', { ...card, linesDiscount: 5_989 }, 'lines'],
    ['the amount to pay is less', { ...card, amount: 58_809 }, 'asked'],
    ['it waits too long', { ...pending, holdUntil: now - 5 * minute - 1 }, 'overdue'],
    [
      'it waits without a payment',
      { ...pending, holdUntil: null, amount: null, providerId: null },
      'overdue',
    ],
    ['it waits although it is paid', { ...pending, paid: true }, 'waits_paid'],
    ['it waits although its payment is known', { ...pending, paymentId: 'pi_1' }, 'waits_paid'],
    ['it continues unpaid', { ...card, paid: false }, 'unpaid'],
    ['it continues without a payment', { ...card, paid: false, paymentId: null }, 'unpaid'],
    [
      'it continues although its payment never started',
      { ...card, paid: false, paymentId: null, providerId: null },
      'unpaid',
    ],
    ['it ended unpaid, with a payment', inStatus(card, 'Cancelled', { paid: false }), 'unpaid'],
    ['it is paid without a payment', { ...card, paymentId: null }, 'unproven'],
    ['cash counts as paid that nobody collected', { ...cash, paid: true }, 'cash_unproven'],
    [
      'such cash already has a refund',
      inStatus(cash, 'Returned', { paid: true, refunds: [refund({ paymentId: null })] }),
      'cash_unproven',
    ],
    [
      'collected cash does not count as paid',
      inStatus(cash, 'Delivered', { collected: true }),
      'cash_uncounted',
    ],
    ['a cancelled order has no refund', inStatus(card, 'Cancelled'), 'refund_missing'],
    ['a returned order has no refund', inStatus(card, 'Returned'), 'refund_missing'],
    [
      'the refund is too small',
      inStatus(card, 'Returned', { refunds: [refund({ amount: 58_809 })] }),
      'refund_missing',
    ],
    [
      'the refund is too large',
      inStatus(card, 'Returned', { refunds: [refund({ amount: 58_811 })] }),
      'refund_too_much',
    ],
    [
      'less is refunded than was given back',
      { ...reduced, given: 20_000, credited: 20_000 },
      'refund_missing',
    ],
    [
      'units were cancelled without a refund',
      { ...card, amount: 68_810, received: 68_810, cancelled: 10_000 },
      'refund_missing',
    ],
    ['cancelled units do not count to what was paid', { ...card, amount: 68_810, received: 68_810 }, 'asked'],
    [
      'a refund is not the sum of its parts',
      { ...reduced, refunds: [{ ...partial, parts: 4_000 }] },
      'refund_parts',
    ],
    [
      'nothing says what an adjustment was for',
      { ...reduced, refunds: [{ ...partial, parts: null }] },
      'refund_parts',
    ],
    ['a credit note is missing', { ...reduced, credited: 0 }, 'credit_missing'],
    ['a delivered order has a refund', { ...card, refunds: [refund()] }, 'refund_too_much'],
    [
      'a refund takes too long',
      inStatus(card, 'Cancelled', {
        refunds: [refund({ status: 'sent' })],
        refundEventAt: now - 10 * day - 1,
      }),
      'refund_slow',
    ],
  ])('%s', (_, order, rule) => expect(findings(order)).toEqual([rule]));

  test('checks that depend on a wrong status are left out', () => {
    const doubtful = { ...card, status: 'Cancelled' as const, linesTotal: 1 };
    expect(findings(doubtful)).toEqual(['status', 'lines']);
  });

  test('it names what was expected and found, and since when', () => {
    expect(checkOrder({ ...card, linesTotal: 1 }, now)).toMatchObject([
      { expected: '₹0.01, less ₹59.90', found: '₹599.00, less ₹59.90', since: card.createdAt },
    ]);
  });
});

describe('with an offer less was paid than the order’s amount', () => {
  const offered = { ...card, received: 52_929 };
  test.each<[string, OrderSnapshot, string[]]>([
    ['nothing was given back', offered, []],
    [
      'all that was paid is refunded',
      inStatus(offered, 'Cancelled', { refunds: [refund({ amount: 52_929 })] }),
      [],
    ],
    [
      'more is refunded',
      inStatus(offered, 'Cancelled', { refunds: [refund({ amount: 58_810 })] }),
      ['refund_too_much'],
    ],
    [
      'less is refunded',
      inStatus(offered, 'Cancelled', { refunds: [refund({ amount: 50_000 })] }),
      ['refund_missing'],
    ],
    [
      'the last part is what is left',
      {
        ...inStatus(offered, 'Delivered'),
        given: 58_810,
        refunds: [
          refund({ amount: 40_000, parts: 40_000, reason: 'adjustment' }),
          refund({ id: 'r2', amount: 12_929, parts: 18_810, reason: 'adjustment' }),
        ],
      },
      [],
    ],
    [
      'a part is short although more is left',
      {
        ...inStatus(offered, 'Delivered'),
        given: 40_000,
        refunds: [refund({ amount: 30_000, parts: 40_000, reason: 'adjustment' })],
      },
      ['refund_missing', 'refund_parts'],
    ],
    [
      'a fee on top is not sent back',
      inStatus({ ...card, received: 60_000 }, 'Cancelled', { refunds: [refund({ amount: 58_810 })] }),
      [],
    ],
    [
      'a fee on top was sent back',
      inStatus({ ...card, received: 60_000 }, 'Cancelled', { refunds: [refund({ amount: 60_000 })] }),
      ['refund_too_much'],
    ],
  ])('%s', (_, order, rules) => expect(findings(order)).toEqual(rules));
});

describe('it says what to do', () => {
  const overdue = { ...pending, holdUntil: now - day };
  const uncounted = inStatus(cash, 'Delivered', { collected: true });
  test.each<[string, OrderSnapshot, RegExp]>([
    [
      'while the shop still asks the provider',
      { ...overdue, nextAskAt: now },
      /^The shop asks Stripe by itself/,
    ],
    ['once the shop no longer asks', overdue, /^The shop no longer asks .* cancel it on its page/],
    ['where there is no provider', { ...overdue, method: 'cod' }, /^There is no payment provider to ask/],
    ['about collected cash', uncounted, /^Use “Record cash”/],
    ['about the cash of a returned order', inStatus(uncounted, 'Returned'), /your developer/],
  ])('%s', (_, order, fix) =>
    expect(checkOrder(order, now)).toMatchObject([{ fix: expect.stringMatching(fix) }]),
  );
});
