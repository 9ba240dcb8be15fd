/**
 * What must hold between an order, its lines, its payment and its refunds: pure questions to the facts, each
 * in the sentence that `rules` has for it (features/desk/reconcile.ts).
 */
import type { Difference, RuleOf } from '#features/desk/reconcile.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import * as words from './messages.ts';
import type { Facts } from './snapshot.ts';

/** How a difference is mended (reconcile-mend.ts). */
export type How =
  /** The status of the history is put back. */
  | 'status'
  /** The provider is asked, and its word acted on. */
  | 'settle'
  /** The same, as at the end of the hold: what is not paid is cancelled. */
  | 'end'
  /** The provider is asked; when it has just this money, it is noted as this order's. */
  | 'adopt'
  | 'uncollect'
  | 'collect'
  | 'owe'
  /** What the provider says of a refund is noted. */
  | 'refunded';

/** What a rule finds. @property since UTC ms @property how null where no machine may decide */
export type Judged = Pick<Difference, 'expected' | 'found' | 'fix' | 'writes'> & {
  since: number | null;
  how: How | null;
};

/** @property now UTC ms @property closed providers that cannot be asked */
export type Circumstances = { now: number; closed: (method: OnlineMethod) => boolean };

type Question = (facts: Facts, circumstances: Circumstances) => Judged | undefined;

const minute = 60 * 1000;
/** The scheduled job runs every minute; this is longer than it needs. */
export const patience = 5 * minute;
/** What providers say that a refund may take. */
const refundDays = 10 * 24 * 60 * minute;

const yesNo = (paid: boolean): string => (paid ? 'paid' : 'not paid');
const ended = ({ status }: Facts): boolean => status === 'Cancelled' || status === 'Returned';
const waits = ({ status }: Facts): boolean => status === 'Payment Pending';
const online = ({ method }: Facts): boolean => method !== 'cod';

/** Refunds of the money that paid the order, not of what came late or did not fit. */
export const ownRefunds = ({ refunds, paymentId }: Facts) =>
  refunds.filter((one) => one.paymentId === null || one.paymentId === paymentId);

const sumOf = (refunds: Facts['refunds']): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** By hand: nothing is written. */
const byHand = (judged: Omit<Judged, 'how' | 'writes'>): Judged => ({ ...judged, how: null, writes: [] });

/** The provider can be asked about it. */
const askable = (facts: Facts, { closed }: Circumstances): boolean =>
  facts.method !== 'cod' && facts.providerId !== null && !closed(facts.method);

/** Asking, where there is somebody to ask. */
const asking = (
  facts: Facts,
  circumstances: Circumstances,
  judged: Pick<Judged, 'expected' | 'found' | 'since'>,
): Judged => {
  if (!askable(facts, circumstances)) return byHand({ ...judged, fix: words.lookUp(facts) });
  return waits(facts)
    ? { ...judged, how: 'settle', ...words.settle(facts) }
    : { ...judged, how: 'adopt', ...words.adopt(facts) };
};

