/**
 * The rules of the reconciliation for an order.
 */
import { describe, expect, test } from 'vitest';
import { checkOrder } from './order-rules.ts';
import type { OrderSnapshot } from './snapshot.ts';
import { card, day, inStatus, minute, now, pending, refund } from './testing/sample-orders.ts';

const cash: OrderSnapshot = {
  ...card,
  method: 'cod',
  paid: false,
  amount: null,
  providerId: null,
  paymentId: null,
  holdUntil: null,
};
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
    ['cash that the courier has transferred', inStatus(cash, 'Delivered', { paid: true, remitted: 58_810 })],
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

const cancelled = inStatus(card, 'Cancelled');
const uncounted = inStatus(cash, 'Delivered', { collected: true });
const overdue = { ...pending, holdUntil: now - 5 * minute - 1 };
const unheld = { ...pending, holdUntil: null };
const larger = { ...card, amount: 68_810, received: 68_810 };
const withRefund = (over: Parameters<typeof refund>[0], order = cancelled): OrderSnapshot => ({
  ...order,
  refunds: [refund(over)],
});
const slow = { ...withRefund({ status: 'sent' }), refundEventAt: now - 10 * day - 1 };

/** Each title has the rule, what was found and what was expected. */
describe('a difference is found, with what to do:', () => {
  const lookUp = /^Send nothing\. Look up ORD-000001 in Stripe/;
  const waits = 'overdue: Payment Pending / placed or cancelled';
  const forgotten = 'overdue: Payment Pending, without a payment / placed or cancelled';
  const cashReturned = inStatus(cash, 'Returned', { paid: true });
  test.each<[string, OrderSnapshot, fix: RegExp]>([
    ['status: Shipped / Order Placed', { ...card, status: 'Shipped' }, /restore the status/],
    ['total: ₹588.11 / ₹588.10', { ...card, total: 58_811, amount: 58_811 }, /^Send nothing yet/],
    [
      'lines: ₹599.00, less ₹59.90 / ₹599.01, less ₹59.90',
      { ...card, linesTotal: 59_901 },
      /^Send nothing yet/,
    ],
    [
      'lines: ₹599.00, less ₹59.90 / ₹599.00, less ₹59.89',
      { ...card, linesDiscount: 5_989 },
      /^Send nothing yet/,
    ],
    ['asked: ₹588.09 / ₹588.10', { ...card, amount: 58_809 }, /^Send nothing yet/],
    ['asked: ₹688.10 / ₹588.10', larger, /^Send nothing yet/],
    [waits, { ...overdue, nextAskAt: now }, /^The shop asks Stripe by itself/],
    [waits, overdue, /^The shop no longer asks .* cancel it on its page/],
    [forgotten, unheld, /^Stripe cannot be asked .* Look up ORD-000001/],
    [forgotten, { ...overdue, method: 'cod' }, /^There is no payment provider to ask/],
    ['waits_paid: Payment Pending, and paid / Order Placed', { ...pending, paid: true }, lookUp],
    ['waits_paid: Payment Pending, paid by pi_1 / Order Placed', { ...pending, paymentId: 'pi_1' }, lookUp],
    ['unpaid: Order Placed, not paid, with payment pi_1 / paid', { ...card, paid: false }, lookUp],
    [
      'unpaid: Order Placed, not paid / paid',
      { ...card, paid: false, paymentId: null, providerId: null },
      lookUp,
    ],
    ['unpaid: Cancelled, not paid, with payment pi_1 / paid', { ...cancelled, paid: false }, lookUp],
    ['unproven: none / the payment that paid it', { ...card, paymentId: null }, lookUp],
    [
      'cash_unproven: paid, never collected by hand, and without a remittance / not paid',
      { ...cash, paid: true },
      /^Ask the courier/,
    ],
    [
      'cash_unproven: paid, never collected by hand, and without a remittance / not paid',
      withRefund({ paymentId: null }, cashReturned),
      /^Ask the/,
    ],
    ['cash_uncounted: not paid, and collected by hand / paid', uncounted, /^Use “Record cash”/],
    [
      'cash_uncounted: not paid, and collected by hand / paid',
      inStatus(uncounted, 'Returned'),
      /your developer/,
    ],
    [
      'cash_uncounted: not paid, and ₹588.10 transferred by the courier / paid',
      inStatus(cash, 'Delivered', { remitted: 58_810 }),
      /^Use “Record cash”/,
    ],
    [
      'remittance_differs: ₹588.09 transferred by the courier / ₹588.10',
      inStatus(uncounted, 'Delivered', { paid: true, remitted: 58_809 }),
      /^Ask the courier for the rest/,
    ],
    [
      'remittance_differs: ₹588.11 transferred by the courier / ₹588.10',
      inStatus(uncounted, 'Delivered', { paid: true, remitted: 58_811 }),
      /^Ask the courier what the rest is for/,
    ],
    ['refund_missing: nothing, Cancelled and paid / ₹588.10 back', cancelled, /^Send the money back/],
    [
      'refund_missing: nothing, Returned and paid / ₹588.10 back',
      inStatus(card, 'Returned'),
      /^Send the money/,
    ],
    ['refund_missing: ₹588.09 / ₹588.10 back', withRefund({ amount: 58_809 }), /^Send the money back/],
    ['refund_missing: ₹100.00 / ₹200.00 back', { ...reduced, given: 20_000, credited: 20_000 }, /^Send the/],
    [
      'refund_missing: nothing, Order Placed and paid / ₹100.00 back',
      { ...larger, cancelled: 10_000 },
      /^Send/,
    ],
    ['refund_too_much: ₹588.11 / at most ₹588.10', withRefund({ amount: 58_811 }), /^Before confirming/],
    ['refund_too_much: ₹588.10 / nothing: Order Placed, paid', withRefund({}, card), /^Before confirming/],
    ['refund_parts: ₹100.00 / ₹40.00', { ...reduced, refunds: [{ ...partial, parts: 4_000 }] }, /^Before/],
    ['refund_parts: ₹100.00 / ₹0.00', { ...reduced, refunds: [{ ...partial, parts: null }] }, /^Before/],
    ['credit_missing: ₹0.00 / ₹100.00', { ...reduced, credited: 0 }, /^Credit notes cannot be changed/],
    ['refund_slow: ₹588.10 with the provider / sent back', slow, /“Check again”/],
  ])('%s', (title, order, fix) => {
    const [{ rule, found, expected, fix: text } = {}, ...more] = checkOrder(order, now);
    expect([`${rule}: ${found} / ${expected}`, more]).toEqual([title, []]);
    expect(text).toMatch(fix);
  });

  test('checks that depend on a wrong status are left out', () => {
    const doubtful = { ...card, status: 'Cancelled' as const, linesTotal: 1 };
    expect(findings(doubtful)).toEqual(['status', 'lines']);
  });

  test.each<[string, OrderSnapshot, since: number | null]>([
    ['the order was made: amounts', { ...card, linesTotal: 1 }, card.createdAt],
    ['the hold ended', overdue, overdue.holdUntil],
    ['the order was made: it waits without a hold', unheld, unheld.createdAt],
    ['the status: a refund is missing', cancelled, cancelled.lastStatusAt],
    ['the refund was sent', slow, slow.refundEventAt],
    ['the refund’s event: too much', { ...withRefund({}, card), refundEventAt: 2 }, 2],
    ['the status: too much, without an event', withRefund({}, card), card.lastStatusAt],
  ])('since %s', (_, order, since) => expect(checkOrder(order, now)).toMatchObject([{ since }]));
});

