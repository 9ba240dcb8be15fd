/** What can happen to an order and its payments. */
import { newId } from '../ids.ts';
import {
  type Attempt,
  acquired,
  feesOf,
  newPayment,
  noFailure,
  type RazorpayOrder,
  type RazorpayPayment,
} from './entities.ts';
import { noSuchId, type PaymentFailure, RazorpayError, usualFailure } from './errors.ts';
import type { RazorpayLedger } from './ledger.ts';

const alreadyPaid = () =>
  new RazorpayError(
    'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
  );

/** @throws RazorpayError */
export function orderOf(ledger: RazorpayLedger, id: string): RazorpayOrder {
  const order = ledger.orders.get(id);
  if (!order) throw noSuchId();
  return order;
}

/** @throws RazorpayError */
export function paymentOf(ledger: RazorpayLedger, id: string): RazorpayPayment {
  const payment = ledger.payments.get(id);
  if (!payment) throw noSuchId();
  return payment;
}

function expectStatus(payment: RazorpayPayment, ...expected: RazorpayPayment['status'][]): void {
  if (!expected.includes(payment.status))
    throw new RazorpayError(`The payment is ${payment.status}, not ${expected.join(' or ')}.`);
}

/** Starts a payment: `created`, until the bank decides. @throws RazorpayError when the order is paid */
export function begin(ledger: RazorpayLedger, orderId: string, attempt: Attempt = {}): RazorpayPayment {
  const order = orderOf(ledger, orderId);
  if (order.status === 'paid') throw alreadyPaid();
  const payment = newPayment(order, attempt, ledger.clock.seconds());
  ledger.payments.set(payment.id, payment);
  if (attempt.offerPercent) order.offer_id = newId('offer_', 14);
  order.status = 'attempted';
  order.attempts += 1;
  return payment;
}

/**
 * The bank approves a pending payment or, later, one that had failed
 * (https://razorpay.com/docs/payments/payments/late-authorised). @throws RazorpayError
 */
export function approve(ledger: RazorpayLedger, paymentId: string): RazorpayPayment {
  const payment = paymentOf(ledger, paymentId);
  expectStatus(payment, 'created', 'failed');
  Object.assign(payment, noFailure, { status: 'authorized', acquirer_data: acquired(payment) });
  ledger.emit('payment.authorized', { payment });
  return payment;
}

/** The bank or the shopper's app declines. @throws RazorpayError */
export function decline(
  ledger: RazorpayLedger,
  paymentId: string,
  why?: Partial<PaymentFailure>,
): RazorpayPayment {
  const payment = paymentOf(ledger, paymentId);
  expectStatus(payment, 'created');
  Object.assign(payment, usualFailure[payment.method], why, { status: 'failed' });
  ledger.emit('payment.failed', { payment });
  return payment;
}

/** The shop takes an authorised payment. @param amount paise @throws RazorpayError */
export function capture(
  ledger: RazorpayLedger,
  paymentId: string,
  amount: number,
  currency: string,
): RazorpayPayment {
  const payment = paymentOf(ledger, paymentId);
  const order = orderOf(ledger, payment.order_id);
  if (payment.captured) throw new RazorpayError('This payment has already been captured');
  if (payment.status !== 'authorized')
    throw new RazorpayError('Only payments which have been authorized and not yet captured can be captured');
  if (amount !== payment.amount)
    throw new RazorpayError('Capture amount must be equal to the amount authorized', { field: 'amount' });
  if (currency !== payment.currency)
    throw new RazorpayError('Capture currency must be equal to the payment currency', {
      field: 'currency',
    });
  if (order.status === 'paid') throw alreadyPaid();

  Object.assign(payment, { status: 'captured', captured: true, ...feesOf(payment) });
  ledger.emit('payment.captured', { payment });
  order.amount_paid += payment.amount;
  order.amount_due = Math.max(order.amount - order.amount_paid, 0);
  order.status = 'paid';
  ledger.emit('order.paid', { payment, order });
  return payment;
}