/** In the order in which they are shown. */
export const questions: Record<RuleOf<'orders'>, Question> = {
  status: (facts) => {
    const { status, told, toldAt } = facts;
    // Samples of old have no history; what is not told is no contradiction.
    if (told === null || told === status) return undefined;
    return { expected: told, found: status, since: toldAt, how: 'status', ...words.status(facts, told) };
  },

  total: ({ subtotal, discount, delivery, total, createdAt: since }) => {
    const expected = subtotal - discount + delivery;
    if (expected === total) return undefined;
    return byHand({
      expected: formatPrice(expected),
      found: formatPrice(total),
      since,
      fix: words.amounts,
    });
  },

  lines: ({ subtotal, discount, linesTotal, linesDiscount, createdAt: since }) => {
    if (linesTotal === subtotal && linesDiscount === discount) return undefined;
    const both = (sum: number, off: number) => `${formatPrice(sum)}, less ${formatPrice(off)}`;
    return byHand({
      expected: both(linesTotal, linesDiscount),
      found: both(subtotal, discount),
      since,
      fix: words.amounts,
    });
  },

  asked: ({ amount, total, createdAt: since }) => {
    if (amount === null || amount === total) return undefined;
    return byHand({
      expected: formatPrice(total),
      found: formatPrice(amount),
      since,
      fix: words.amounts,
    });
  },

  overdue: (facts, circumstances) => {
    const { holdUntil, method, paid, paymentId, createdAt } = facts;
    if (!waits(facts) || paid || paymentId !== null) return undefined;
    const judged = {
      expected: 'placed or cancelled',
      found: 'Payment Pending',
      since: holdUntil ?? createdAt,
    };
    // Nobody ever asks about it, nor ends it.
    if (holdUntil === null || method === 'cod')
      return byHand({ ...judged, found: 'Payment Pending, without a payment', fix: words.lookUp(facts) });
    if (holdUntil + patience >= circumstances.now) return undefined;
    if (circumstances.closed(method)) return byHand({ ...judged, fix: words.lookUp(facts) });
    return { ...judged, how: 'end', ...words.end(facts) };
  },

  waits_paid: (facts, circumstances) => {
    const { paid, paymentId, toldAt: since } = facts;
    if (!waits(facts) || (!paid && paymentId === null)) return undefined;
    const found = paymentId ? `Payment Pending, paid by ${paymentId}` : 'Payment Pending, and paid';
    return asking(facts, circumstances, { expected: 'Order Placed', found, since });
  },

  unpaid: (facts, circumstances) => {
    const { paid, paymentId, status, toldAt: since } = facts;
    if (!online(facts) || paid || waits(facts)) return undefined;
    if (status === 'Cancelled' && paymentId === null) return undefined;
    const found = `${status}, not paid${paymentId ? `, with payment ${paymentId}` : ''}`;
    return asking(facts, circumstances, { expected: 'paid', found, since });
  },

  unproven: (facts, circumstances) => {
    const { paid, paymentId, toldAt: since } = facts;
    if (!online(facts) || !paid || waits(facts) || paymentId !== null) return undefined;
    return asking(facts, circumstances, {
      expected: 'the payment that paid it',
      found: 'none',
      since,
    });
  },

  cash_unproven: (facts) => {
    const { paid, collected, toldAt: since } = facts;
    if (online(facts) || !paid || collected) return undefined;
    const judged = { expected: yesNo(false), found: `${yesNo(true)}, collected by nobody`, since };
    if (ended(facts) || ownRefunds(facts).length) return byHand({ ...judged, fix: words.cashGone });
    return { ...judged, how: 'uncollect', ...words.uncollect };
  },

  cash_uncounted: (facts) => {
    const { paid, collected, toldAt: since } = facts;
    if (online(facts) || paid || !collected) return undefined;
    return {
      expected: yesNo(true),
      found: `${yesNo(false)}, and collected`,
      since,
      how: 'collect',
      ...words.collect,
    };
  },

  refund_missing: (facts) => {
    const { paid, total, status, toldAt: since } = facts;
    const own = ownRefunds(facts);
    if (!ended(facts) || !paid || sumOf(own) >= total) return undefined;
    const judged = {
      expected: `${formatPrice(total)} back`,
      found: own.length ? formatPrice(sumOf(own)) : `nothing, ${status} and paid`,
      since,
    };
    if (own.length) return byHand({ ...judged, fix: words.rest });
    return { ...judged, how: 'owe', ...words.owe(facts) };
  },

  refund_too_much: (facts) => {
    const { paid, total, status, backAt, toldAt } = facts;
    const most = paid && ended(facts) ? total : 0;
    const found = sumOf(ownRefunds(facts));
    if (found <= most) return undefined;
    return byHand({
      expected: most ? `at most ${formatPrice(most)}` : `nothing: ${status}, ${yesNo(paid)}`,
      found: formatPrice(found),
      since: backAt ?? toldAt,
      fix: words.tooMuch,
    });
  },

  refund_slow: ({ refunds, backAt }, { now }) => {
    const sent = refunds.filter(({ status }) => status === 'sent');
    if (!sent.length || backAt === null || backAt + refundDays >= now) return undefined;
    return byHand({
      expected: 'sent back',
      found: `${formatPrice(sumOf(sent))} with the provider`,
      since: backAt,
      fix: words.slow,
    });
  },
};

export type Named<Name> = Judged & { rule: Name };

/**
 * Everything that does not hold of an order. While its status is in doubt, what hangs on the status is not
 * judged: it is clear when the status is.
 */
export function judge(facts: Facts, circumstances: Circumstances): Named<RuleOf<'orders'>>[] {
  const names = Object.keys(questions) as RuleOf<'orders'>[];
  const whatever: readonly string[] = ['status', 'total', 'lines', 'asked'];
  const doubt = questions.status(facts, circumstances) !== undefined;
  return names
    .filter((rule) => !doubt || whatever.includes(rule))
    .flatMap((rule) => {
      const judged = questions[rule](facts, circumstances);
      return judged ? [{ rule, ...judged }] : [];
    });
}
