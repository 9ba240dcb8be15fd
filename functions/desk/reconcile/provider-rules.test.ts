/**
 * The rules of the reconciliation between an order and its provider.
 */
import { describe, expect, test } from 'vitest';
import type { ReportedRefund } from '../../providers/match-refund.ts';
import type { PaymentState } from '../../providers/provider.ts';
import { compareWithProvider } from './provider-rules.ts';
import type { OrderSnapshot } from './snapshot.ts';
import { card, inStatus, now, pending, refund } from './testing/sample-orders.ts';

const money = { paymentId: 'pi_1', amount: 58_810, currency: 'INR', forOrder: 'o1' };
const paid = (over: Partial<typeof money> = {}): PaymentState => ({ state: 'paid', ...money, ...over });
const held = (over: Partial<typeof money> = {}): PaymentState => ({ state: 'authorized', ...money, ...over });
const open: PaymentState = { state: 'open' };
const ended: PaymentState = { state: 'ended', reason: 'expired' };
/** A refund that the provider reports; by default the one of `refund()`. */
const theirs = (over: Partial<ReportedRefund> = {}): ReportedRefund => ({
  refundId: 're_1',
  paymentId: 'pi_1',
  amount: 58_810,
  ours: 'r1',
  ...over,
});
const fromDashboard = theirs({ ours: null });

const cancelled = inStatus(card, 'Cancelled');
const unpaidCancelled = inStatus(pending, 'Cancelled');
const withRefund = (status: 'due' | 'sent' | 'done' | 'failed', over: Parameters<typeof refund>[0] = {}) => ({
  ...cancelled,
  refunds: [refund({ status, ...over })],
});

const noOthers = 'no other refunds than those of the shop';

const compare = (order: OrderSnapshot, payment: PaymentState, refunds: ReportedRefund[] = []) =>
  compareWithProvider(order, { payment, refunds });

describe('no difference is found for', () => {
  test.each<[string, OrderSnapshot, PaymentState, ReportedRefund[]?]>([
    ['a paid order with its payment', card, paid()],
    ['a pending order with an open payment', pending, open],
    ['a pending order whose payment has ended', pending, ended],
    ['a cancelled order whose payment has ended', unpaidCancelled, ended],
    ['a held payment of another amount, which expires', pending, held({ amount: 58_809 })],
    ['a held payment of an order that has ended', unpaidCancelled, held()],
    [
      'a second payment that is to be refunded',
      { ...card, refunds: [refund({ paymentId: 'pi_2', reason: 'late_payment' })] },
      paid({ paymentId: 'pi_2' }),
    ],
    [
      'a late payment of a cancelled order that is to be refunded',
      { ...unpaidCancelled, refunds: [refund({ reason: 'late_payment' })] },
      paid(),
    ],
    ['an order that was placed unpaid, which is reported as such', { ...card, paid: false }, paid()],
    ['a paid order without a payment, which is reported as such', { ...card, paymentId: null }, paid()],
    ['such an order, whose payment is open', { ...card, paymentId: null }, open],
    ['a payment with an offer', { ...card, received: 52_929 }, paid({ amount: 52_929 })],
    ['a payment with a fee on top', { ...card, received: 60_000 }, paid({ amount: 60_000 })],
    ['a refund that waits here, and is not made', withRefund('due'), paid()],
    ['a refund that is done', withRefund('done'), paid(), [theirs()]],
    [
      'a refund that the provider names by its own id',
      withRefund('done', { providerId: 're_1' }),
      paid(),
      [fromDashboard],
    ],
    ['a refund of which the payment ended', withRefund('done'), ended, [theirs()]],
    ['a refund that is sent, of which the payment ended', withRefund('sent'), ended],
    ['cash that was transferred back', withRefund('done', { paymentId: null }), paid()],
    [
      'two refunds of the same amount',
      { ...cancelled, refunds: [refund({ status: 'done' }), refund({ id: 'r2', status: 'done' })] },
      paid(),
      [theirs(), theirs({ refundId: 're_2', ours: 'r2' })],
    ],
  ])('%s', (_, order, payment, refunds) => expect(compare(order, payment, refunds)).toEqual([]));
});

const twoDone = { ...cancelled, refunds: [refund({ status: 'done' }), refund({ id: 'r2', status: 'done' })] };
const small = theirs({ refundId: 're_2', amount: 100, ours: null });
const another = { ...unpaidCancelled, refunds: [refund({ paymentId: 'pi_2', reason: 'late_payment' })] };

