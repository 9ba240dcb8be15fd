/**
 * Checks an order against its lines, its payment and its refunds (docs/desk.md, "Reconcile"). The checks are pure;
 * `rules` (src/domain/reconciliation/rules.ts) describes each of them for operators.
 */
import { actionsFor } from '#domain/orders/order-rules.ts';
import { amountOf } from '#domain/orders/reductions.ts';
import { isOwnValue } from '#domain/orders/refund.ts';
import { isPaidFirst, isPaidOnline, isTransferred } from '#domain/payments/payment-methods.ts';
import type { RuleOf } from '#domain/reconciliation/rules.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice } from '#lib/money.ts';
import type { Finding, NamedFinding } from './finding.ts';
import * as messages from './messages.ts';
import type { RuleOfPurchases } from './purchase-rules.ts';
import type { OrderSnapshot } from './snapshot.ts';

/** @param now UTC ms */
type Check = (order: OrderSnapshot, now: number) => Finding | undefined;

const minute = 60 * 1000;
/** How long the scheduled job, which runs every minute, may take before something is overdue. */
export const gracePeriod = 5 * minute;
/** How long a refund may take, according to the providers. */
const maxRefundTime = 10 * 24 * 60 * minute;

const paidLabel = (paid: boolean): string => (paid ? 'paid' : 'not paid');
const hasEnded = ({ status }: OrderSnapshot): boolean => status === 'Cancelled' || status === 'Returned';
const isPending = ({ status }: OrderSnapshot): boolean => status === 'Payment Pending';
const isOnline = ({ method }: OrderSnapshot): boolean => isPaidOnline(method);

/** Refunds of the order's value, without those of late or wrong payments and of postage. */
export const ownRefunds = ({ refunds }: OrderSnapshot) => refunds.filter(({ reason }) => isOwnValue(reason));

/** The most that can be sent back: what was paid, without a fee on top. Unlimited for cash. */
const most = ({ amount, received }: OrderSnapshot): number =>
  amount === null ? Number.POSITIVE_INFINITY : Math.min(amount, received ?? amount);

/** What has to be refunded: of an order that has ended, all that was paid. */
const refundable = (order: OrderSnapshot): number => {
  if (!order.paid) return 0;
  const back = hasEnded(order) ? order.total + order.raised : order.given;
  return Math.min(order.cancelled + back - order.taken, most(order));
};

