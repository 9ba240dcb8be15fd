import { describe, expect, test } from 'vitest';
import { rules } from '#features/desk/reconcile/rules.ts';
import { checkOrder, checks } from './order-rules.ts';
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
  providerId: 'cs_1',
  paymentId: 'pi_1',
  holdUntil: now - day + 30 * minute,
  lastStatus: 'Order Placed',
  lastStatusAt: now - day + minute,
  collected: false,
  refundEventAt: null,
  refunds: [],
  seen: '',
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
): OrderSnapshot => ({
  ...order,
  status,
  lastStatus: status,
  ...over,
});
const pending = inStatus(card, 'Payment Pending', {
  paid: false,
  paymentId: null,
  holdUntil: now + minute,
});
const refund = (over: Partial<SnapshotRefund> = {}): SnapshotRefund => ({
  id: 'r1',
  paymentId: 'pi_1',
  amount: 58_810,
  reason: 'cancelled',
  status: 'due',
  providerId: null,
  ...over,
});

const open = { now, isUnavailable: () => false };
const findings = (order: OrderSnapshot, context = open) =>
  checkOrder(order, context).map(({ rule, repair }) => `${rule}: ${repair}`);

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
    [
      'a refund that was sent two days ago',
      inStatus(card, 'Cancelled', { refunds: [refund({ status: 'sent' })], refundEventAt: now - 2 * day }),
    ],
  ])('%s', (_, order) => expect(findings(order)).toEqual([]));
});

describe('a difference is found when', () => {
  test.each<[string, OrderSnapshot, string[]]>([
    ['the status has no event', { ...card, status: 'Shipped' }, ['status: status']],
    ['the total is a paisa off', { ...card, total: 58_811, amount: 58_811 }, ['total: null']],
    ['a line is a paisa off', { ...card, linesTotal: 59_901 }, ['lines: null']],
    ['a line discount is a paisa less', { ...card, linesDiscount: 5_989 }, ['lines: null']],
    ['the amount to pay is less', { ...card, amount: 58_809 }, ['asked: null']],
    ['it waits too long', { ...pending, holdUntil: now - 5 * minute - 1 }, ['overdue: end']],
    [
      'it waits without a payment',
      { ...pending, holdUntil: null, amount: null, providerId: null },
      ['overdue: null'],
    ],
    ['it waits although it is paid', { ...pending, paid: true }, ['waits_paid: settle']],
    ['it waits although its payment is known', { ...pending, paymentId: 'pi_1' }, ['waits_paid: settle']],
    ['it continues unpaid', { ...card, paid: false }, ['unpaid: adopt']],
    ['it continues without a payment', { ...card, paid: false, paymentId: null }, ['unpaid: adopt']],
    [
      'it continues although its payment never started',
      { ...card, paid: false, paymentId: null, providerId: null },
      ['unpaid: null'],
    ],
    ['it ended unpaid, with a payment', inStatus(card, 'Cancelled', { paid: false }), ['unpaid: adopt']],
    ['it is paid without a payment', { ...card, paymentId: null }, ['unproven: adopt']],
    ['cash counts as paid that nobody collected', { ...cash, paid: true }, ['cash_unproven: uncollect']],
    [
      'such cash already has a refund',
      inStatus(cash, 'Returned', { paid: true, refunds: [refund({ paymentId: null })] }),
      ['cash_unproven: null'],
    ],
    [
      'collected cash does not count as paid',
      inStatus(cash, 'Delivered', { collected: true }),
      ['cash_uncounted: collect'],
    ],
    ['a cancelled order has no refund', inStatus(card, 'Cancelled'), ['refund_missing: owe']],
    ['a returned order has no refund', inStatus(card, 'Returned'), ['refund_missing: owe']],
    [
      'the refund is too small',
      inStatus(card, 'Returned', { refunds: [refund({ amount: 58_809 })] }),
      ['refund_missing: null'],
    ],
    [
      'the refund is too large',
      inStatus(card, 'Returned', { refunds: [refund({ amount: 58_811 })] }),
      ['refund_too_much: null'],
    ],
    ['a delivered order has a refund', { ...card, refunds: [refund()] }, ['refund_too_much: null']],
    [
      'a refund takes too long',
      inStatus(card, 'Cancelled', {
        refunds: [refund({ status: 'sent' })],
        refundEventAt: now - 10 * day - 1,
      }),
      ['refund_slow: null'],
    ],
  ])('%s', (_, order, expected) => expect(findings(order)).toEqual(expected));

  test('checks that depend on a wrong status are left out', () => {
    const doubtful = { ...card, status: 'Cancelled' as const, linesTotal: 1 };
    expect(findings(doubtful)).toEqual(['status: status', 'lines: null']);
  });

  test('an unavailable provider makes the repair manual', () => {
    const closed = { now, isUnavailable: () => true };
    for (const order of [
      { ...pending, holdUntil: now - day },
      { ...pending, paid: true },
      { ...card, paid: false },
      { ...card, paymentId: null },
    ])
      expect(findings(order, closed)).toEqual([expect.stringMatching(/^\w+: null$/)]);
  });

  test('a repair is either automatic or by hand, and names what was expected', () => {
    const wrong = checkOrder({ ...card, paid: false, linesTotal: 1 }, open);
    expect(
      wrong.map(({ repair, writes, fix }) => [repair === null, writes.length === 0, fix !== '']),
    ).toEqual([
      [true, true, true],
      [false, false, true],
    ]);
    expect(wrong[0]).toMatchObject({
      expected: '₹0.01, less ₹59.90',
      found: '₹599.00, less ₹59.90',
      since: card.createdAt,
    });
  });
});

test('every rule of orders has a check', () => {
  const names = Object.entries(rules).filter(([, { part }]) => part === 'orders');
  expect(Object.keys(checks).sort()).toEqual(names.map(([name]) => name).sort());
});
