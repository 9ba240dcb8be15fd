/** What a provider says of an order's money, held against what the books say: pure, once it has spoken. */
import type { RuleOf } from '#features/desk/reconcile.ts';
import { refundStatuses } from '#features/desk/refunds.ts';
import { formatPrice } from '#lib/money.ts';
import type { PaymentState, Returned } from '../../payments/provider.ts';
import * as words from './messages.ts';
import { type Judged, type Named, ownRefunds } from './rules.ts';
import type { Back, Facts } from './snapshot.ts';

/** @property back what has gone back of a payment, by its name; only of those with a refund here */
export type Heard = { said: PaymentState; back: Record<string, Returned[]> };

type Question = (facts: Facts, heard: Heard) => Judged | undefined;

/** The refund of ours that the provider's is: it has its name, or its whole amount. */
const sameRefund = (ours: Back, theirs: Returned): boolean =>
  ours.providerId === theirs.refundId || ours.amount === theirs.amount;

/** What has gone back there of a refund of ours. */
export const madeThere = (refund: Back, { back }: Heard): Returned | undefined =>
  back[refund.paymentId ?? '']?.find((theirs) => sameRefund(refund, theirs));

/** A refund that is open here and was made there. */
export const openRefund = (facts: Facts, heard: Heard): Back | undefined =>
  facts.refunds.find((refund) => refund.status !== 'done' && madeThere(refund, heard));

const questions: Record<RuleOf<'providers'>, Question> = {
  paid_there: (facts, { said }) => {
    const { status, paid, paymentId, refunds, amount, createdAt: since } = facts;
    const waits = status === 'Payment Pending';
    if (said.state !== 'paid' && said.state !== 'authorized') return undefined;
    // Money that is only held returns by itself, unless the order waits for just that.
    if (said.state === 'authorized' && !(waits && said.amount === amount)) return undefined;
    if (refunds.some((one) => one.paymentId === said.paymentId)) return undefined;
    if (paid && (paymentId === said.paymentId || paymentId === null)) return undefined;
    // Placed without its money: that is the order's own, not late, and told by the rule `unpaid`.
    if (!paid && !waits && status !== 'Cancelled') return undefined;
    const how = said.state === 'paid' ? 'paid' : 'held';
    const judged = {
      expected: `${formatPrice(said.amount)} ${how} (${said.paymentId})`,
      found: `${status}, ${paid ? `paid by ${paymentId}` : 'not paid'}`,
      since,
    };
    if (waits) return { ...judged, how: 'settle', ...words.settle(facts) };
    return { ...judged, how: 'settle', ...words.late(facts) };
  },

  unpaid_there: (facts, { said }) => {
    const { paid, total, paymentId, toldAt: since } = facts;
    // What goes back changes what a provider says of the payment; the refund's own rules look at that.
    if (!paid || paymentId === null || ownRefunds(facts).length) return undefined;
    const isThere = said.state === 'paid' && said.paymentId === paymentId;
    if (isThere && said.amount === total) return undefined;
    // Other money of the same order: the rule above.
    if (said.state === 'paid' && !isThere) return undefined;
    return {
      expected: `${formatPrice(total)} (${paymentId})`,
      found: isThere ? formatPrice(said.amount) : `nothing: ${said.state}`,
      since,
      how: null,
      fix: words.notThere,
      writes: [],
    };
  },

  refunded_there: (facts, heard) => {
    const open = openRefund(facts, heard);
    if (!open) return undefined;
    return {
      expected: `${formatPrice(open.amount)} sent back (${madeThere(open, heard)?.refundId})`,
      found: refundStatuses[open.status],
      since: facts.backAt ?? facts.toldAt,
      how: 'refunded',
      ...words.refunded(open.amount),
    };
  },

  unrefunded_there: (facts, heard) => {
    const gone = facts.refunds.find(
      (one) => one.status === 'done' && one.paymentId !== null && !madeThere(one, heard),
    );
    if (!gone) return undefined;
    return {
      expected: `${formatPrice(gone.amount)} sent back`,
      found: 'nothing of it there',
      since: facts.backAt,
      how: null,
      fix: words.notSentBack,
      writes: [],
    };
  },
};

/** Everything in which the two differ. */
export const compare = (facts: Facts, heard: Heard): Named<RuleOf<'providers'>>[] =>
  (Object.keys(questions) as RuleOf<'providers'>[]).flatMap((rule) => {
    const judged = questions[rule](facts, heard);
    return judged ? [{ rule, ...judged }] : [];
  });
