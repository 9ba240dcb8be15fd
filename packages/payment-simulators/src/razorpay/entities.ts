/** Razorpay's entities, with the fields that clients read: https://razorpay.com/docs/api. Amounts in paise, times in s. */
import { randomInt } from 'node:crypto';
import { newId } from '../core/ids.ts';
import type { OrderBody, RefundBody } from './params.ts';

export type RazorpayOrder = ReturnType<typeof newOrder>;
export type RazorpayPayment = ReturnType<typeof newPayment>;
export type RazorpayRefund = ReturnType<typeof newRefund>;
export type RazorpayDispute = ReturnType<typeof newDispute>;
export type Entities = {
  payment?: RazorpayPayment;
  order?: RazorpayOrder;
  refund?: RazorpayRefund;
  dispute?: RazorpayDispute;
};

/** Razorpay writes an empty list where there are no notes. */
type Notes = Record<string, string> | [];
const notesOf = (notes: Record<string, string> = {}): Notes => (Object.keys(notes).length ? notes : []);

export const newOrder = ({ amount, currency, receipt, notes }: OrderBody, now: number) => ({
  id: newId('order_', 14),
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt: receipt ?? null,
  status: 'created' as 'created' | 'attempted' | 'paid',
  attempts: 0,
  notes: notesOf(notes),
  created_at: now,
});

type Method = 'upi' | 'card' | 'netbanking';

/** The method of a payment, and values that differ from the order's (to test whether the shop checks them). */
export type Attempt = {
  method?: Method;
  /** UPI address; left out, the shopper's app is asked. */
  vpa?: string | undefined;
  email?: string | undefined;
  contact?: string | undefined;
  notes?: Record<string, string> | undefined;
  description?: string | undefined;
  /** Paise. */
  amount?: number;
  currency?: string;
};

/** Fields of one payment method only. */
const methodFields = {
  card: () => ({
    card: { id: newId('card_', 14), entity: 'card', last4: '1111', network: 'Visa', type: 'credit' },
  }),
  netbanking: () => ({ bank: 'HDFC' }),
  upi: ({ vpa }: Attempt) => ({
    vpa: vpa ?? 'success@razorpay',
    upi: { vpa: vpa ?? 'success@razorpay', flow: vpa === undefined ? 'intent' : 'collect' },
  }),
} satisfies Record<Method, (attempt: Attempt) => object>;

type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

export const newPayment = (order: RazorpayOrder, attempt: Attempt, now: number) => ({
  id: newId('pay_', 14),
  entity: 'payment',
  amount: attempt.amount ?? order.amount,
  currency: attempt.currency ?? order.currency,
  status: 'created' as PaymentStatus,
  order_id: order.id,
  method: attempt.method ?? 'upi',
  amount_refunded: 0,
  refund_status: null as 'partial' | 'full' | null,
  captured: false,
  description: attempt.description ?? null,
  bank: null as string | null,
  vpa: null as string | null,
  email: attempt.email ?? 'shopper@example.com',
  contact: attempt.contact ?? '+919000000000',
  notes: notesOf(attempt.notes),
  /** With GST; null until captured. */
  fee: null as number | null,
  tax: null as number | null,
  ...noFailure,
  acquirer_data: {} as Record<string, string>,
  created_at: now,
  ...methodFields[attempt.method ?? 'upi'](attempt),
});

export const noFailure = {
  error_code: null as string | null,
  error_description: null as string | null,
  error_source: null as string | null,
  error_step: null as string | null,
  error_reason: null as string | null,
};
export type PaymentFailure = typeof noFailure;

const because = (reason: string, source: string, step: string, description: string): PaymentFailure => ({
  error_code: 'BAD_REQUEST_ERROR',
  error_description: description,
  error_source: source,
  error_step: step,
  error_reason: reason,
});

/** The usual reason of a failed payment, by payment method. */
export const usualFailure = {
  card: because(
    'card_declined',
    'issuer_bank',
    'payment_authorization',
    'Your card was declined by the bank.',
  ),
  netbanking: because(
    'payment_failed',
    'bank',
    'payment_authorization',
    'Your bank did not complete the payment.',
  ),
  upi: because(
    'payment_declined',
    'customer',
    'payment_authentication',
    'The payment was declined in the UPI app.',
  ),
};

/** Razorpay's fee on a captured payment: 2 % and GST of 18 % on it, nothing for UPI. Paise. */
export function feesOf({ amount, method }: RazorpayPayment): { fee: number; tax: number } {
  const bare = method === 'upi' ? 0 : Math.round(amount / 50);
  const tax = Math.round((bare * 18) / 100);
  return { fee: bare + tax, tax };
}

/** The reference that the bank has given. */
export function acquirerData({ method }: RazorpayPayment): Record<string, string> {
  const name = { card: 'auth_code', netbanking: 'bank_transaction_id', upi: 'rrn' }[method];
  return { [name]: String(randomInt(10 ** 11, 10 ** 12)) };
}

export const newRefund = (
  payment: RazorpayPayment,
  { amount = payment.amount - payment.amount_refunded, notes, receipt, speed = 'normal' }: RefundBody,
  status: 'pending' | 'processed' | 'failed',
  now: number,
) => ({
  id: newId('rfnd_', 14),
  entity: 'refund',
  amount,
  currency: payment.currency,
  payment_id: payment.id,
  notes: notesOf(notes),
  receipt: receipt ?? null,
  acquirer_data: { arn: null as string | null },
  created_at: now,
  status,
  speed_processed: 'normal',
  speed_requested: speed,
});

/** The time for an answer, s. */
const answerTime = 7 * 24 * 60 * 60;

export const newDispute = (payment: RazorpayPayment, reason: string, now: number) => ({
  id: newId('disp_', 14),
  entity: 'dispute',
  payment_id: payment.id,
  amount: payment.amount,
  currency: payment.currency,
  amount_deducted: 0,
  reason_code: reason,
  respond_by: now + answerTime,
  status: 'open' as 'open' | 'under_review' | 'won' | 'lost' | 'closed',
  phase: 'chargeback',
  created_at: now,
});

/** Snapshots of the moment: https://razorpay.com/docs/webhooks */
export const newEvent = (type: string, entities: Entities, now: number) => ({
  entity: 'event',
  account_id: 'acc_simulator',
  event: type,
  contains: Object.keys(entities),
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
  created_at: now,
});
/** With the id that comes in a header. */
export type RazorpayEvent = ReturnType<typeof newEvent> & { id: string };
