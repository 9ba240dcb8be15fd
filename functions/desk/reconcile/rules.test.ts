import { describe, expect, test } from 'vitest';
import { rules } from '#features/desk/reconcile.ts';
import { judge, questions } from './rules.ts';
import type { Back, Facts } from './snapshot.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

/** An order that was paid by card, and waits to be packed. */
const card: Facts = {
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
  told: 'Order Placed',
  toldAt: now - day + minute,
  collected: false,
  backAt: null,
  refunds: [],
  seen: '',
};
const cash: Facts = {
  ...card,
  method: 'cod',
  paid: false,
  amount: null,
  providerId: null,
  paymentId: null,
  holdUntil: null,
};
const inStatus = (facts: Facts, status: Facts['status'], over: Partial<Facts> = {}): Facts => ({
  ...facts,
  status,
  told: status,
  ...over,
});
const pending = inStatus(card, 'Payment Pending', {
  paid: false,
  paymentId: null,
  holdUntil: now + minute,
});
const back = (over: Partial<Back> = {}): Back => ({
  id: 'r1',
  paymentId: 'pi_1',
  amount: 58_810,
  reason: 'cancelled',
  status: 'due',
  providerId: null,
  ...over,
});

const open = { now, closed: () => false };
const found = (facts: Facts, circumstances = open) =>
  judge(facts, circumstances).map(({ rule, how }) => `${rule}: ${how}`);

describe('nothing is found wrong with', () => {
  test.each<[string, Facts]>([
    ['one that is paid', card],
    ['cash that is to be collected', cash],
    ['cash that was collected', inStatus(cash, 'Delivered', { paid: true, collected: true })],
    ['a pending one', pending],
    ['a pending one that the job has not come to yet', { ...pending, holdUntil: now - 5 * minute }],
    ['an unpaid one that was cancelled', inStatus(pending, 'Cancelled')],
    ['cash that was cancelled', inStatus(cash, 'Cancelled')],
    ['cash that came back uncollected', inStatus(cash, 'Returned')],
    ['a paid one that was cancelled', inStatus(card, 'Cancelled', { refunds: [back()] })],
    [
      'collected cash that goes back',
      inStatus(cash, 'Returned', {
        paid: true,
        collected: true,
        refunds: [back({ paymentId: null, reason: 'returned', status: 'done' })],
      }),
    ],
    ['one that was paid twice', { ...card, refunds: [back({ paymentId: 'pi_2', reason: 'late_payment' })] }],
    [
      'a cancelled one that was paid too late',
      inStatus(pending, 'Cancelled', { refunds: [back({ reason: 'late_payment' })] }),
    ],
    ['one without a history, from before there was one', { ...card, told: null, toldAt: null }],
    [
      'a refund of the day before yesterday',
      inStatus(card, 'Cancelled', { refunds: [back({ status: 'sent' })], backAt: now - 2 * day }),
    ],
  ])('%s', (_, facts) => expect(found(facts)).toEqual([]));
});

describe('it is found that', () => {
  test.each<[string, Facts, string[]]>([
    ['the status has no step', { ...card, status: 'Shipped' }, ['status: status']],
    ['the total is a paisa off', { ...card, total: 58_811, amount: 58_811 }, ['total: null']],
    ['a line is a paisa off', { ...card, linesTotal: 59_901 }, ['lines: null']],
    ['a line saves a paisa less', { ...card, linesDiscount: 5_989 }, ['lines: null']],
    ['less is to be paid', { ...card, amount: 58_809 }, ['asked: null']],
    ['it waits too long', { ...pending, holdUntil: now - 5 * minute - 1 }, ['overdue: end']],
    [
      'it waits for nothing',
      { ...pending, holdUntil: null, amount: null, providerId: null },
      ['overdue: null'],
    ],
    ['it waits, and is paid', { ...pending, paid: true }, ['waits_paid: settle']],
    ['it waits, and its payment is known', { ...pending, paymentId: 'pi_1' }, ['waits_paid: settle']],
    ['it goes on unpaid', { ...card, paid: false }, ['unpaid: adopt']],
    ['it goes on without a payment', { ...card, paid: false, paymentId: null }, ['unpaid: adopt']],
    [
      'it goes on, and never began to be paid',
      { ...card, paid: false, paymentId: null, providerId: null },
      ['unpaid: null'],
    ],
    ['it ended unpaid, with a payment', inStatus(card, 'Cancelled', { paid: false }), ['unpaid: adopt']],
    ['it is paid by nothing', { ...card, paymentId: null }, ['unproven: adopt']],
    ['cash counts that nobody collected', { ...cash, paid: true }, ['cash_unproven: uncollect']],
    [
      'such cash is to go back already',
      inStatus(cash, 'Returned', { paid: true, refunds: [back({ paymentId: null })] }),
      ['cash_unproven: null'],
    ],
    [
      'collected cash does not count',
      inStatus(cash, 'Delivered', { collected: true }),
      ['cash_uncounted: collect'],
    ],
    ['nothing goes back', inStatus(card, 'Cancelled'), ['refund_missing: owe']],
    ['nothing goes back of a return', inStatus(card, 'Returned'), ['refund_missing: owe']],
    [
      'too little goes back',
      inStatus(card, 'Returned', { refunds: [back({ amount: 58_809 })] }),
      ['refund_missing: null'],
    ],
    [
      'too much goes back',
      inStatus(card, 'Returned', { refunds: [back({ amount: 58_811 })] }),
      ['refund_too_much: null'],
    ],
    ['it is kept, and its money goes back', { ...card, refunds: [back()] }, ['refund_too_much: null']],
    [
      'a refund is on its way too long',
      inStatus(card, 'Cancelled', { refunds: [back({ status: 'sent' })], backAt: now - 10 * day - 1 }),
      ['refund_slow: null'],
    ],
  ])('%s', (_, facts, expected) => expect(found(facts)).toEqual(expected));

  test('whatever hangs on a status that is in doubt is left alone until it is clear', () => {
    const doubtful = { ...card, status: 'Cancelled' as const, linesTotal: 1 };
    expect(found(doubtful)).toEqual(['status: status', 'lines: null']);
  });

  test('where the provider cannot be asked, people have to look', () => {
    const closed = { now, closed: () => true };
    for (const facts of [
      { ...pending, holdUntil: now - day },
      { ...pending, paid: true },
      { ...card, paid: false },
      { ...card, paymentId: null },
    ])
      expect(found(facts, closed)).toEqual([expect.stringMatching(/^\w+: null$/)]);
  });

  test('a fix is either written or done by hand, and says what it expects', () => {
    const wrong = judge({ ...card, paid: false, linesTotal: 1 }, open);
    expect(wrong.map(({ how, writes, fix }) => [how === null, writes.length === 0, fix !== ''])).toEqual([
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

test('every rule of orders is asked', () => {
  const names = Object.entries(rules).filter(([, { part }]) => part === 'orders');
  expect(Object.keys(questions).sort()).toEqual(names.map(([name]) => name).sort());
});
