/**
 * Checks an order against its lines, its payment and its refunds. The checks are pure; `rules`
 * (src/features/desk/reconcile/rules.ts) describes each of them for operators.
 */
import type { Difference, RuleOf } from '#features/desk/reconcile/rules.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import * as messages from './messages.ts';
import type { OrderSnapshot } from './snapshot.ts';

/** How a difference is repaired (repairs.ts). */
export type RepairKind =
  /** Restores the status that the history ends with. */
  | 'status'
  /** Asks the provider and applies its answer. */
  | 'settle'
  /** Asks the provider, and cancels the order if it is not paid. */
  | 'end'
  /** Asks the provider, and records its payment if it is exactly this order's. */
  | 'adopt'
  | 'uncollect'
  | 'collect'
  | 'owe'
  /** Records that the provider has made the refund. */
  | 'refunded';

/** A violation of a rule. @property since UTC ms @property repair null: only people can repair it */
export type Finding = Pick<Difference, 'expected' | 'found' | 'fix' | 'writes'> & {
  since: number | null;
  repair: RepairKind | null;
};

/** @property now UTC ms @property isUnavailable whether a provider cannot be asked, for want of keys */
export type RuleContext = { now: number; isUnavailable: (method: OnlineMethod) => boolean };

type Check = (order: OrderSnapshot, context: RuleContext) => Finding | undefined;

const minute = 60 * 1000;
/** How long the scheduled job, which runs every minute, may take before something is overdue. */
export const gracePeriod = 5 * minute;
/** How long a refund may take, according to the providers. */
const maxRefundTime = 10 * 24 * 60 * minute;

const paidLabel = (paid: boolean): string => (paid ? 'paid' : 'not paid');
const hasEnded = ({ status }: OrderSnapshot): boolean => status === 'Cancelled' || status === 'Returned';
const isPending = ({ status }: OrderSnapshot): boolean => status === 'Payment Pending';
const isOnline = ({ method }: OrderSnapshot): boolean => method !== 'cod';

/** Refunds of the payment that paid the order, without those of late or wrong payments. */
export const ownRefunds = ({ refunds, paymentId }: OrderSnapshot) =>
  refunds.filter((one) => one.paymentId === null || one.paymentId === paymentId);

const sumOf = (refunds: OrderSnapshot['refunds']): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** A finding that people have to repair. */
const byHand = (finding: Omit<Finding, 'repair' | 'writes'>): Finding => ({
  ...finding,
  repair: null,
  writes: [],
});

/** Whether the provider can be asked about the order's payment. */
const canAskProvider = (order: OrderSnapshot, { isUnavailable }: RuleContext): boolean =>
  order.method !== 'cod' && order.providerId !== null && !isUnavailable(order.method);

/** A finding that is repaired by asking the provider, or by hand where it cannot be asked. */
const askProvider = (
  order: OrderSnapshot,
  context: RuleContext,
  finding: Pick<Finding, 'expected' | 'found' | 'since'>,
): Finding => {
  if (!canAskProvider(order, context)) return byHand({ ...finding, fix: messages.lookUp(order) });
  return isPending(order)
    ? { ...finding, repair: 'settle', ...messages.settle(order) }
    : { ...finding, repair: 'adopt', ...messages.adoptPayment(order) };
};

