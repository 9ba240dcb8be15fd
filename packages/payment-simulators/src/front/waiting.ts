/**
 * Decisions of banks and shoppers that the developer takes on /dev: late confirmations, UPI apps, refunds, disputes.
 */
import { formatAmount } from '../amount.ts';
import type { RazorpaySimulator } from '../razorpay/index.ts';
import type { StripeSimulator } from '../stripe/index.ts';

/** A pending decision with its two outcomes. */
export type PendingDecision = { id: string; what: string; yes: () => unknown; no: () => unknown };

const priced = (what: string, paise: number | null): string =>
  `${what} of ${formatAmount(paise ?? 0, 'INR')}`;

/** Oldest first, by provider. */
export function pendingDecisions(stripe: StripeSimulator, razorpay: RazorpaySimulator): PendingDecision[] {
  return [
    ...stripe.awaited.map(({ id, amount_total }) => ({
      id,
      what: priced('Stripe payment', amount_total),
      yes: () => stripe.confirm(id),
      no: () => stripe.failLate(id),
    })),
    ...razorpay.payments
      .filter(({ status }) => status === 'created')
      .map(({ id, amount }) => ({
        id,
        what: priced('Razorpay payment', amount),
        yes: () => razorpay.approve(id),
        no: () => razorpay.decline(id),
      })),
    ...[stripe, razorpay].flatMap((provider) =>
      (provider.refunds as { id: string; amount: number; status: string | null }[])
        .filter(({ status }) => status === 'pending')
        .map(({ id, amount }) => ({
          id,
          what: priced(provider === stripe ? 'Stripe refund' : 'Razorpay refund', amount),
          yes: () => provider.completeRefund(id),
          no: () => provider.failRefund(id),
        })),
    ),
    ...[stripe, razorpay].flatMap((provider) =>
      (provider.disputes as { id: string; amount: number; status: string }[])
        .filter(({ status }) => !['won', 'lost', 'closed'].includes(status))
        .map(({ id, amount }) => ({
          id,
          what: `Does the shop win the ${priced(provider === stripe ? 'Stripe dispute' : 'Razorpay dispute', amount)}?`,
          yes: () => provider.moveDispute(id, 'won'),
          no: () => provider.moveDispute(id, 'lost'),
        })),
    ),
  ];
}