/** Each title ends with what is found, in place of what was expected. */
describe('a difference is found, by rule:', () => {
  test.each<[string, OrderSnapshot, PaymentState, ReportedRefund[]?]>([
    ['paid_there: Payment Pending, not paid / ₹588.10 paid (pi_1)', pending, paid()],
    ['paid_there: Payment Pending, not paid / ₹588.10 held (pi_1)', pending, held()],
    ['paid_there: Payment Pending, not paid / ₹1.00 paid (pi_1)', pending, paid({ amount: 100 })],
    ['paid_there: Cancelled, not paid / ₹588.10 paid (pi_1)', unpaidCancelled, paid()],
    ['paid_there: Cancelled, not paid / ₹588.10 paid (pi_1)', another, paid()],
    ['paid_there: Order Placed, paid by pi_1 / ₹588.10 paid (pi_2)', card, paid({ paymentId: 'pi_2' })],
    ['unpaid_there: nothing: open / ₹588.10 (pi_1)', card, open],
    ['unpaid_there: nothing: ended / ₹588.10 (pi_1)', card, ended],
    ['unpaid_there: nothing: authorized / ₹588.10 (pi_1)', card, held()],
    ['unpaid_there: nothing: open / ₹588.10 (pi_1)', { ...card, refunds: another.refunds }, open],
    ['unpaid_there: ₹588.09 / ₹588.10 (pi_1)', card, paid({ amount: 58_809 })],
    ['unpaid_there: ₹588.10 / ₹529.29 (pi_1)', { ...card, received: 52_929 }, paid()],
    ['unpaid_there: ₹588.10 / ₹600.00 (pi_1)', { ...card, received: 60_000 }, paid()],
    ['refunded_there: To confirm / ₹588.10 sent back (re_1)', withRefund('due'), paid(), [fromDashboard]],
    ['refunded_there: With the provider / ₹588.10 sent back (re_1)', withRefund('sent'), paid(), [theirs()]],
    ['refunded_there: Failed / ₹588.10 sent back (re_1)', withRefund('failed'), paid(), [theirs()]],
    ['unrefunded_there: no such refund at the provider / ₹588.10 sent back', withRefund('done'), paid()],
    ['unrefunded_there: no such refund at the provider / ₹588.10 sent back', twoDone, paid(), [theirs()]],
    [`unknown_there: ₹588.10 (re_1), ₹1.00 (re_2) / ${noOthers}`, card, paid(), [fromDashboard, small]],
    [`unknown_there: ₹1.00 (re_2) / ${noOthers}`, withRefund('due'), paid(), [small]],
    [`unknown_there: ₹1.00 (re_2) / ${noOthers}`, card, paid({ amount: 58_710 }), [small]],
    [
      `unknown_there: ₹588.10 (re_2) / ${noOthers}`,
      withRefund('done'),
      paid(),
      [theirs(), theirs({ refundId: 're_2' })],
    ],
  ])('%s', (title, order, payment, refunds) => {
    const texts = compare(order, payment, refunds).map(
      ({ rule, expected, found }) => `${rule}: ${found} / ${expected}`,
    );
    expect(texts).toEqual([title]);
  });

  test('all differences of a payment together', () => {
    const found = compare(withRefund('done', { reason: 'adjustment' }), paid({ paymentId: 'pi_2' }), [small]);
    expect(found.map(({ rule }) => rule)).toEqual(['paid_there', 'unrefunded_there', 'unknown_there']);
  });
});

describe('it says what to do, and since when it differs', () => {
  const asking: OrderSnapshot = { ...pending, method: 'razorpay', nextAskAt: now };
  const event = { refundEventAt: 5 };
  const { createdAt: made, lastStatusAt: moved } = card;
  test.each<[fix: RegExp, since: number | null, OrderSnapshot, PaymentState, ReportedRefund[]?]>([
    [/^The shop asks Razorpay by itself/, made, asking, held()],
    [/^The shop no longer asks Stripe/, made, pending, paid()],
    [/^Send the money back from the payment provider’s dashboard/, made, unpaidCancelled, paid()],
    [/^Send nothing\. Look up ORD-000001 in Stripe’s dashboard/, moved, card, open],
    [/do not confirm the refund again/, moved, withRefund('due'), paid(), [fromDashboard]],
    [/do not confirm the refund again/, moved, withRefund('failed'), paid(), [theirs()]],
    [/“Check again”/, 5, { ...withRefund('sent'), ...event }, paid(), [theirs()]],
    [/^Look up the payment/, 5, { ...withRefund('done'), ...event }, paid()],
    [/^Look up the payment/, null, withRefund('done'), paid()],
    [/Record the same amount .* do not confirm it/, moved, card, paid(), [small]],
  ])('%s', (fix, since, order, payment, refunds) =>
    expect(compare(order, payment, refunds)).toMatchObject([{ fix: expect.stringMatching(fix), since }]),
  );
});
