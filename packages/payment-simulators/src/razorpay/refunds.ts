/** Giving money back: https://razorpay.com/docs/api/refunds. Amounts in paise. */
import { newRefund, notesOf, type RazorpayPayment, type RazorpayRefund } from './entities.ts';
import { noSuchId, RazorpayError } from './errors.ts';
import type { RazorpayLedger } from './ledger.ts';
import { paymentOf } from './moves.ts';

export type RefundFields = {
  amount?: number;
  notes?: Record<string, string>;
  receipt?: string;
  speed?: 'normal' | 'optimum';
};

/** @throws RazorpayError for more than is left */
function amountOf(payment: RazorpayPayment, requested: number | undefined): number {
  const left = payment.amount - payment.amount_refunded;
  if (requested !== undefined && requested < 100)
    throw new RazorpayError('The amount must be at least INR 1.00', { field: 'amount' });
  if (left <= 0) throw new RazorpayError('The payment has been fully refunded already');
  if (requested !== undefined && requested > payment.amount)
    throw new RazorpayError('The refund amount provided is greater than amount captured', {
      field: 'amount',
    });
  if (requested !== undefined && requested > left)
    throw new RazorpayError('The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  return requested ?? left;
}

function book(payment: RazorpayPayment, amount: number): void {
  payment.amount_refunded += amount;
  const isFull = payment.amount_refunded === payment.amount;
  payment.refund_status = isFull ? 'full' : payment.amount_refunded > 0 ? 'partial' : null;
  if (isFull) payment.status = 'refunded';
  else if (payment.captured) payment.status = 'captured';
}

/** `isHeld` leaves it `pending` until {@link finishRefund}. @throws RazorpayError */
export function refund(
  ledger: RazorpayLedger,
  paymentId: string,
  { amount, notes, receipt, speed }: RefundFields,
  isHeld: boolean,
): RazorpayRefund {
  const payment = paymentOf(ledger, paymentId);
  if (!payment.captured)
    throw new RazorpayError('The payment status should be captured for action to be taken');
  const made = newRefund(
    payment,
    {
      amount: amountOf(payment, amount),
      notes: notesOf(notes),
      receipt: receipt ?? null,
      status: isHeld ? 'pending' : 'processed',
      speed_requested: speed ?? 'normal',
    },
    ledger.clock.seconds(),
  );
  return keep(ledger, payment, made);
}

function keep(ledger: RazorpayLedger, payment: RazorpayPayment, made: RazorpayRefund): RazorpayRefund {
  ledger.refunds.set(made.id, made);
  book(payment, made.amount);
  ledger.emit('refund.created', { refund: made, payment });
  if (made.status === 'processed') ledger.emit('refund.processed', { refund: made, payment });
  return made;
}

/** Razorpay's automatic refund of a payment that was not captured in time. @throws RazorpayError */
export function refundUncaptured(ledger: RazorpayLedger, paymentId: string): RazorpayRefund {
  const payment = paymentOf(ledger, paymentId);
  if (payment.status !== 'authorized')
    throw new RazorpayError(`The payment is ${payment.status}, not authorized.`);
  const fields = { amount: payment.amount, notes: notesOf({}), receipt: null };
  const made = newRefund(
    payment,
    { ...fields, status: 'processed', speed_requested: 'normal' },
    ledger.clock.seconds(),
  );
  return keep(ledger, payment, made);
}

/** @throws RazorpayError when it is not pending */
export function finishRefund(ledger: RazorpayLedger, refundId: string, succeeds: boolean): RazorpayRefund {
  const made = ledger.refunds.get(refundId);
  if (!made) throw noSuchId();
  if (made.status !== 'pending') throw new RazorpayError(`The refund is ${made.status}, not pending.`);
  const payment = paymentOf(ledger, made.payment_id);
  made.status = succeeds ? 'processed' : 'failed';
  if (succeeds) made.acquirer_data = { arn: '74119663031031075351326' };
  else book(payment, -made.amount);
  ledger.emit(succeeds ? 'refund.processed' : 'refund.failed', { refund: made, payment });
  return made;
}
