/** Which refund of the shop a provider's refund is. Pure. */
import type { RefundStatus } from '#db/schema/payments.ts';
import type { Paise } from '#lib/money.ts';

/** @property refundId the provider's id @property ours the shop's id that it names; null for one of the dashboard */
export type ReportedRefund = { refundId: string; paymentId: string; amount: Paise; ours: string | null };

type OwnRefund = {
  id: string;
  paymentId: string | null;
  amount: Paise;
  status: RefundStatus;
  providerId: string | null;
};

/**
 * The refund with the shop's id, or else with the provider's. One that names neither was made in the provider's
 * dashboard: it is the only open refund of that payment and amount, if there is exactly one.
 */
export function matchRefund<Own extends OwnRefund>(
  refunds: readonly Own[],
  { refundId, paymentId, amount, ours }: ReportedRefund,
): Own | undefined {
  const ofPayment = refunds.filter((one) => one.paymentId === paymentId);
  const known =
    ofPayment.find(({ id }) => id === ours) ?? ofPayment.find((one) => one.providerId === refundId);
  if (known || ours !== null) return known;
  // A refund with an id of the provider's is another one, unless it has failed.
  const open = ofPayment.filter(
    (one) =>
      one.amount === amount &&
      (one.status === 'failed' || (one.status !== 'done' && one.providerId === null)),
  );
  return open.length === 1 ? open[0] : undefined;
}
