/** Compares what a provider reports about an order's payment with the shop's own records. Pure. */

import { refundStatuses } from '#domain/orders/refund-labels.ts';
import type { RuleOf } from '#domain/reconciliation/rules.ts';
import { formatPrice } from '#lib/money.ts';
import { matchRefund, type ReportedRefund } from '../../providers/match-refund.ts';
import type { PaymentState } from '../../providers/provider.ts';
import type { Finding, NamedFinding } from './finding.ts';
import * as messages from './messages.ts';
import type { OrderSnapshot, SnapshotRefund } from './snapshot.ts';

/** @property refunds that the provider has made of the order's payments */
export type ProviderState = { payment: PaymentState; refunds: ReportedRefund[] };

type Check = (order: OrderSnapshot, provider: ProviderState) => Finding | undefined;

/** The refunds of the order and of its payment, also those of the exchanges that it has paid for. */
const refundsOfPayment = ({ refunds, elsewhere }: OrderSnapshot): SnapshotRefund[] => [
  ...refunds,
  ...elsewhere,
];

/** The provider's refunds, each with the one of the shop that it is. */
function pairs(order: OrderSnapshot, provider: ProviderState) {
  let left: readonly SnapshotRefund[] = refundsOfPayment(order);
  return provider.refunds.map((theirs) => {
    const ours = matchRefund(left, theirs);
    left = left.filter((one) => one !== ours);
    return { theirs, ours };
  });
}

const checks: Record<RuleOf<'providers'>, Check> = {
  paid_there: (order, { payment }) => {
    const { status, paid, paymentId, refunds, amount, createdAt: since } = order;
    const isPending = status === 'Payment Pending';
    if (payment.state !== 'paid' && payment.state !== 'authorized') return undefined;
    // An authorization expires by itself, unless the order waits for exactly that payment.
    if (payment.state === 'authorized' && !(isPending && payment.amount === amount)) return undefined;
    if (refunds.some((one) => one.paymentId === payment.paymentId)) return undefined;
    if (paid && (paymentId === payment.paymentId || paymentId === null)) return undefined;
    // An order that was placed unpaid: the payment is its own and not late. The rule `unpaid` reports it.
    if (!paid && !isPending && status !== 'Cancelled') return undefined;
    const state = payment.state === 'paid' ? 'paid' : 'held';
    return {
      expected: `${formatPrice(payment.amount)} ${state} (${payment.paymentId})`,
      found: `${status}, ${paid ? `paid by ${paymentId}` : 'not paid'}`,
      since,
      fix: isPending ? messages.awaitProvider(order) : messages.sendBack,
    };
  },

  unpaid_there: (order, { payment, refunds }) => {
    const { paid, paymentId, lastStatusAt: since } = order;
    // With an offer, or a fee on top, another amount than the order's was paid.
    const total = order.total + (order.received ?? 0) - (order.amount ?? 0);
    // A refund changes the payment's state at the provider; the rules of refunds cover that.
    const isRefunded = refundsOfPayment(order).some((one) => one.paymentId === paymentId);
    if (!paid || paymentId === null || isRefunded || refunds.length) return undefined;
    const isThere = payment.state === 'paid' && payment.paymentId === paymentId;
    if (isThere && payment.amount === total) return undefined;
    // Another payment of the same order: the rule `paid_there` reports it.
    if (payment.state === 'paid' && !isThere) return undefined;
    return {
      expected: `${formatPrice(total)} (${paymentId})`,
      found: isThere ? formatPrice(payment.amount) : `nothing: ${payment.state}`,
      since,
      fix: messages.lookUpPayment(order),
    };
  },

  refunded_there: (order, provider) => {
    const open = pairs(order, provider).find(({ ours }) => ours && ours.status !== 'done');
    if (!open?.ours) return undefined;
    const { status, amount } = open.ours;
    return {
      expected: `${formatPrice(amount)} sent back (${open.theirs.refundId})`,
      found: refundStatuses[status],
      since: order.refundEventAt ?? order.lastStatusAt,
      fix: status === 'sent' ? messages.askAgain : messages.recordRefund,
    };
  },

  unrefunded_there: (order, provider) => {
    const made = pairs(order, provider).map(({ ours }) => ours);
    const missing = refundsOfPayment(order).find(
      (one) => one.status === 'done' && one.paymentId !== null && !made.includes(one),
    );
    if (!missing) return undefined;
    return {
      expected: `${formatPrice(missing.amount)} sent back`,
      found: 'no such refund at the provider',
      since: order.refundEventAt,
      fix: messages.lookUpRefund,
    };
  },

  unknown_there: (order, provider) => {
    const unknown = pairs(order, provider).filter(({ ours }) => !ours);
    if (!unknown.length) return undefined;
    return {
      expected: 'no other refunds than those of the shop',
      found: unknown.map(({ theirs }) => `${formatPrice(theirs.amount)} (${theirs.refundId})`).join(', '),
      since: order.lastStatusAt,
      fix: messages.recordForeignRefund,
    };
  },
};

/** Runs all checks and returns the findings. */
export const compareWithProvider = (
  order: OrderSnapshot,
  provider: ProviderState,
): NamedFinding<RuleOf<'providers'>>[] =>
  (Object.keys(checks) as RuleOf<'providers'>[]).flatMap((rule) => {
    const finding = checks[rule](order, provider);
    return finding ? [{ rule, ...finding }] : [];
  });
