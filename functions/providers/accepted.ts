/** Payments of another amount than the order's that the shop accepts. Pure. */
import type { Payment } from '#db/schema/payments.ts';
import type { ReportedMoney } from '#db/schema/provider-event.ts';
import type { Store } from '#domain/store/store.ts';

/**
 * Whether a payment pays an order: its amount in rupees, or with Razorpay less by an offer or more by the fee on top, as far
 * as `razorpay` of content/store.yaml allows. Razorpay takes another amount for neither reason only where the shop's
 * account is set up for it (https://razorpay.com/docs/payments/offers).
 */
export function isAccepted(
  { amount, currency }: Pick<ReportedMoney, 'amount' | 'currency'>,
  asked: Pick<Payment, 'method' | 'amount'>,
  { offers, fees }: Pick<Store['razorpay'], 'offers' | 'fees'>,
): boolean {
  if (currency.toUpperCase() !== 'INR') return false;
  if (amount === asked.amount) return true;
  if (asked.method !== 'razorpay') return false;
  const percent = ((amount - asked.amount) * 100) / asked.amount;
  return percent < 0 ? -percent <= offers : percent <= fees;
}