/** The checks in the order in which differences are shown. */
const checks: Record<Exclude<RuleOf<'orders'>, RuleOfPurchases>, Check> = {
  status: ({ status, lastStatus, lastStatusAt: since }) => {
    // Old sample orders have no history, so there is nothing to compare with.
    if (lastStatus === null || lastStatus === status) return undefined;
    return { expected: lastStatus, found: status, since, fix: messages.restoreStatus };
  },

  total: ({ subtotal, discount, delivery, total, createdAt: since }) => {
    const expected = subtotal - discount + delivery;
    if (expected === total) return undefined;
    return {
      expected: formatPrice(expected),
      found: formatPrice(total),
      since,
      fix: messages.compareAmounts,
    };
  },

  lines: ({ subtotal, discount, linesTotal, linesDiscount, createdAt: since }) => {
    if (linesTotal === subtotal && linesDiscount === discount) return undefined;
    const both = (sum: number, off: number) => `${formatPrice(sum)}, less ${formatPrice(off)}`;
    return {
      expected: both(linesTotal, linesDiscount),
      found: both(subtotal, discount),
      since,
      fix: messages.compareAmounts,
    };
  },

  asked: ({ amount, total, cancelled, createdAt: since }) => {
    if (amount === null || amount === total + cancelled) return undefined;
    return {
      expected: formatPrice(total + cancelled),
      found: formatPrice(amount),
      since,
      fix: messages.compareAmounts,
    };
  },

  overdue: (order, now) => {
    const { holdUntil, method, paid, paymentId, createdAt } = order;
    if (!isPending(order) || paid || paymentId !== null) return undefined;
    const expected = 'placed or cancelled';
    const since = holdUntil ?? createdAt;
    // The scheduled job neither settles nor cancels such an order.
    if (holdUntil === null || !isPaidFirst(method))
      return { expected, found: 'Payment Pending, without a payment', since, fix: messages.lookUp(order) };
    if (holdUntil + gracePeriod >= now) return undefined;
    return { expected, found: 'Payment Pending', since, fix: messages.awaitProvider(order) };
  },

  waits_paid: (order) => {
    const { paid, paymentId, method, lastStatusAt: since } = order;
    if (!isPending(order) || (!paid && paymentId === null)) return undefined;
    const found = paymentId ? `Payment Pending, paid by ${paymentId}` : 'Payment Pending, and paid';
    const fix = isPaidOnline(method) ? messages.lookUpPayment(order) : messages.lookUp(order);
    return { expected: 'Order Placed', found, since, fix };
  },

  unpaid: (order) => {
    const { paid, paymentId, status, lastStatusAt: since } = order;
    if (!isPaidFirst(order.method) || paid || isPending(order)) return undefined;
    if (status === 'Cancelled' && paymentId === null) return undefined;
    const found = `${status}, not paid${paymentId ? `, with payment ${paymentId}` : ''}`;
    return { expected: 'paid', found, since, fix: messages.lookUpPayment(order) };
  },

  unproven: (order) => {
    const { paid, paymentId, lastStatusAt: since } = order;
    if (!isOnline(order) || !paid || isPending(order) || paymentId !== null) return undefined;
    const fix = messages.lookUpPayment(order);
    return { expected: 'the payment that paid it', found: 'none', since, fix };
  },

  cash_unproven: (order) => {
    const { paid, collected, remitted, lastStatusAt: since } = order;
    if (isPaidFirst(order.method) || !paid || collected || remitted !== null) return undefined;
    const found = `${paidLabel(true)}, never collected by hand, and without a remittance`;
    return { expected: paidLabel(false), found, since, fix: messages.askCourier };
  },

  cash_uncounted: (order) => {
    const { paid, collected, remitted, status, method, lastStatusAt: since } = order;
    if (isPaidFirst(order.method) || paid || (!collected && remitted === null)) return undefined;
    const canRecord = actionsFor({ status, paymentMethod: method, paid }).includes('collect');
    const fix = canRecord ? messages.recordCash : messages.recordCashByHand;
    const how =
      remitted === null ? 'collected by hand' : `${formatPrice(remitted)} transferred by the courier`;
    return { expected: paidLabel(true), found: `${paidLabel(false)}, and ${how}`, since, fix };
  },

  transfer_differs: (order) => {
    const { method, paid, total, cancelled, transferred, sentBack, lastStatusAt: since } = order;
    if (!isTransferred(method) && !transferred) return undefined;
    const expected = paid ? total + cancelled : 0;
    const found = transferred - sentBack;
    // The rest is still to come.
    if (expected === found || (isPending(order) && found < total)) return undefined;
    return {
      expected: formatPrice(expected),
      found: `${formatPrice(transferred)} transferred, ${formatPrice(sentBack)} sent back`,
      since,
      fix: messages.lookAtAccount,
    };
  },

  remittance_differs: ({ remitted, total, lastStatusAt: since }) => {
    if (remitted === null || remitted === total) return undefined;
    return {
      expected: formatPrice(total),
      found: `${formatPrice(remitted)} transferred by the courier`,
      since,
      fix: remitted < total ? messages.askForRest : messages.askAboutExcess,
    };
  },

  refund_missing: (order) => {
    const { status, lastStatusAt: since } = order;
    const own = ownRefunds(order);
    const least = refundable(order);
    if (amountOf(own) >= least) return undefined;
    const found = own.length ? formatPrice(amountOf(own)) : `nothing, ${status} and paid`;
    return { expected: `${formatPrice(least)} back`, found, since, fix: messages.sendBack };
  },

  refund_too_much: (order) => {
    const { paid, status, refundEventAt, lastStatusAt } = order;
    const allowed = refundable(order);
    const found = amountOf(ownRefunds(order));
    if (found <= allowed) return undefined;
    return {
      expected: allowed ? `at most ${formatPrice(allowed)}` : `nothing: ${status}, ${paidLabel(paid)}`,
      found: formatPrice(found),
      since: refundEventAt ?? lastStatusAt,
      fix: messages.confirmNoRefund,
    };
  },

  refund_parts: (order) => {
    const own = ownRefunds(order);
    // With an offer less was paid than the parts add up to; a cancelled order's last refund includes a part that waited for it.
    const isAll = amountOf(own) === most(order);
    const whole = own
      .filter(({ restOf }) => restOf === null)
      .map((one) => ({
        ...one,
        amount: one.amount + amountOf(own.filter(({ restOf }) => restOf === one.id)),
      }));
    const wrong = whole.find(
      ({ parts, amount, reason }) =>
        parts !== amount &&
        (parts !== null || reason === 'adjustment') &&
        !(isAll && parts !== null && (parts > amount || order.status === 'Cancelled')),
    );
    if (!wrong) return undefined;
    const since = order.refundEventAt ?? order.lastStatusAt;
    return {
      expected: formatPrice(wrong.parts ?? 0),
      found: formatPrice(wrong.amount),
      since,
      fix: messages.confirmNoRefund,
    };
  },

  credit_missing: ({ invoiced, status, total, raised, given, credited, lastStatusAt, refundEventAt }) => {
    // A packed order that was cancelled with its invoice is given back as a whole.
    const owed = status === 'Cancelled' ? total + raised : given;
    if (!invoiced || owed === credited) return undefined;
    return {
      expected: formatPrice(owed),
      found: formatPrice(credited),
      since: refundEventAt ?? lastStatusAt,
      fix: messages.correctCreditNotes,
    };
  },

  debit_missing: ({ invoiced, raised, debited, lastStatusAt, refundEventAt }) => {
    if (!invoiced || raised === debited) return undefined;
    return {
      expected: formatPrice(raised),
      found: formatPrice(debited),
      since: refundEventAt ?? lastStatusAt,
      fix: messages.correctCreditNotes,
    };
  },

  refund_slow: ({ refunds, refundEventAt }, now) => {
    const sent = refunds.filter(({ status }) => status === 'sent');
    if (!sent.length || refundEventAt === null || refundEventAt + maxRefundTime >= now) return undefined;
    return {
      expected: 'sent back',
      found: `${formatPrice(amountOf(sent))} with the provider`,
      since: refundEventAt,
      fix: messages.askAgain,
    };
  },
};

/**
 * Runs all checks on an order. While the status itself is wrong, the checks that depend on it are left out.
 * @param now UTC ms
 */
export function checkOrder(order: OrderSnapshot, now: number): NamedFinding<RuleOf<'orders'>>[] {
  const names = keysOf(checks);
  const independentOfStatus: readonly string[] = [
    'status',
    'total',
    'lines',
    'asked',
    'refund_parts',
    'credit_missing',
    'debit_missing',
  ];
  const statusInDoubt = checks.status(order, now) !== undefined;
  return names
    .filter((rule) => !statusInDoubt || independentOfStatus.includes(rule))
    .flatMap((rule) => {
      const finding = checks[rule](order, now);
      return finding ? [{ rule, ...finding }] : [];
    });
}