describe('with an offer less was paid than the order’s amount', () => {
  const offered = { ...card, received: 52_929 };
  const delivered = inStatus(offered, 'Delivered');
  const withFee = inStatus({ ...card, received: 60_000 }, 'Cancelled');
  const part = (amount: number, parts: number) => refund({ amount, parts, reason: 'adjustment' });
  const ended = inStatus(offered, 'Cancelled');
  test.each<[string, OrderSnapshot, string[]]>([
    ['nothing was given back', offered, []],
    ['all that was paid is refunded', withRefund({ amount: 52_929 }, ended), []],
    ['more is refunded', withRefund({ amount: 58_810 }, ended), ['refund_too_much']],
    ['less is refunded', withRefund({ amount: 50_000 }, ended), ['refund_missing']],
    [
      'the last part is what is left',
      { ...delivered, given: 58_810, refunds: [part(40_000, 40_000), part(12_929, 18_810)] },
      [],
    ],
    [
      'a part is short although more is left',
      { ...delivered, given: 40_000, refunds: [part(30_000, 40_000)] },
      ['refund_missing', 'refund_parts'],
    ],
    ['a fee on top is not sent back', withRefund({ amount: 58_810 }, withFee), []],
    [
      'with a fee, the last refund includes a part that waited',
      { ...withFee, refunds: [part(58_810, 40_000)] },
      [],
    ],
    ['a fee on top was sent back', withRefund({ amount: 60_000 }, withFee), ['refund_too_much']],
  ])('%s', (_, order, rules) => expect(findings(order)).toEqual(rules));
});