/** The checks in the order in which differences are shown. */
export const checks: Record<RuleOf<'orders'>, Check> = {
  status: (order) => {
    const { status, lastStatus, lastStatusAt } = order;
    // Old sample orders have no history, so there is nothing to compare with.
    if (lastStatus === null || lastStatus === status) return undefined;
    return {
      expected: lastStatus,
      found: status,
      since: lastStatusAt,
      repair: 'status',
      ...messages.restoreStatus(order, lastStatus),
    };
  },

  total: ({ subtotal, discount, delivery, total, createdAt: since }) => {
    const expected = subtotal - discount + delivery;
    if (expected === total) return undefined;
    return byHand({
      expected: formatPrice(expected),
      found: formatPrice(total),
      since,
      fix: messages.compareAmounts,
    });
  },

  lines: ({ subtotal, discount, linesTotal, linesDiscount, createdAt: since }) => {
    if (linesTotal === subtotal && linesDiscount === discount) return undefined;
    const both = (sum: number, off: number) => `${formatPrice(sum)}, less ${formatPrice(off)}`;
    return byHand({
      expected: both(linesTotal, linesDiscount),
      found: both(subtotal, discount),
      since,
      fix: messages.compareAmounts,
    });
  },

  asked: ({ amount, total, createdAt: since }) => {
    if (amount === null || amount === total) return undefined;
    return byHand({
      expected: formatPrice(total),
      found: formatPrice(amount),
      since,
      fix: messages.compareAmounts,
    });
  },

  overdue: (order, context) => {
    const { holdUntil, method, paid, paymentId, createdAt } = order;
    if (!isPending(order) || paid || paymentId !== null) return undefined;
    const finding = {
      expected: 'placed or cancelled',
      found: 'Payment Pending',
      since: holdUntil ?? createdAt,
    };
    // The scheduled job neither settles nor cancels such an order.
    if (holdUntil === null || method === 'cod')
      return byHand({ ...finding, found: 'Payment Pending, without a payment', fix: messages.lookUp(order) });
    if (holdUntil + gracePeriod >= context.now) return undefined;
    if (context.isUnavailable(method)) return byHand({ ...finding, fix: messages.lookUp(order) });
    return { ...finding, repair: 'end', ...messages.settleOrCancel(order) };
  },

  waits_paid: (order, context) => {
    const { paid, paymentId, lastStatusAt: since } = order;
    if (!isPending(order) || (!paid && paymentId === null)) return undefined;
    const found = paymentId ? `Payment Pending, paid by ${paymentId}` : 'Payment Pending, and paid';
    return askProvider(order, context, { expected: 'Order Placed', found, since });
  },

  unpaid: (order, context) => {
    const { paid, paymentId, status, lastStatusAt: since } = order;
    if (!isOnline(order) || paid || isPending(order)) return undefined;
    if (status === 'Cancelled' && paymentId === null) return undefined;
    const found = `${status}, not paid${paymentId ? `, with payment ${paymentId}` : ''}`;
    return askProvider(order, context, { expected: 'paid', found, since });
  },

  unproven: (order, context) => {
    const { paid, paymentId, lastStatusAt: since } = order;
    if (!isOnline(order) || !paid || isPending(order) || paymentId !== null) return undefined;
    return askProvider(order, context, {
      expected: 'the payment that paid it',
      found: 'none',
      since,
    });
  },

  cash_unproven: (order) => {
    const { paid, collected, lastStatusAt: since } = order;
    if (isOnline(order) || !paid || collected) return undefined;
    const finding = { expected: paidLabel(false), found: `${paidLabel(true)}, never collected`, since };
    if (hasEnded(order) || ownRefunds(order).length) return byHand({ ...finding, fix: messages.askCourier });
    return { ...finding, repair: 'uncollect', ...messages.unmarkPaid };
  },

  cash_uncounted: (order) => {
    const { paid, collected, lastStatusAt: since } = order;
    if (isOnline(order) || paid || !collected) return undefined;
    return {
      expected: paidLabel(true),
      found: `${paidLabel(false)}, and collected`,
      since,
      repair: 'collect',
      ...messages.markPaid,
    };
  },

  refund_missing: (order) => {
    const { paid, total, status, lastStatusAt: since } = order;
    const own = ownRefunds(order);
    if (!hasEnded(order) || !paid || sumOf(own) >= total) return undefined;
    const finding = {
      expected: `${formatPrice(total)} back`,
      found: own.length ? formatPrice(sumOf(own)) : `nothing, ${status} and paid`,
      since,
    };
    if (own.length) return byHand({ ...finding, fix: messages.refundRest });
    return { ...finding, repair: 'owe', ...messages.oweRefund(order) };
  },

  refund_too_much: (order) => {
    const { paid, total, status, refundEventAt, lastStatusAt } = order;
    const most = paid && hasEnded(order) ? total : 0;
    const found = sumOf(ownRefunds(order));
    if (found <= most) return undefined;
    return byHand({
      expected: most ? `at most ${formatPrice(most)}` : `nothing: ${status}, ${paidLabel(paid)}`,
      found: formatPrice(found),
      since: refundEventAt ?? lastStatusAt,
      fix: messages.confirmNoRefund,
    });
  },

  refund_slow: ({ refunds, refundEventAt }, { now }) => {
    const sent = refunds.filter(({ status }) => status === 'sent');
    if (!sent.length || refundEventAt === null || refundEventAt + maxRefundTime >= now) return undefined;
    return byHand({
      expected: 'sent back',
      found: `${formatPrice(sumOf(sent))} with the provider`,
      since: refundEventAt,
      fix: messages.askAgain,
    });
  },
};

export type NamedFinding<Name> = Finding & { rule: Name };

/** Runs all checks on an order. While the status itself is wrong, the checks that depend on it are left out. */
export function checkOrder(order: OrderSnapshot, context: RuleContext): NamedFinding<RuleOf<'orders'>>[] {
  const names = Object.keys(checks) as RuleOf<'orders'>[];
  const independentOfStatus: readonly string[] = ['status', 'total', 'lines', 'asked'];
  const statusInDoubt = checks.status(order, context) !== undefined;
  return names
    .filter((rule) => !statusInDoubt || independentOfStatus.includes(rule))
    .flatMap((rule) => {
      const finding = checks[rule](order, context);
      return finding ? [{ rule, ...finding }] : [];
    });
}
